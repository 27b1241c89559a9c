import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPgbouncer } from '@campstore/local-servers/pgbouncer'
import { freePort } from '@campstore/local-servers/ports'
import { makeStandby } from '@campstore/testing/postgres-node'
import type { ServiceName } from '@campstore/testing/processes'
import { pidIn } from '@campstore/testing/restartable-servers'
import { type Bench, type Context, startContext } from '../context.ts'
import { fillDatabase, orderCleanup } from '../data/data.ts'
import { compare } from '../measure/comparisons.ts'
import { runLoadInThread } from '../measure/load.ts'
import { measureQueues } from '../measure/queues.ts'
import { backendMemory, databaseSize, type SizeByTable, walBytes } from '../measure/storage.ts'
import { roundsOf, table } from '../report.ts'
import { awaitEmptyOutbox, loadVariant, type System, startMeasuredSystem } from '../servers/system.ts'
import type { Workload } from '../workloads/requests.ts'
import { bookingDatabase, startBookings } from './booking.ts'
import { anyPage, anyProduct } from './store.ts'

/** Measures what the sizing of docs/scaling.md is calculated from. */
export async function benchCapacity(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  report.environment(roundsOf(options))
  if (options.parts.includes('rows')) await measureRows(context)
  if (options.parts.includes('queues')) {
    const { url } = await context.servers.createVirtualHost('queues')
    report.text(await measureQueues({ url, messages: options.publishedMessages, log: context.log }))
  }
  if (options.parts.includes('pooler')) await comparePoolers(context)
  if (options.parts.includes('replica')) await compareReplica(context)
}

/** Disk, write-ahead log and memory of checkouts of bookings and of orders. */
async function measureRows(context: Context): Promise<void> {
  const bookings = await bookingDatabase(context, 'rows_bookings', 1_000)
  const system = await startBookings(context, 'rows-bookings', bookings)
  await measureGrowth(context, system, { name: 'booking', workload: { kind: 'booking', pattern: 'spread' } })
  const products = context.options.products.few
  const store = await context.servers.createDatabase('rows_orders', client =>
    fillDatabase(client, ['members', 'catalogue', 'store', 'reserve-stock'], { products, orders: 1_000 }),
  )
  const services = ['products', 'checkout'] as const
  const shop = await startMeasuredSystem(context, {
    name: 'rows-orders',
    database: store,
    services,
    cleanup: orderCleanup,
  })
  await measureGrowth(context, shop, { name: 'checkout', workload: { kind: 'order', pattern: 'spread', products } })
}

async function measureGrowth(
  { tokens, options, report, log }: Context,
  { gateway, owner }: System,
  { name, workload }: { name: 'booking' | 'checkout'; workload: Workload },
): Promise<void> {
  const load = (maxResponses: number) =>
    runLoadInThread({ origin: gateway.url, workload, tokens, connections: 10, seconds: 600, maxResponses })
  // The first rows of a table and its indexes take whole pages.
  await load(Math.round(options.dueHolds / 10))
  await awaitEmptyOutbox(owner, name)
  const before = { size: await databaseSize(owner), wal: await walBytes(owner) }
  log(`${options.dueHolds} checkouts of ${name}`)
  const { requests } = await load(options.dueHolds)
  await awaitEmptyOutbox(owner, name)
  const after = { size: await databaseSize(owner), wal: await walBytes(owner) }
  const wal = Math.round((after.wal - before.wal) / requests)
  const rows = growth(before.size, after.size, requests)
  const sum = rows.reduce((all, [, bytes]) => all + Number(bytes), 0)
  report.text(`## Bytes of a checkout: ${name}

${requests} checkouts. Write-ahead log: ${wal} bytes each. The outbox, which is emptied, counts with what it keeps allocated.

${table(['table with its indexes', 'bytes'], [...rows, ['all', String(sum)]])}

${table(['sessions', 'number', 'private memory of each, MB'], await backendMemory(owner))}`)
}

function growth(before: SizeByTable, after: SizeByTable, checkouts: number): string[][] {
  return [...after]
    .map(([name, bytes]) => [name, Math.round((bytes - (before.get(name) ?? 0)) / checkouts)] as const)
    .filter(([, bytes]) => bytes > 0)
    .map(([name, bytes]) => [name, String(bytes)])
}

/** Checkouts with and without prepared statements, and through PgBouncer. */
async function comparePoolers(context: Context): Promise<void> {
  const start = async (name: string, isPooled: boolean, environment: Record<string, string>) => {
    const database = await bookingDatabase(context, name, 1_000)
    const direct = database.urlOf('booking')
    if (!isPooled) return startBookings(context, name, database, { environment })
    const dataDirectory = `${context.home}/pgbouncer`
    const common = { dataDirectory, port: await freePort(), databaseUrls: [direct], poolSize: 10 }
    const pgbouncer = await startPgbouncer(common)
    const pooled = { ...database, urlOf: () => pgbouncer.urlOf(direct) }
    return startBookings(context, name, pooled, { environment: { ...environment, DATABASE_SESSION_URL: direct } })
  }
  const unprepared = { DATABASE_PREPARED_STATEMENTS: 'no' }
  const systems = {
    'prepared statements': await start('prepared', false, {}),
    'no prepared statements': await start('unprepared', false, unprepared),
    'PgBouncer, no prepared statements': await start('pooled', true, unprepared),
  }
  const workloads: [string, Workload][] = [
    ['checkout', { kind: 'booking', pattern: 'spread' }],
    ['availability', { kind: 'availability', pattern: 'spread' }],
  ]
  for (const [request, workload] of workloads) {
    const variants = Object.entries(systems).map(([name, system]) =>
      loadVariant(system, context, { name: `${request}, ${name}`, workload, connections: 50 }),
    )
    await compare(context, 50, variants)
  }
}

/** Public reads with and without a read replica, also while the leader is written to. */
async function compareReplica(context: Context): Promise<void> {
  const { servers, options, report } = context
  const products = options.products.few
  const files = ['members', 'bookings', 'catalogue', 'store', 'reserve-stock']
  const database = await servers.createDatabase('replicated', client =>
    fillDatabase(client, files, { bookings: 1_000, products, orders: 0 }),
  )
  const port = await startReplica(context)
  const urlOf = (service: ServiceName) => Object.assign(new URL(database.urlOf(service)), { port }).href
  const start = (name: string, replica?: typeof urlOf) =>
    startMeasuredSystem(context, { name, database, replica, services: ['booking', 'products'], cleanup: orderCleanup })
  const systems = { 'leader only': await start('leader-only'), 'with a replica': await start('replica', urlOf) }
  const workloads: [string, Workload][] = [
    ['page of 20 products', { kind: 'reads', reads: anyPage(products), order: 'random' }],
    ['product', { kind: 'reads', reads: anyProduct(products), order: 'random' }],
    ['availability', { kind: 'availability', pattern: 'spread' }],
  ]
  const measure = async (connections: number, circumstances = '') => {
    for (const [request, workload] of workloads) {
      const variants = Object.entries(systems).map(([name, system]) =>
        loadVariant(system, context, { name: `${request}, ${name}${circumstances}`, workload, connections }),
      )
      await compare(context, connections, variants)
    }
  }
  for (const connections of options.connections) await measure(connections)
  const writes = startWrites(systems['leader only'])
  await measure(50, ', with writes')
  const left = systems['with a replica'].services.flatMap(
    ({ log }) => readFileSync(log, 'utf8').match(/is not used/g) ?? [],
  )
  report.text(`${await writes.stop()} writes per second. The replica was left ${left.length} times.`)
}

/** Starts a replica of the leader, whose CPU time is measured by itself. @returns its port */
async function startReplica({ home, servers, processes }: Context): Promise<number> {
  const nodeOf = (name: string, port: number) => {
    return {
      name,
      port,
      replicationPort: port,
      dataDirectory: join(home, name),
      log: join(home, 'logs', `${name}.log`),
    }
  }
  const replica = nodeOf('replica', await freePort())
  await makeStandby(replica, nodeOf('postgres', Number(new URL(servers.adminUrl).port)), {})
  processes.push({ name: 'replica', pid: pidIn(join(replica.dataDirectory, 'postmaster.pid')) })
  return replica.port
}

/** Commits a kilobyte every few milliseconds. */
function startWrites({ owner }: System) {
  let count = 0
  let isStopped = false
  const began = performance.now()
  const write = async () => {
    for (; !isStopped; count += 1) {
      await owner.query("select pg_logical_emit_message(true, 'campstore.bench', repeat('x', 1000))")
      await delay(2)
    }
  }
  const writing = write()
  return {
    stop: async () => {
      isStopped = true
      await writing
      return Math.round((count * 1000) / (performance.now() - began))
    },
  }
}
