import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onDatabase } from '@campstore/local-servers/postgres'
import { stopAtEnd } from '@campstore/local-servers/processes'
import { restartablePostgres, restartableRabbitmq } from '@campstore/testing/restartable-servers'
import { type Disks, type StartDatabaseAndBroker, singleServers } from './servers.ts'

/** What file systems of this process are called, which are lost when it is killed. */
const nameOf = (pid: number | string) => `campstore-${pid}`

/** A file system in memory, for as long as this process lives. */
function mountDisk(folder: string) {
  mkdirSync(folder)
  const mount = (options: string) =>
    void execFileSync('mount', ['-t', 'tmpfs', '-o', options, nameOf(process.pid), folder])
  mount('size=4g,mode=0711')
  const unmount = () => void spawnSync('umount', ['--lazy', folder])
  // Both come before the folder is removed.
  stopAtEnd(async () => unmount())
  process.prependOnceListener('exit', unmount)
  return {
    folder,
    /** From now on no more than so much space is left in it, in bytes; a little, because files may grow meanwhile. */
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
  const isPossible = spawnSync('mount', ['-t', 'tmpfs', nameOf(process.pid), folder]).status === 0
  if (isPossible) spawnSync('umount', [folder])
  rmdirSync(folder)
  if (!isPossible && process.env.REQUIRE_MOUNT) throw new Error('No file system can be mounted here. Run as root.')
  if (isPossible) unmountLeftovers()
  return isPossible
}

function unmountLeftovers(): void {
  for (const [, pid = '', folder = ''] of readFileSync('/proc/mounts', 'utf8').matchAll(/^campstore-(\d+) (\S+)/gm))
    if (!existsSync(`/proc/${pid}`)) spawnSync('umount', ['--lazy', folder])
}

/** As `startSingleServers`, with a disk each for PostgreSQL's data, its log of transactions, and RabbitMQ's data. */
export const startServersOnDisks: StartDatabaseAndBroker = async (home, logs) => {
  const mountAs = (name: string) => mountDisk(join(home, name))
  const [data, transactions, messages] = [mountAs('data'), mountAs('transactions'), mountAs('messages')]
  const [PostgreSQL, RabbitMQ] = await Promise.all([
    restartablePostgres({ home: data.folder, logs }),
    restartableRabbitmq({ home: messages.folder, logs }),
  ])
  const log = join(data.folder, 'postgres', 'pg_wal')
  await PostgreSQL.stop()
  execFileSync('mv', [log, transactions.folder])
  execFileSync('ln', ['--symbolic', join(transactions.folder, 'pg_wal'), log])
  await PostgreSQL.start()
  const restart = async () => {
    await PostgreSQL.kill()
    await PostgreSQL.start()
  }
  const disks: Disks = {
    'full data': {
      fill: () => {
        data.fill()
        // Old pages have space left. A checkpoint writes new files.
        return inPostgres(PostgreSQL.adminUrl, 'checkpoint')
      },
      free: async () => {
        data.free()
        if (PostgreSQL.hasExited()) await restart()
      },
    },
    'full log of transactions': {
      fill: () => {
        transactions.fill()
        return inPostgres(PostgreSQL.adminUrl, ...Array.from({ length: 20 }, () => nextLogFile))
      },
      // PostgreSQL has stopped itself, or hangs in its start, as it did in one of ten cases.
      free: () => {
        transactions.free()
        return restart()
      },
    },
    // RabbitMQ does not survive a disk without any space: docs/operations.md#rabbitmq-cannot-start-a-queue.
    'disk low': { fill: () => messages.fill(30_000_000), free: messages.free },
  }
  return { ...singleServers(PostgreSQL, RabbitMQ), disks }
}

/** Begins another file of the log of transactions, as soon as some have been written. */
const nextLogFile = "select pg_logical_emit_message(true, 'fault', ''), pg_switch_wal()"

/** Runs statements until PostgreSQL refuses one, or does not answer. */
const inPostgres = (adminUrl: string, ...statements: string[]): Promise<void> =>
  onDatabase(adminUrl, async client => {
    for (const statement of statements) await client.query(statement)
  }).catch(() => {})
