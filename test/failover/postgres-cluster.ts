import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '@campstore/local-servers/ports'
import { localPostgresPassword, type PostgresServer } from '@campstore/local-servers/postgres'
import type { RestartableServer } from '@campstore/testing/restartable-servers'
import { startTcpProxy } from '@campstore/testing/tcp-proxy'
import { deadlocksIn } from '../random-faults/servers.ts'
import { ask, conninfo, killNode, makeStandby, type PostgresNode, signalNode, startNode } from './postgres-node.ts'

/**
 * Three PostgreSQL servers as one: `kill` and `freeze` do that to the leader, which is replaced by a standby; `start` and `resume`
 * make it a standby of the new leader, and wait until it follows.
 */
export type PostgresCluster = Omit<RestartableServer, 'stop'> & {
  /** The leader, whichever it is, with the owner's login. */
  adminUrl: string
  /** Deadlocks in the logs of all servers. */
  deadlocks(): number
}

const checkIntervalMs = 500
const checkTimeoutMs = 2_000
/** Checks that must fail one after the other before the leader is taken for lost. */
const failedChecks = 3
const caughtUpWithinMs = 90_000

/**
 * Starts a leader with two standbys, behind a port that leads to the leader. A commit is confirmed when a standby has it on disk
 * too, as `k8s/overlays/production` requires it: one lost server loses no confirmed commit and stops no writes for longer than the
 * fail-over takes.
 *
 * @param home folder for the data of all servers
 * @param logs folder for their logs
 */
export async function startPostgresCluster(home: string, logs: string): Promise<PostgresCluster> {
  const [proxyPort = 0, ...ports] = await freePorts(4)
  const nodes = ports.map((port, index): PostgresNode => {
    const name = `pg_${index + 1}`
    return { name, port, dataDirectory: join(home, name), log: join(logs, `${name}.log`) }
  })
  const [first, ...others] = nodes
  if (first === undefined) throw new Error('A cluster has nodes')
  // A leader never finds itself among its standbys, so that the same setting is right for all.
  const settings = { synchronous_standby_names: `ANY 1 (${nodes.map(({ name }) => name).join(', ')})` }
  const servers = new Map<PostgresNode, PostgresServer>([[first, await startNode(first)]])
  for (const node of others) servers.set(node, await makeStandby(node, first, settings))
  await ask(first, `alter system set synchronous_standby_names = '${settings.synchronous_standby_names}'`)
  await ask(first, 'select pg_reload_conf()')
  await allFollow(first, others.length)
  const proxy = await startTcpProxy(proxyPort)
  proxy.leadTo(first.port)

  let leader = first
  let failingOver: Promise<void> | undefined
  const failOver = async () => {
    await untilLost(leader)
    proxy.leadTo(undefined)
    // The old leader must not confirm anything any more.
    const server = servers.get(leader)
    if (server && !server.hasExited()) killNode(leader)
    await server?.kill()
    servers.delete(leader)
    leader = await promote([...servers.keys()])
    proxy.leadTo(leader.port)
  }
  const watch = () => {
    failingOver = failOver()
    failingOver.catch(() => {
      // `restore` fails with the same error.
    })
  }
  const restore = async () => {
    await failingOver
    const lost = nodes.filter(node => !servers.has(node))
    for (const node of lost) servers.set(node, await makeStandby(node, leader, settings))
    await allFollow(leader, others.length)
  }
  return {
    adminUrl: `postgres://postgres:${localPostgresPassword}@127.0.0.1:${proxyPort}/campstore`,
    deadlocks: () => nodes.map(({ log }) => deadlocksIn(log)).reduce((sum, count) => sum + count),
    kill: async () => {
      killNode(leader)
      watch()
    },
    freeze: () => {
      signalNode(leader, 'SIGSTOP')
      watch()
    },
    start: restore,
    resume: restore,
  }
}

/** Resolves when the leader has not responded several times one after the other. */
async function untilLost(leader: PostgresNode): Promise<void> {
  for (let failed = 0; failed < failedChecks; ) {
    await delay(checkIntervalMs)
    const check = ask(leader, 'select 1').then(() => true)
    const responds = await Promise.race([check, delay(checkTimeoutMs, false)]).catch(() => false)
    failed = responds ? 0 : failed + 1
  }
}

type Position = { node: PostgresNode; received: bigint }

/**
 * Makes the standby that has received most the leader, because only that one is sure to have every confirmed commit; the other
 * one follows it.
 */
async function promote(standbys: readonly PostgresNode[]): Promise<PostgresNode> {
  const positions = await Promise.all(standbys.map(positionOf))
  const [chosen, ...others] = positions.toSorted((a, b) => Number(b.received - a.received))
  if (chosen === undefined) throw new Error('No standby is left')
  const { node } = chosen
  await ask(node, 'select pg_promote(true, 60)')
  for (const { node: other } of others) {
    await ask(other, `alter system set primary_conninfo = '${conninfo(node, other)}'`)
    await ask(other, 'select pg_reload_conf()')
  }
  return node
}

async function positionOf(node: PostgresNode): Promise<Position> {
  const [row] = await ask<{ received: string }>(
    node,
    `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0') as received`,
  )
  return { node, received: BigInt(row?.received ?? 0) }
}

/** Waits until so many standbys have everything. */
async function allFollow(leader: PostgresNode, count: number): Promise<void> {
  const statement = `select from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'`
  for (const until = Date.now() + caughtUpWithinMs; ; ) {
    const streaming = await ask(leader, statement).catch(() => [])
    if (streaming.length >= count) return
    if (Date.now() > until) throw new Error(`Only ${streaming.length} standbys follow ${leader.name}`)
    await delay(200)
  }
}
