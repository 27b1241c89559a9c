import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '@campstore/local-servers/postgres'
import { stopAtEnd } from '@campstore/local-servers/processes'
import {
  type RestartableServer,
  restartablePostgres,
  restartableRabbitmq,
} from '@campstore/testing/restartable-servers'
import { type Disks, type StartDatabaseAndBroker, singleServers } from './servers.ts'

/** A file system that can be full. */
type Disk = {
  folder: string
  /** From now on no more than so much space is left in it, in bytes; a little, because files may grow meanwhile. */
  fill(leftBytes?: number): void
  free(): void
}

/** Mounts a file system in memory, for as long as this process lives. */
async function mountMemory(folder: string): Promise<Disk> {
  mkdirSync(folder)
  const mount = (options: string) => void execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'campstore', folder])
  mount('size=4g,mode=0711')
  const unmount = () => void spawnSync('umount', ['--lazy', folder])
  // Both come before the folder is removed.
  stopAtEnd(async () => unmount())
  process.prependOnceListener('exit', unmount)
  return {
    folder,
    fill: (leftBytes = 65_536) => {
      const { blocks, bavail, bsize } = statfsSync(folder)
      mount(`remount,size=${(blocks - bavail) * bsize + leftBytes}`)
    },
    free: () => mount('remount,size=4g'),
  }
}

/**
 * Whether file systems can be mounted here, which root may.
 *
 * @throws {Error} where REQUIRE_MOUNT says that they can
 */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'campstore-'))
  const isPossible = spawnSync('mount', ['-t', 'tmpfs', 'campstore', folder]).status === 0
  if (isPossible) spawnSync('umount', [folder])
  rmdirSync(folder)
  if (!isPossible && process.env.REQUIRE_MOUNT) throw new Error('No file system can be mounted here. Run as root.')
  if (isPossible) unmountLeftovers()
  return isPossible
}

/** File systems have the pid of their run in their name, so that the leftovers of a killed run can be recognised. */
function unmountLeftovers(): void {
  for (const [, folder = '', pid = ''] of readFileSync('/proc/mounts', 'utf8').matchAll(/^\S+ (\S+\.disk-(\d+)\S*)/gm))
    if (!existsSync(`/proc/${pid}`)) spawnSync('umount', ['--lazy', folder])
}

/** As `startSingleServers`, on disks that can be full. */
export const startServersOnDisks: StartDatabaseAndBroker = async (home, logs) => {
  const servers = await startOnDisks(home, logs)
  return { ...singleServers(servers.PostgreSQL, servers.RabbitMQ), disks: fullDisks(servers) }
}

/** Starts the servers with a disk each for PostgreSQL's data, its log of transactions, and RabbitMQ's data. */
async function startOnDisks(home: string, logs: string) {
  const mount = (name: string) => mountMemory(join(home, `${name}.disk-${process.pid}`))
  const [data, transactions, messages] = await Promise.all([mount('data'), mount('transactions'), mount('messages')])
  const [PostgreSQL, RabbitMQ] = await Promise.all([
    restartablePostgres({ home: data.folder, logs }),
    restartableRabbitmq({ home: messages.folder, logs }),
  ])
  const log = join(data.folder, 'postgres', 'pg_wal')
  await PostgreSQL.stop()
  execFileSync('mv', [log, transactions.folder])
  execFileSync('ln', ['--symbolic', join(transactions.folder, 'pg_wal'), log])
  await PostgreSQL.start()
  return { data, transactions, messages, PostgreSQL, RabbitMQ }
}

const fullDisks = ({ data, transactions, messages, PostgreSQL }: Awaited<ReturnType<typeof startOnDisks>>): Disks => ({
  'PostgreSQL full data': {
    begin: () => {
      data.fill()
      // Old pages have space left. A checkpoint writes new files.
      return inPostgres(PostgreSQL.adminUrl, 'checkpoint')
    },
    end: async () => {
      data.free()
      if (PostgreSQL.hasExited()) await restart(PostgreSQL)
    },
  },
  'PostgreSQL full log of transactions': {
    begin: () => {
      transactions.fill()
      return inPostgres(PostgreSQL.adminUrl, ...Array.from({ length: 20 }, () => nextLogFile))
    },
    // PostgreSQL has stopped itself, or hangs in its start, as it did in one of ten cases.
    end: () => {
      transactions.free()
      return restart(PostgreSQL)
    },
  },
  // RabbitMQ does not survive a disk without any space: docs/operations.md#rabbitmq-cannot-start-a-queue.
  'RabbitMQ disk low': { begin: () => messages.fill(30_000_000), end: messages.free },
})

async function restart(server: RestartableServer): Promise<void> {
  await server.kill()
  await server.start()
}

/** Begins another file of the log of transactions, as soon as some have been written. */
const nextLogFile = "select pg_logical_emit_message(true, 'fault', ''), pg_switch_wal()"

/** Runs statements until PostgreSQL refuses one, or does not answer. */
const inPostgres = (adminUrl: string, ...statements: string[]): Promise<void> =>
  onDatabase(adminUrl, async client => {
    for (const statement of statements) await client.query(statement)
  }).catch(() => {})
