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
import { type Device, type Disk, mountDevice } from './device.ts'
import { type Disks, type StartDatabaseAndBroker, singleServers } from './servers.ts'

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
  const servers = await startOn(mountMemory, home, logs)
  return { ...singleServers(servers.PostgreSQL, servers.RabbitMQ), disks: fullDisks(servers) }
}

/** The same on disks that can also be slow, hang and fail; each write takes longer. */
export const startServersOnDevices: StartDatabaseAndBroker = async (home, logs) => {
  const servers = await startOn(mountDevice, home, logs)
  const disks = { ...fullDisks(servers), ...brokenDisks(servers) }
  return { ...singleServers(servers.PostgreSQL, servers.RabbitMQ), disks }
}

type ServersOn<Mounted extends Disk> = {
  data: Mounted
  transactions: Mounted
  messages: Mounted
  PostgreSQL: Awaited<ReturnType<typeof restartablePostgres>>
  RabbitMQ: Awaited<ReturnType<typeof restartableRabbitmq>>
}

/** Starts the servers with a disk each for PostgreSQL's data, its log of transactions, and RabbitMQ's data. */
async function startOn<Mounted extends Disk>(
  mount: (folder: string) => Promise<Mounted>,
  home: string,
  logs: string,
): Promise<ServersOn<Mounted>> {
  const mountAs = (name: string) => mount(join(home, `${name}.disk-${process.pid}`))
  const [data, transactions, messages] = await Promise.all([
    mountAs('data'),
    mountAs('transactions'),
    mountAs('messages'),
  ])
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

const fullDisks = ({ data, transactions, messages, PostgreSQL }: ServersOn<Disk>): Disks => ({
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

const brokenDisks = ({ data, transactions, messages, PostgreSQL, RabbitMQ }: ServersOn<Device>): Disks => {
  const faultsOf = (name: string, server: RestartableServer, devices: readonly Device[]): Disks => {
    const each = (act: (device: Device) => void) => () => devices.forEach(act)
    const goOn = each(device => device.goOn())
    return {
      [`${name} slow disk`]: { begin: each(device => device.slowDown()), end: goOn },
      [`${name} hanging disk`]: { begin: each(device => device.hang()), end: goOn },
      [`${name} failing disk`]: {
        begin: each(device => device.fail()),
        end: async () => {
          await server.kill()
          for (const device of devices) await device.repair()
          await server.start()
        },
      },
    }
  }
  return { ...faultsOf('PostgreSQL', PostgreSQL, [data, transactions]), ...faultsOf('RabbitMQ', RabbitMQ, [messages]) }
}

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
