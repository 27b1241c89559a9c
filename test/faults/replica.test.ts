import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@campstore/database/database'
import { temporaryMemoryHome } from '@campstore/local-servers/os-users'
import { freePort } from '@campstore/local-servers/ports'
import type { PostgresServer } from '@campstore/local-servers/postgres'
import { inDays, type OpenCampground, openCampground } from '@campstore/testing/campground'
import { ask, killNode, makeStandby, type PostgresNode, signalNode, startNode } from '@campstore/testing/postgres-node'
import { createRecordingLog } from '@campstore/testing/recording-log'
import { until } from '@campstore/testing/waiting'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { stayAt } from '../system/campground.ts'
import { type MemberClient, sessionOf, tally } from '../system/client.ts'
import { type LoadOptions, startLoad } from '../system/load.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { type StaffClient, signInStaff } from '../system/staff.ts'
import { type OpenStore, openStore, orderFor } from '../system/store.ts'
import { type System, startSystem } from '../system/system.ts'

// docs/scaling.md#read-replicas
const load: LoadOptions = { clients: 4, pauseMs: 50, maxRequests: 1_000_000 }

let postgres: Awaited<ReturnType<typeof privatePostgres>>
let leader: PostgresNode
let replica: PostgresNode
let server: PostgresServer
let system: System
let member: MemberClient
let staff: StaffClient
let campground: OpenCampground
let store: OpenStore
beforeAll(async () => {
  const home = temporaryMemoryHome()
  postgres = await privatePostgres({ home })
  const { port } = new URL(postgres.adminUrl)
  leader = nodeIn(home, 'postgres', Number(port))
  replica = nodeIn(home, 'replica', await freePort())
  await follow()
  system = await startSystem({
    services: ['booking', 'checkout', 'products', 'admin'],
    processes: 1,
    inProcess: true,
    database: postgres.database(),
    variablesOf: name => ({ DATABASE_REPLICA_URL: replicaUrlOf(name) }),
  })
  member = await system.member()
  staff = await signInStaff(system, 'admin')
  campground = await openCampground(system.owner, { zones: [1] })
  store = await openStore(system.owner, [100])
})
afterAll(async () => {
  await system?.stop()
  await server?.kill()
  await postgres?.kill()
})

function nodeIn(home: string, name: string, port: number): PostgresNode {
  return { name, port, replicationPort: port, dataDirectory: join(home, name), log: join(home, `${name}.log`) }
}

/** Creates the replica again. It logs its statements. */
async function follow(): Promise<void> {
  server = await makeStandby(replica, leader, { log_statement: 'all' })
}

async function kill(): Promise<void> {
  killNode(replica)
  await server.kill()
}

async function restart(): Promise<void> {
  server = await startNode(replica)
}

const replicaUrlOf = (service: string): string =>
  Object.assign(new URL(postgres.urlFor(service)), { port: replica.port }).href

/** Milliseconds between two looks at a log, which is long. */
const slowly = 250

/** How many statements of requests the replica has run: unlike checks, they have parameters. */
const statements = (): number =>
  readFileSync(replica.log, 'utf8').match(/LOG: {2}execute (?!replayed-position)/g)?.length ?? 0

/** Waits until the replica serves the reads of each service, which starts once they have found it. */
async function untilReplicaAnswers(): Promise<void> {
  for (const read of [showProduct, showAvailability, showCoupons]) {
    await until(async () => {
      const before = statements()
      await read()
      return statements() > before
    }, slowly)
  }
}

const productPath = () => `/api/products/${store.productIds[0]}`
const showProduct = async () => (await member.get(productPath())).data as { price: string; variants: object[] }
const showPage = async () => (await member.get('/api/products?size=100')).data as { id: string; price: string }[]
const showFacets = async () => (await member.get('/api/products/facets')).data
const showCampground = async () => (await member.get(`/api/booking/campgrounds/${campground.id}`)).data
const showCoupons = async () => (await staff.get(`/api/admin/reports/coupons?from=${inDays(0)}&to=${inDays(1)}`)).data
async function showAvailability(): Promise<unknown> {
  const { campgroundId, checkIn, checkOut, zones } = stayAt(campground)
  return (await member.post('/api/booking/check-availability', { campgroundId, checkIn, checkOut, zones })).data
}

const changePrice = (price: string) =>
  staff.patch(`/api/admin/products/${store.productIds[0]}/variants`, { variants: [{ id: store.variantIds[0], price }] })

test('while the replica stands still, everybody reads what has just been written, also from a cache that it filled', async () => {
  await untilReplicaAnswers()
  await Promise.all([showPage(), showFacets(), showCampground()])
  await ask(replica, 'select pg_wal_replay_pause()')

  await changePrice('123.00')
  expect(await showProduct()).toMatchObject({ price: '123.00', variants: [{ availableQuantity: 100 }] })
  expect(await showPage()).toMatchObject([{ price: '123.00' }])
  expect(await showFacets()).toMatchObject({ price: { lowest: '123.00', highest: '123.00' } })
  await member.order(orderFor(store.variantIds))
  expect(await showProduct()).toMatchObject({ variants: [{ availableQuantity: 99 }] })

  const { bookingId } = sessionOf(await member.checkout(stayAt(campground)))
  expect(await showAvailability()).toMatchObject({ available: false })
  await member.cancel(bookingId)
  expect(await showAvailability()).toMatchObject({ available: true })

  await staff.patch(`/api/admin/campgrounds/${campground.id}`, { name: 'Renamed' })
  expect(await showCampground()).toMatchObject({ name: 'Renamed' })
  const coupon = await staff.post('/api/admin/coupons', {
    code: 'JUST-NOW',
    name: 'Just now',
    discountType: 'fixed',
    discountValue: '10.00',
    startsAt: new Date(Date.now() - 3_600_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  })
  expect(coupon.status, coupon.text).toBe(201)
  expect(await showCoupons()).toMatchObject([{ code: 'JUST-NOW' }])

  await ask(replica, 'select pg_wal_replay_resume()')
  await untilReplicaAnswers()
  expect(await showProduct()).toMatchObject({ price: '123.00', variants: [{ availableQuantity: 99 }] })
})

test.each([
  ['killed', kill, restart],
  ['frozen', () => signalNode(replica, 'SIGSTOP'), () => signalNode(replica, 'SIGCONT')],
  ['promoted', () => ask(replica, 'select pg_promote()'), () => kill().then(follow)],
])('a replica that is %s under load fails no request, and is used again when it is back', async (_, fail, mend) => {
  await untilReplicaAnswers()
  const before = statements()
  const paths = [productPath(), '/api/products?size=100', `/api/booking/campgrounds/${campground.id}`]
  const { responses, stop } = startLoad(load, number => member.get(paths[number % paths.length] ?? ''))
  await until(() => statements() > before + 10, slowly)
  await fail()
  // Every client has sent requests since then.
  const whole = responses.length + 3 * load.clients
  await until(() => responses.length > whole, slowly)
  await changePrice('77.00')
  expect(await showProduct()).toMatchObject({ price: '77.00' })
  await mend()
  await untilReplicaAnswers()
  await stop()
  expect(tally(responses)).toEqual({ '200': responses.length })
})

test('a replica of a history that a fail-over has ended answers nothing', async () => {
  const home = temporaryMemoryHome()
  const own = await privatePostgres({ home })
  const old = nodeIn(home, 'postgres', Number(new URL(own.adminUrl).port))
  const [standby, follower] = [nodeIn(home, 'standby', await freePort()), nodeIn(home, 'follower', await freePort())]
  const at = ({ port }: PostgresNode, url = own.adminUrl) => Object.assign(new URL(url), { port }).href
  const open = (url: string) => openDatabase({ url, poolSize: 2, applicationName: 'test' })
  const priceIn = async ({ reads }: Pick<ReturnType<typeof open>, 'reads'>) =>
    (await reads.query<{ price: string }>('select price from public.offer')).rows[0]?.price
  const [onOld, onStandby, onFollower] = [old, standby, follower].map(node => open(at(node)))
  const servers = [await makeStandby(standby, old, {}), await makeStandby(follower, old, {})]
  onTestFinished(async () => {
    signalNode(old, 'SIGCONT')
    for (const database of [onOld, onStandby, onFollower]) await database?.close()
    for (const node of [standby, follower]) killNode(node)
    for (const server of [...servers, own]) await server.kill()
  })
  if (!onOld || !onStandby || !onFollower) throw new Error('There are three')
  await onOld.requests.query("create table public.offer as select 'old' as price")
  await onOld.requests.query('grant select on public.offer to public')
  const shows = (database: typeof onOld, price: string) =>
    until(async () => (await priceIn(database).catch(() => undefined)) === price, 100)
  await shows(onStandby, 'old')

  // The standby that takes over has less of the old leader's log than the replica.
  await ask(standby, `alter system set primary_conninfo = 'host=127.0.0.1 port=1'`)
  await ask(standby, 'select pg_reload_conf()')
  await until(async () => (await ask(standby, 'select from pg_stat_wal_receiver')).length === 0, 100)
  await onOld.requests.query("update public.offer set price = 'lost'")
  await onOld.requests.query("select pg_logical_emit_message(true, 'test', repeat('x', 1000000))")
  await shows(onFollower, 'lost')
  signalNode(old, 'SIGSTOP')
  await ask(standby, 'select pg_promote(true, 60)')
  await onStandby.requests.query("update public.offer set price = 'new'")

  const { log, lines } = createRecordingLog()
  const replica = { url: at(follower, own.urlFor('booking')), log }
  const service = openDatabase({
    url: at(standby, own.urlFor('booking')),
    replica,
    poolSize: 2,
    applicationName: 'test',
  })
  onTestFinished(() => service.close())
  await until(() => lines.length > 0)
  const prices = new Set<string | undefined>()
  for (let reads = 0; reads < 10; reads += 1) prices.add(await priceIn(service))
  expect([...prices]).toEqual(['new'])
}, 120_000)
