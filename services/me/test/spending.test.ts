import { parkedReasonHeader } from '@campstore/messaging/delivery'
import { parkedQueue } from '@campstore/messaging/topology'
import { insertRow, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { purchaseQueues } from '../src/consumers/purchases.ts'
import { startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/admin.md#tiers-and-spending: totalSpent is the sum of payments; firstPurchaseUsed becomes true with the first.
const fixture = useFixture(startMeFixture)

const nothing = { totalSpent: '0.00', firstPurchaseUsed: false }

test('paid bookings and orders count once with what their services have stored, also where they have the same id', async () => {
  const member = await fixture.member()
  const id = unique('same')
  const paidAt = '2026-11-20T07:05:00.000Z'
  await fixture.scenario.paidBooking(member, { id, final_amount: '2400.50', paid_at: paidAt })
  await fixture.scenario.paidOrder(member, { id, total: '0.20', paid_at: paidAt })
  for (const type of ['booking.paid', 'order.paid', 'order.completed', 'booking.paid'] as const)
    await fixture.tell(type, id)
  const outcomes = ['recorded', 'recorded', 'repeated', 'repeated']
  expect((await fixture.outcomes(id, outcomes.length)).toSorted()).toEqual(outcomes)
  expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '2400.70', firstPurchaseUsed: true })
  const { rows } = await fixture.owner.query(
    'select kind, amount::text, paid_at from member.purchase where subject_id = $1 order by kind',
    [id],
  )
  expect(rows).toEqual([
    { kind: 'booking', amount: '2400.50', paid_at: new Date(paidAt) },
    { kind: 'order', amount: '0.20', paid_at: new Date(paidAt) },
  ])
})

test('an order of 0.00 is a first purchase', async () => {
  const member = await fixture.member()
  const id = await fixture.scenario.paidOrder(member, { total: '0.00' })
  await fixture.tell('order.completed', id)
  await fixture.outcomes(id)
  expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '0.00', firstPurchaseUsed: true })
})

test('a forged event of what is unknown or not paid changes nothing, and a later payment counts', async () => {
  const member = await fixture.member()
  const unpaid = await fixture.scenario.order(member)
  for (const id of [unpaid, unique('forged')]) {
    await fixture.tell('order.paid', id)
    expect(await fixture.outcomes(id)).toEqual(['not_paid'])
    expect(fixture.log.find(line => line.orderId === id)).toMatchObject({ level: 40 })
  }
  expect(await fixture.spendingOf(member)).toEqual(nothing)
  const paid = { payment_status: 'paid', paid_at: '2026-11-20T07:05:00Z' }
  await fixture.scenario.change('checkout.store_order', unpaid, paid)
  await fixture.tell('order.paid', unpaid)
  expect(await fixture.outcomes(unpaid, 2)).toEqual(['not_paid', 'recorded'])
  expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '1100.00', firstPurchaseUsed: true })
})

test('a purchase of an unknown customer is kept and logged, and counts with the first one after the customer exists', async () => {
  const customerId = unique('customer')
  const before = await fixture.scenario.paidOrder({ customerId }, { total: '10.00' })
  const after = await fixture.scenario.paidOrder({ customerId }, { total: '5.00' })
  await fixture.tell('order.paid', before)
  expect(await fixture.outcomes(before)).toEqual(['unknown_customer'])
  expect(fixture.log.find(line => line.orderId === before)).toMatchObject({ level: 40 })
  await fixture.member({ id: customerId })
  expect(await fixture.spendingOf({ customerId })).toEqual(nothing)
  await fixture.tell('order.paid', after)
  await fixture.outcomes(after)
  expect(await fixture.spendingOf({ customerId })).toEqual({ totalSpent: '15.00', firstPurchaseUsed: true })
})

test.each(['booking', 'order'] as const)(
  'what staff refund with the cancellation of a %s is spent no longer, whatever is told first and however often',
  async kind => {
    const member = await fixture.member()
    const [inOrder, reversed] = await Promise.all([1, 2].map(() => paidFor(member, kind, '1000.00')))
    if (!inOrder || !reversed) expect.fail('nothing was paid')
    const paid = () => fixture.tell(`${kind}.paid`, inOrder)
    await paid()
    await fixture.outcomes(inOrder)
    await fixture.scenario.refund(kind, inOrder, '400.00')
    for (const tell of [() => fixture.tellRefund(kind, inOrder), paid, () => fixture.tellRefund(kind, inOrder)])
      await tell()
    expect((await fixture.outcomes(inOrder, 4)).toSorted()).toEqual(['corrected', 'recorded', 'repeated', 'repeated'])
    await fixture.scenario.refund(kind, reversed, '1000.00')
    await fixture.tellRefund(kind, reversed)
    await fixture.outcomes(reversed)
    await fixture.tell(`${kind}.paid`, reversed)
    expect(await fixture.outcomes(reversed, 2)).toEqual(['recorded', 'repeated'])
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '600.00', firstPurchaseUsed: true })
  },
)

// The payment service had given the money back before, so that no refund is due.
test.each(['booking', 'order'] as const)(
  'the cancellation of a paid %s is heard, that of an unpaid one is not',
  async kind => {
    const member = await fixture.member()
    const id = (await paidFor(member, kind, '1000.00')) ?? ''
    await fixture.tell(`${kind}.paid`, id)
    await fixture.outcomes(id)
    await fixture.scenario.refund(kind, id, '1000.00')
    await fixture.tellCancelled(kind, id, 'unpaid')
    await fixture.tellCancelled(kind, id, 'paid')
    expect(await fixture.outcomes(id, 2)).toEqual(['recorded', 'corrected'])
    expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '0.00', firstPurchaseUsed: true })
  },
)

// Its refund has no payment, so no event says that the refund is due.
test('the return of an order that was paid on delivery reduces spending; the return of a refused one changes none', async () => {
  const member = await fixture.member()
  const id = await fixture.scenario.paidOrder(member, { total: '653.52', cod_confirmed_at: '2026-11-20T07:05:00Z' })
  await fixture.tell('order.completed', id)
  await fixture.outcomes(id)
  await insertRow(fixture.owner, 'checkout.refund', {
    provider_trade_no: '',
    cause: 'returned',
    reason: 'too small',
    amount: '554.00',
    currency: 'TWD',
    target_id: id,
    created_at: '2026-11-21T07:05:00Z',
  })
  await fixture.tellReturned(id, 'unpaid')
  await fixture.tellReturned(id, 'paid')
  expect(await fixture.outcomes(id, 2)).toEqual(['recorded', 'corrected'])
  expect(await fixture.spendingOf(member)).toEqual({ totalSpent: '100.00', firstPurchaseUsed: true })
})

const paidFor = (member: { customerId: string }, kind: 'booking' | 'order', amount: string) =>
  kind === 'booking'
    ? fixture.scenario.paidBooking(member, { final_amount: amount })
    : fixture.scenario.paidOrder(member, { total: amount })

test.each([
  ['an unknown type', '{"type":"order.eaten"}', /^malformed: type is not an allowed value$/],
  ['no id', '{"type":"order.paid","data":{}}', /^malformed: data\.orderId is missing$/],
  ['an id of half a character', '{"type":"order.paid","data":{"orderId":"o-\\ud800"}}', /^malformed: not an id$/],
])('a malformed event, %s, is parked at once, unchanged, with the reason', async (_, content, reason) => {
  for (const queue of Object.keys(purchaseQueues)) {
    await fixture.broker.put(queue, Buffer.from(content))
    const parked = await fixture.broker.take(parkedQueue(queue))
    expect(parked.content.toString()).toBe(content)
    expect(parked.properties.headers?.[parkedReasonHeader]).toMatch(reason)
  }
})
