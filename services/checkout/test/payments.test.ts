import { money } from '@campstore/core/money'
import { useFixture } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// What the payment of an order has of its own (docs/contract/messages.md#amount-due); test/holds has what every hold does.
const fixture = useFixture(startCheckoutFixture)

async function ordered(changes: object = {}) {
  const variant = await fixture.scenario.variant()
  const member = await fixture.member()
  const session = await fixture.hold(member, checkoutOf(variant, changes))
  return { member, variant, session, orderId: session.orderId, path: `${sessionsPath}/${session.orderId}` }
}

const query = async (sql: string, value: string) => (await fixture.owner.query(sql, [value])).rows
const recorded = (eventId: string) =>
  eventually(async () => {
    const [row] = await query('select * from checkout.payment_notification where event_id = $1', eventId)
    if (!row) throw new Error('the payment has not been handled')
    return row
  })
const stateOf = async (orderId: string) =>
  (await query('select status, payment_status, paid_at from checkout.store_order where id = $1', orderId))[0]

describe('payment.succeeded', () => {
  test('the reservations of an order that is paid have no deadline', async () => {
    const { session, orderId } = await ordered()
    await recorded((await fixture.pay(session)).eventId)
    expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'active', quantity: 1, expiresAt: null }])
  })

  test('an order of which nothing is due is paid with 0.00', async () => {
    const member = await fixture.member()
    const coupon = await fixture.scenario.coupon({ discount_type: 'fixed', discount_value: '9999.00' })
    const variant = await fixture.scenario.variant({ variant: { price: '1500.00' } })
    const couponClaimId = await fixture.scenario.claim(member, coupon)
    const session = await fixture.hold(member, checkoutOf(variant, { couponClaimId }))
    expect(session.pricing.total).toBe('0.00')
    expect(await recorded((await fixture.pay(session)).eventId)).toMatchObject({ outcome: 'applied', amount: '0.00' })
    expect(await stateOf(session.orderId)).toMatchObject({ payment_status: 'paid' })
  })

  test('the amount due is the current total: a coupon that was applied later counts', async () => {
    const { session, member, path } = await ordered()
    const couponClaimId = await fixture.scenario.claim(member)
    await member.client.send('PATCH', path, { body: { couponClaimId } })
    const before = await fixture.pay(session)
    expect(await recorded(before.eventId)).toMatchObject({ outcome: 'unapplied', reason: 'amount_mismatch' })
    const after = await fixture.pay(session, { amount: money('550.00') })
    expect(await recorded(after.eventId)).toMatchObject({ outcome: 'applied' })
  })

  test('an order that is still a draft, or that chose cash on delivery without confirming it, can be paid', async () => {
    const draft = await ordered({ shipping: null, paymentMethod: null })
    const undecided = await ordered({ paymentMethod: 'cod' })
    for (const { session } of [draft, undecided])
      expect(await recorded((await fixture.pay(session)).eventId)).toMatchObject({ outcome: 'applied' })
  })
})

describe('what is due of an order with cents: its total, or the whole TWD that one of its forms requested', () => {
  const amount = (text: string) => ({ amount: money(text) })

  /** An order of 1009.50: a thing of 909.50, and 100.00 for shipping. */
  async function withCents(price = '909.50') {
    const variant = await fixture.scenario.variant({ variant: { price } })
    const member = await fixture.member()
    const session = await fixture.hold(member, checkoutOf(variant))
    const path = `${sessionsPath}/${session.orderId}`
    return { member, session, path, openForm: () => member.client.post(`${path}/gateway`) }
  }
  type Order = Awaited<ReturnType<typeof withCents>>
  const outcomeOf = async ({ session }: Order, text: string) => {
    const { outcome, reason } = await recorded((await fixture.pay(session, amount(text))).eventId)
    return reason ?? outcome
  }

  test('the whole amount that ECPay charges by the form is applied', async () => {
    const order = await withCents()
    expect(await order.openForm()).toMatchObject({ data: { fields: { TotalAmount: '1010' } } })
    expect(await outcomeOf(order, '1010.00')).toBe('applied')
    const { event } = await fixture.broker.eventOf(order.session.orderId, 'order.paid')
    expect(event.data, 'what was bought is worth its total').toMatchObject({ total: '1009.50', paymentStatus: 'paid' })
    expect(await outcomeOf(order, '1009.50'), 'nothing is left to pay').toBe('already_paid')
  })

  test('so is the exact total, with a form and without one', async () => {
    const [plain, formed] = [await withCents(), await withCents()]
    await formed.openForm()
    expect([await outcomeOf(plain, '1009.50'), await outcomeOf(formed, '1009.50')]).toEqual(['applied', 'applied'])
  })

  test('half up: a form requests 1009 for 1009.49', async () => {
    const order = await withCents('909.49')
    await order.openForm()
    expect([await outcomeOf(order, '1010.00'), await outcomeOf(order, '1009.00')]).toEqual([
      'amount_mismatch',
      'applied',
    ])
  })

  test('the whole amount that no form requested is not due', async () => {
    const order = await withCents()
    expect(await outcomeOf(order, '1010.00')).toBe('amount_mismatch')
  })

  test.each(['1009.00', '1009.51', '1009.99', '1010.01', '1011.00', '0.00'])(
    '%s is not due, form or not',
    async text => {
      const order = await withCents()
      await order.openForm()
      expect(await outcomeOf(order, text)).toBe('amount_mismatch')
    },
  )

  test("another order's form counts for nothing", async () => {
    const [order, other] = [await withCents(), await withCents()]
    await other.openForm()
    expect(await outcomeOf(order, '1010.00')).toBe('amount_mismatch')
  })

  test('what a form requested before a coupon changed the total is not due, and due again when the coupon is removed', async () => {
    const order = await withCents()
    await order.openForm()
    const change = (couponClaimId: unknown) =>
      order.member.client.send('PATCH', order.path, { body: { couponClaimId } })
    await change(await fixture.scenario.claim(order.member))
    expect(await outcomeOf(order, '1010.00')).toBe('amount_mismatch')
    await change({})
    expect(await outcomeOf(order, '1010.00')).toBe('applied')
  })

  test('in another currency it is not due', async () => {
    const order = await withCents()
    await order.openForm()
    const { eventId } = await fixture.pay(order.session, { ...amount('1010.00'), currency: 'USD' })
    expect(await recorded(eventId)).toMatchObject({ outcome: 'unapplied', reason: 'amount_mismatch' })
  })
})

test('cod_confirmed, judged before the amount', async () => {
  const { member, session, orderId, path } = await ordered({ paymentMethod: 'cod' })
  await member.client.post(`${path}/confirm-cod`)
  const { eventId } = await fixture.pay(session, { amount: money('5.00') })
  expect(await recorded(eventId)).toMatchObject({ outcome: 'unapplied', reason: 'cod_confirmed' })
  const { event } = await fixture.broker.eventOf(orderId, 'payment.unapplied')
  expect(event.data).toMatchObject({ eventId, reason: 'cod_confirmed' })
})
