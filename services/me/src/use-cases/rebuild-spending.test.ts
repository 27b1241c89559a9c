import { countWaiting } from '@campstore/testing/delayed-transaction'
import { insertRow, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startMeFixture } from '../testing/me-fixture.ts'
import { rebuildSpending } from './rebuild-spending.ts'

const fixture = useFixture(startMeFixture)
let pool: pg.Pool
beforeAll(() => {
  pool = fixture.database.pool('me')
})
const rebuild = () => rebuildSpending({ pool, clock: fixture.clock.now })
// A rebuild counts everything stored.
beforeEach(async () => {
  await fixture.owner.query('truncate member.purchase, member.customer, booking.booking, checkout.store_order cascade')
})

const purchases = async () => {
  const { rows } = await fixture.owner.query(
    'select subject_id as id, customer_id as "customerId", amount::text as amount from member.purchase order by member.purchase.amount',
  )
  return rows
}
/** Waits until this number of statements wait for a lock. */
const waiting = (count: number) => expect.poll(() => countWaiting(fixture.owner)).toBe(count)

test('purchases follow what is paid: added, corrected and removed, also those of unknown customers; a second run changes nothing', async () => {
  const [member, other] = [await fixture.member(), await fixture.member({ total_spent: 99, past_spending: 40 })]
  const bookingId = await fixture.scenario.paidBooking(member)
  const orderId = await fixture.scenario.paidOrder(member)
  const ofUnknown = await fixture.scenario.paidOrder({ customerId: 'unknown' }, { total: '7.00' })
  await fixture.scenario.order(member)
  const wrong = { customer_id: other.customerId, amount: '1.00', paid_at: '2026-01-01T00:00:00Z' }
  await insertRow(fixture.owner, 'member.purchase', { kind: 'order', subject_id: orderId, ...wrong })
  await insertRow(fixture.owner, 'member.purchase', { kind: 'booking', subject_id: orderId, ...wrong })
  expect(await rebuild()).toEqual({
    purchases: { bookings: 1, orders: 2, ofUnknownCustomers: 1 },
    corrected: { added: 2, changed: 1, removed: 1 },
    customers: 2,
  })
  expect(await purchases()).toEqual([
    { id: ofUnknown, customerId: 'unknown', amount: '7.00' },
    { id: orderId, customerId: member.customerId, amount: '1100.00' },
    { id: bookingId, customerId: member.customerId, amount: '2400.00' },
  ])
  expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '3500.00', firstPurchaseUsed: true })
  // What was spent before stays, and counts as a purchase.
  expect(await fixture.spendingOf(other)).toEqual({ totalSpent: '40.00', firstPurchaseUsed: true })
  fixture.clock.advance(60_000)
  expect(await rebuild()).toMatchObject({ corrected: { added: 0, changed: 0, removed: 0 }, customers: 0 })
  const { rows } = await fixture.owner.query('select max(updated_at) as at from member.customer')
  expect(rows).toEqual([{ at: new Date('2026-11-20T08:00:00.000Z') }])
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
  await fixture.tell('order.paid', under)
  expect(await fixture.outcomes(under)).toEqual(['repeated'])
  expect(await fixture.spendingOf(member)).toMatchObject({ totalSpent: '2200.00' })
})
