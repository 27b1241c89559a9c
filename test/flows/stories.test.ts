import { createTestDatabase } from '@campstore/testing/databases'
import { paymentSecret } from '@campstore/testing/secrets'
import { testServers } from '@campstore/testing/servers'
import { storedHold } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoryResults } from '../../tools/demo/stories.ts'
import { demo } from '../../tools/demo.ts'
import { importDirectory } from '../../tools/import/import-directory.ts'
import { demoDirectory } from '../../tools/import/testing/data-set-files.ts'
import { orderOf, sessionOf } from '../system/client.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { auditEntries, signInStaff } from '../system/staff.ts'
import { type System, startSystem } from '../system/system.ts'
import { publishedEvents, untilAuditPasses } from '../system/waiting.ts'

// What `npm run demo` plays, on a system whose holds are short enough to see that what is paid outlives them.
let system: System
beforeAll(async () => {
  const database = await createTestDatabase()
  await importDirectory({ directory: demoDirectory, adminUrl: database.adminUrl })
  const services = ['booking', 'checkout', 'products', 'me', 'admin'] as const
  system = await startSystem({ services, processes: 1, database, holdSeconds: 45 })
})
afterAll(() => system?.stop())

async function play(): Promise<{ lines: string[]; results: StoryResults }> {
  const lines: string[] = []
  const results = await demo({ url: system.url, member: 'member@campstore.test' }, line => lines.push(line.trim()), {
    FIREBASE_AUTH_EMULATOR_HOST: testServers().identityHost,
    RABBITMQ_URL: system.rabbitmqUrl,
    PAYMENT_SIGNING_SECRET: paymentSecret,
  })
  return { lines, results }
}

/** How often administrators performed each action successfully since an instant. */
async function actionsSince(at: Date): Promise<Record<string, number>> {
  const { rows } = await system.owner.query<{ action: string; times: number }>(
    `
    select action, count(*)::integer as times
    from admin.audit_entry
    where outcome = 'succeeded' and action <> 'bindAccount' and at >= $1
    group by action`,
    [at],
  )
  return Object.fromEntries(rows.map(({ action, times }) => [action, times]))
}

test('the stories can be repeated, publish their events, outlive their holds and leave consistent data', async () => {
  const start = new Date()
  const played: StoryResults[] = []
  for (let time = 1; time <= 2; time += 1) {
    const { lines, results } = await play()
    played.push(results)
    expect(lines.at(-1)).toBe('All checks passed.')
    expect(lines.filter(line => /^coupon \w+: available again$/.test(line))).toHaveLength(1)
    expect(lines.filter(line => /^0 min \d+ s left$/.test(line))).toHaveLength(5)
  }
  expect(await actionsSince(start)).toEqual({ confirmBooking: 2, createClosure: 2, removeClosure: 2, shipOrder: 2 })

  const [first] = played
  if (!first) throw new Error('no story was played')
  const { bookingId } = first.booking
  const { orderId } = first.order
  const ids = [bookingId, orderId, first.cashOnDeliveryOrderId, first.cancelledOrderId]
  const events = async () => {
    const published = await publishedEvents(system)
    return ids.map(id => published.get(id))
  }
  await expect.poll(events).toEqual([
    ['booking.confirmed', 'booking.created', 'booking.paid'],
    ['order.created', 'order.paid', 'order.shipped', 'order.updated'],
    ['order.cod-confirmed', 'order.created'],
    ['order.cancelled: member', 'order.created', 'order.updated'],
  ])
  expect(await auditEntries(system.owner, bookingId, orderId)).toMatchObject([
    { action: 'confirmBooking', before: { status: 'pending' }, after: { status: 'confirmed' } },
    { action: 'shipOrder', before: { status: 'unshipped' }, after: { status: 'shipped' } },
  ])

  await expect
    .poll(() => system.subscriber.endedHolds(), { interval: 500 })
    .toEqual(expect.arrayContaining([bookingId, orderId, first.cashOnDeliveryOrderId]))
  for (const id of ids.slice(0, 3))
    expect((await storedHold(system.owner, id)).steps).not.toContain('cancelled by system')
  await untilAuditPasses(system)
})

test('staff release everything that a customer holds and has not paid, with one request', async () => {
  const [hoarder, guest] = [await system.member(), await system.member()]
  const samples = await createSampleRequests(system.owner)
  const { bookingId } = sessionOf(await samples.stay(hoarder)())
  const { orderId } = orderOf(await samples.order(hoarder)())
  const kept = orderOf(await samples.order(guest)())
  const chief = await signInStaff(system, 'admin')
  const path = `/api/admin/customers/${hoarder.customerId}/release-holds`
  const released = { bookingIds: [bookingId], orderIds: [orderId], failed: [], hasMore: false }
  expect((await chief.post(path, { reason: 'holds everything and pays nothing' })).data).toEqual(released)
  for (const id of [bookingId, orderId])
    expect(await storedHold(system.owner, id)).toMatchObject({ status: 'cancelled' })
  expect(await storedHold(system.owner, kept.orderId)).toMatchObject({ status: 'unshipped' })
  const adminId = chief.adminId
  expect((await auditEntries(system.owner, hoarder.customerId)).slice(0, 2)).toMatchObject([
    { adminId, action: 'releaseBookings', outcome: 'succeeded', after: { released: [bookingId] } },
    { adminId, action: 'releaseOrders', outcome: 'succeeded', after: { released: [orderId] } },
  ])
})

test('a story stops with one line when a check fails', async () => {
  await system.owner.query('update checkout.shipping_policy set free_shipping_threshold = 100000')
  await expect(play()).rejects.toThrow(/^Check failed: the shipping fee should be "0\.00", but is "100\.00"$/)
})
