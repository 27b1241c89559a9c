import { transaction } from '@campstore/database/database'
import { insertRow, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { bookingPaid, orderEvent, startMeFixture } from '../testing/me-fixture.ts'
import { rebuildSpending } from './rebuild-spending.ts'

const fixture = useFixture(startMeFixture)
let pool: pg.Pool
beforeAll(() => {
  pool = fixture.database.pool('me')
})
const rebuild = () => rebuildSpending({ pool, clock: fixture.clock.now })
// A rebuild counts whatever is stored.
beforeEach(async () => {
  await fixture.owner.query('truncate member.purchase, member.customer, booking.booking, checkout.store_order cascade')
})

const untouched = { added: 0, changed: 0, removed: 0 }
const purchases = async () => {
  const { rows } = await fixture.owner.query(
    'select subject_id as id, customer_id as "customerId", amount::text as amount from member.purchase order by 1',
  )
  return rows
}
/** Waits until this number of statements wait for a lock. */
const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await fixture.owner.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1",
      [fixture.database.name],
    )
    expect(rows).toHaveLength(count)
  })

test('paid bookings and orders without an event are found, unpaid ones are not', async () => {
  const member = await fixture.member()
  const bookingId = await fixture.scenario.paidBooking(member)
  const orderId = await fixture.scenario.paidOrder(member)
  await fixture.scenario.order(member)
  expect(await rebuild()).toEqual({
    purchases: { bookings: 1, orders: 1, ofUnknownCustomers: 0 },
    corrected: { added: 2, changed: 0, removed: 0 },
    customers: 1,
  })
  expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '3500.00', firstPurchaseUsed: true })
  expect((await purchases()).map(({ id }) => id)).toEqual([bookingId, orderId])
})

test('wrong purchases are corrected, unpaid ones are removed', async () => {
  const [member, other] = [await fixture.member(), await fixture.member({ total_spent: 99, first_purchase_used: true })]
  const orderId = await fixture.scenario.paidOrder(member)
  const wrong = { customer_id: other.customerId, amount: '1.00', paid_at: '2026-01-01T00:00:00Z' }
  await insertRow(fixture.owner, 'member.purchase', { kind: 'order', subject_id: orderId, ...wrong })
  await insertRow(fixture.owner, 'member.purchase', { kind: 'booking', subject_id: orderId, ...wrong })
  expect(await rebuild()).toMatchObject({ corrected: { added: 0, changed: 1, removed: 1 }, customers: 2 })
  expect(await purchases()).toEqual([{ id: orderId, customerId: member.customerId, amount: '1100.00' }])
  expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '1100.00', firstPurchaseUsed: true })
  expect(await fixture.spendingOf(other)).toEqual({ totalSpent: '0.00', firstPurchaseUsed: false })
})

test('a second rebuild changes nothing, not even updatedAt', async () => {
  await fixture.scenario.paidOrder(await fixture.member())
  await rebuild()
  fixture.clock.advance(60_000)
  expect(await rebuild()).toMatchObject({ corrected: untouched, customers: 0 })
  const { rows } = await fixture.owner.query('select max(updated_at) as at from member.customer')
  expect(rows).toEqual([{ at: new Date('2026-11-20T08:00:00.000Z') }])
})

test('after the events there is nothing to correct', async () => {
  const member = await fixture.member()
  const [bookingId, orderId] = [await fixture.scenario.paidBooking(member), await fixture.scenario.paidOrder(member)]
  const paidAt = '2026-11-20T07:00:00.000Z'
  await fixture.publish(
    bookingPaid(bookingId, { ...member, amount: '2400.00', paidAt }),
    orderEvent('order.paid', orderId, { ...member, amount: '1100.00', paidAt }),
  )
  await Promise.all([fixture.outcomes(bookingId), fixture.outcomes(orderId)])
  expect(await rebuild()).toMatchObject({ corrected: untouched, customers: 0 })
})

test('purchases of unknown customers are kept and counted', async () => {
  await fixture.scenario.paidOrder({ customerId: 'unknown' })
  expect(await rebuild()).toMatchObject({ purchases: { orders: 1, ofUnknownCustomers: 1 }, customers: 0 })
})

test('an event during a rebuild waits for it, and its purchase counts once', async () => {
  const member = await fixture.member()
  const orderId = await fixture.scenario.paidOrder(member)
  // Blocks the rebuild at the customer, after it has reconciled the purchases and before it recalculates the totals.
  const { rebuilt } = await transaction(fixture.owner, async tx => {
    await tx.query('select from member.customer for update')
    const rebuilt = rebuild()
    await waiting(1)
    await fixture.publish(orderEvent('order.paid', orderId, { ...member, amount: '1100.00' }))
    await waiting(2)
    return { rebuilt }
  })
  expect(await rebuilt).toMatchObject({ corrected: { added: 1 } })
  expect(await fixture.outcomes(orderId)).toEqual(['repeated'])
  expect(await fixture.spendingOf(member)).toMatchObject({ totalSpent: '1100.00' })
})

test('an event that waits for a rebuild does not lock the customer, which the rebuild needs', async () => {
  const member = await fixture.member()
  const orderId = await fixture.scenario.paidOrder(member)
  // Blocks the rebuild after it has locked the purchases and before it reads.
  const { rebuilt } = await transaction(fixture.owner, async tx => {
    await tx.query('lock table booking.booking in access exclusive mode')
    const rebuilt = rebuild()
    await waiting(1)
    await fixture.publish(orderEvent('order.paid', orderId, { ...member, amount: '1100.00' }))
    await waiting(2)
    expect((await tx.query('select from member.customer for update skip locked')).rowCount).toBe(1)
    return { rebuilt }
  })
  expect(await rebuilt).toMatchObject({ corrected: { added: 1 } })
  expect(await fixture.outcomes(orderId)).toEqual(['repeated'])
})

test('a payment while a rebuild waits for its lock counts once', async () => {
  const member = await fixture.member()
  const [handled, under] = [await fixture.scenario.paidOrder(member), unique('order')]
  const writer = new pg.Client({ connectionString: fixture.database.urlFor('me') })
  await writer.connect()
  // A consumer that has inserted its purchase and not committed: the rebuild must wait for it.
  await writer.query('begin')
  await writer.query(
    `insert into member.purchase (kind, subject_id, customer_id, amount, paid_at) values ('order', $1, $2, 1100, $3)`,
    [handled, member.customerId, '2026-11-20T07:00:00.000Z'],
  )
  const rebuilt = rebuild()
  await waiting(1)
  await fixture.scenario.paidOrder(member, { id: under })
  await writer.query('commit')
  await writer.end()
  expect(await rebuilt).toMatchObject({ corrected: { added: 1, changed: 0, removed: 0 } })
  await fixture.publish(orderEvent('order.paid', under, { ...member, amount: '1100.00' }))
  expect(await fixture.outcomes(under)).toEqual(['repeated'])
  expect(await fixture.spendingOf(member)).toMatchObject({ totalSpent: '2200.00' })
})

test('rebuilds and events all at once: every purchase counts once', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => fixture.member()))
  const paid = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const member = members[index % 5] ?? { customerId: '' }
      return { id: await fixture.scenario.paidOrder(member), customerId: member.customerId }
    }),
  )
  const events = paid.map(({ id, customerId }) => orderEvent('order.paid', id, { customerId, amount: '1100.00' }))
  const rebuilding = (async () => {
    for (let round = 0; round < 10; round += 1) await rebuild()
  })()
  await Promise.all([rebuilding, ...events.map(event => fixture.publish(event))])
  await Promise.all(paid.map(({ id }) => fixture.outcomes(id)))
  for (const member of members) expect(await fixture.spendingOf(member)).toMatchObject({ totalSpent: '13200.00' })
})
