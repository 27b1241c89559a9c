import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryMemoryHome } from '@campstore/local-servers/os-users'
import { freePort, freePorts } from '@campstore/local-servers/ports'
import { startPostgres } from '@campstore/local-servers/postgres'
import { startRabbitmq } from '@campstore/local-servers/rabbitmq'
import { redisReply, startRedis } from '@campstore/local-servers/redis'
import { signal } from '@campstore/local-servers/running-processes'

/** A server that keeps its address and its data when it is started again. */
export type RestartableServer = {
  stop(): Promise<void>
  /** Stops it at once, as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Freezes its processes: it accepts connections and never responds. */
  freeze(): void | Promise<void>
  resume(): void | Promise<void>
}

/** What a cluster can do besides: its leader is cut off from the others, yet alive. */
export type CanBeCut = { cut(): Promise<void>; heal(): Promise<void> }

async function restartable<S extends { stop(): Promise<void>; kill(): Promise<void> }>(
  start: () => Promise<S>,
  pids: (running: S) => readonly number[],
): Promise<{ first: S; server: RestartableServer; running: () => S }> {
  const first = await start()
  let current = first
  let frozen: readonly number[] = []
  const resume = () => {
    for (const pid of frozen.toReversed()) signal(pid, 'SIGCONT')
    frozen = []
  }
  // A frozen server ignores SIGTERM and would remain.
  process.prependOnceListener('exit', resume)
  const server: RestartableServer = {
    stop: () => current.stop(),
    kill: () => current.kill(),
    start: async () => {
      frozen = []
      current = await start()
    },
    freeze: () => {
      frozen = pids(current)
      for (const pid of frozen) signal(pid, 'SIGSTOP')
    },
    resume,
  }
  return { first, server, running: () => current }
}

/** The pid in the first line of a server's pid file. */
export const pidIn = (file: string): number => Number(readFileSync(file, 'utf8').split('\n')[0])

/** A process and its children. It is stopped first, so that it starts no more of them. */
export function withChildren(pid: number): number[] {
  signal(pid, 'SIGSTOP')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
}

/** Where a server has its data and its log: by default in a temporary folder. */
export type ServerPlace = { home?: string; logs?: string }

const filesOf = (name: string, { home = temporaryMemoryHome(), logs = home }: ServerPlace) => ({
  dataDirectory: join(home, name),
  log: join(logs, `${name}.log`),
})

/** Starts a PostgreSQL that loses nothing that was committed when it is killed. */
export async function restartablePostgres(place: ServerPlace = {}) {
  const files = filesOf('postgres', place)
  const port = await freePort()
  const { first, server, running } = await restartable(
    () => startPostgres({ ...files, port, durable: true }),
    () => withChildren(pidIn(join(files.dataDirectory, 'postmaster.pid'))),
  )
  return { ...server, adminUrl: first.adminUrl, log: files.log, hasExited: () => running().hasExited() }
}

/** What a RabbitMQ can do besides. */
export type RaisesAlarm = {
  /** Makes the broker block its publishers, as it does when memory runs short, or ends that. A start ends it, too. */
  setAlarm(raised: boolean): Promise<void>
}

/** Starts a RabbitMQ with its management API. */
export async function restartableRabbitmq(place: ServerPlace = {}) {
  const files = filesOf('rabbitmq', place)
  const [port = 0, managementPort = 0] = await freePorts(2)
  const { first, server, running } = await restartable(
    () => startRabbitmq({ ...files, port, managementPort }),
    () => [pidIn(join(files.dataDirectory, 'pid'))],
  )
  const setAlarm = (raised: boolean) => running().control('set_vm_memory_high_watermark', raised ? '0' : '0.4')
  return { ...server, setAlarm, url: first.url, managementUrl: first.managementUrl }
}

/** Starts a Redis. `ask` sends it a command; its reply is undefined when it does not respond. */
export async function restartableRedis(place: ServerPlace = {}) {
  const files = filesOf('redis', place)
  const port = await freePort()
  const { first, server } = await restartable(
    () => startRedis({ ...files, port }),
    ({ pid }) => [pid],
  )
  return { ...server, url: first.url, ask: (command: string) => redisReply(port, command) }
}
