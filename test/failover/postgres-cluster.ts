import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '@campstore/local-servers/ports'
import { localPostgresPassword, onMaintenanceDatabase, type PostgresServer } from '@campstore/local-servers/postgres'
import {
  ask,
  conninfo,
  killNode,
  makeStandby,
  type PostgresNode,
  signalNode,
  startNode,
} from '@campstore/testing/postgres-node'
import { startTcpProxy, type TcpProxy } from '@campstore/testing/tcp-proxy'
import { deadlocksIn } from '../random-faults/servers.ts'

const checkIntervalMs = 500
const checkTimeoutMs = 2_000
/** Checks that must fail one after the other before the leader is taken for lost. */
const failedChecks = 3
const caughtUpWithinMs = 90_000

/**
 * Starts a leader with two standbys, behind a port that leads to the leader. `kill` and `freeze` do that to the leader, which is
 * replaced by a standby; `start` and `resume` make it a standby of the new leader, and wait until it follows. `cut` separates the
 * leader, which keeps running with the clients of `otherUrl`, from the standbys and from the clients of `adminUrl`, until `heal`. A commit is confirmed when a standby has it on disk
 * too, as `k8s/overlays/production` requires it: one lost server loses no confirmed commit and stops no writes for longer than the
 * fail-over takes.
 *
 * @param home folder for the data of all servers
 * @param logs folder for their logs
 */
export async function startPostgresCluster(home: string, logs: string) {
  const { nodes, settings, servers, replication, ports } = await startAll(home, logs)
  const [first, ...others] = nodes
  const [proxy, other] = [await startTcpProxy(ports.proxy), await startTcpProxy(ports.other)]
  const lead = (to: PostgresNode | undefined, ways: readonly TcpProxy[] = [proxy, other]) => {
    for (const way of ways) way.leadTo(to?.port)
  }
  lead(first)
  let leader: PostgresNode = first
  /** A former leader that is cut off, and does not know that it was replaced. */
  let cutOff: PostgresNode | undefined
  let failingOver: Promise<void> | undefined
  const failOver = async () => {
    await untilLost(urlOf(ports.proxy))
    if (cutOff) lead(undefined, [proxy])
    else {
      lead(undefined)
      // The old leader must no longer confirm anything.
      await end(leader, servers)
    }
    leader = await promote([...servers.keys()].filter(node => node !== cutOff))
    proxy.heal()
    lead(leader, cutOff ? [proxy] : undefined)
  }
  const watch = () => {
    failingOver = failOver()
    failingOver.catch(() => {
      // `restore` fails with the same error.
    })
  }
  const restore = async () => {
    await failingOver
    if (cutOff) {
      await end(cutOff, servers)
      replication.get(cutOff)?.heal()
      cutOff = undefined
      lead(leader)
    }
    const lost = nodes.filter(node => !servers.has(node))
    for (const node of lost) servers.set(node, await makeStandby(node, leader, settings))
    await allFollow(leader, others.length)
  }
  return {
    /** The leader, whichever it is, with the owner's login. */
    adminUrl: urlOf(ports.proxy),
    /** The same, for clients that stay with a leader that is cut off. */
    otherUrl: urlOf(ports.other),
    deadlocks: () => nodes.flatMap(({ log }) => deadlocksIn(log)),
    kill: async () => {
      killNode(leader)
      watch()
    },
    freeze: () => {
      signalNode(leader, 'SIGSTOP')
      watch()
    },
    cut: async () => {
      cutOff = leader
      replication.get(leader)?.cut()
      proxy.cut()
      watch()
    },
    start: restore,
    resume: restore,
    heal: restore,
  }
}

const urlOf = (port: number) => `postgres://postgres:${localPostgresPassword}@127.0.0.1:${port}/campstore`

/** Ends a node, whether it runs or has exited. */
async function end(node: PostgresNode, servers: Map<PostgresNode, PostgresServer>): Promise<void> {
  const server = servers.get(node)
  if (server && !server.hasExited()) killNode(node)
  await server?.kill()
  servers.delete(node)
}

/** Starts the nodes; the first one leads. */
async function startAll(home: string, logs: string) {
  const names = ['pg_1', 'pg_2', 'pg_3'] as const
  const [proxy = 0, other = 0, ...free] = await freePorts(2 + 2 * names.length)
  const nodeOf = (name: string, index: number): PostgresNode => {
    const [port = 0, replicationPort = 0] = free.slice(2 * index)
    return { name, port, replicationPort, dataDirectory: join(home, name), log: join(logs, `${name}.log`) }
  }
  const nodes = [nodeOf(names[0], 0), nodeOf(names[1], 1), nodeOf(names[2], 2)] as const
  const [first, ...others] = nodes
  // A leader never finds itself among its standbys, so that the same setting is right for all.
  const settings = { synchronous_standby_names: `ANY 1 (${names.join(', ')})` }
  /** Proxies before all nodes, for their standbys. */
  const replication = new Map<PostgresNode, TcpProxy>()
  for (const node of nodes) {
    const way = await startTcpProxy(node.replicationPort)
    way.leadTo(node.port)
    replication.set(node, way)
  }
  const servers = new Map([[first, await startNode(first)]])
  for (const node of others) servers.set(node, await makeStandby(node, first, settings))
  await ask(first, `alter system set synchronous_standby_names = '${settings.synchronous_standby_names}'`)
  await ask(first, 'select pg_reload_conf()')
  await allFollow(first, others.length)
  return { nodes, settings, servers, replication, ports: { proxy, other } }
}

/** Resolves when the leader at an address has not responded several times one after the other. */
async function untilLost(url: string): Promise<void> {
  for (let failed = 0; failed < failedChecks; ) {
    await delay(checkIntervalMs)
    const check = onMaintenanceDatabase(url, client => client.query('select 1')).then(() => true)
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

/** Waits until this many standbys have everything. */
async function allFollow(leader: PostgresNode, count: number): Promise<void> {
  const statement = `select from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'`
  for (const until = Date.now() + caughtUpWithinMs; ; ) {
    const streaming = await ask(leader, statement).catch(() => [])
    if (streaming.length >= count) return
    if (Date.now() > until) throw new Error(`Only ${streaming.length} standbys follow ${leader.name}`)
    await delay(200)
  }
}
