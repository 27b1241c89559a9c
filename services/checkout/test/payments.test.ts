import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, ecpayTestShop, recipient, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { historyOf, openOrder } from '../src/testing/orders.ts'

// Paying an order: by the payment provider's form, by a notification, on delivery. test/holds tests the behaviour of every hold.
const fixture = useFixture(startCheckoutFixture)

const query = async (sql: string, value: string) => (await fixture.owner.query(sql, [value])).rows
const attemptsOf = (orderId: string) =>
  query('select * from checkout.payment_attempt where order_id = $1 order by created_at', orderId)
const missing = (...paths: string[]) => paths.map(path => ({ path, message: 'is missing' }))
const noAddress = { shipping: { ...recipient, address: ' ' } }
const cash = { paymentMethod: 'cod' }

// docs/contract/store-checkout.md#payment-form; libs/payments/src/ecpay.test.ts has each field.
describe('gateway: the form fields for the payment gateway', () => {
  test('the form of ECPay, AioCheckOut V5; the order stays as it is', async () => {
    const { openForm, orderId, read, session } = await openOrder(fixture)
    fixture.clock.advance(5_000)
    const answer = await openForm()
    expect(answer).toMatchObject({
      status: 200,
      data: {
        orderId,
        provider: 'ecpay',
        action: ecpayTestShop.ECPAY_CHECKOUT_URL,
        method: 'POST',
        expiresAt: session.checkoutExpiresAt,
        fields: {
          MerchantID: '3002607',
          MerchantTradeDate: '2026/11/20 16:00:05',
          TotalAmount: '600',
          ItemName: '四人帳篷 x 1',
          ChoosePayment: 'Credit',
          CustomField1: orderId,
        },
      },
    })
    expect((await read()).data).toEqual({ ...session, secondsLeft: 895 })
    const [attempt, ...more] = await attemptsOf(orderId)
    expect(more).toEqual([])
    expect(attempt).toMatchObject({ provider: 'ecpay', amount: '600.00', created_at: fixture.clock.now() })
    expect(answer.data).toMatchObject({ fields: { MerchantTradeNo: attempt?.merchant_trade_no } })
  })

  test('an order is given 20 forms and no more, so that one order cannot fill the table; the last one may be paid', async () => {
    const order = await openOrder(fixture)
    for (let call = 0; call < 18; call += 1) expect(await order.openForm()).toMatchObject({ status: 200 })
    const answers = await Promise.all(Array.from({ length: 5 }, order.openForm))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409])
    const attempts = await attemptsOf(order.orderId)
    expect(new Set(attempts.map(attempt => attempt.merchant_trade_no)).size).toBe(20)
    expect(await fixture.outcomeOf(order.session)).toBe('applied')
  })

  test('error CONFLICT: nothing is left to pay after the discount', async () => {
    const { change, member, openForm, orderId } = await openOrder(fixture)
    await fixture.owner.query('update checkout.store_order set shipping_fee = 0.49 where id = $1', [orderId])
    const couponId = await fixture.scenario.coupon({ discount_type: 'fixed', discount_value: '9999.00' })
    await change({ couponClaimId: await fixture.scenario.claim(member, couponId) })
    expect(await openForm()).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await attemptsOf(orderId)).toEqual([])
  })

  const all = missing('shipping.recipientName', 'shipping.phone', 'shipping.address', 'paymentMethod')
  test.each([
    ['cash on delivery', cash, [{ path: 'paymentMethod', message: 'is cod' }], /./],
    ['no address', noAddress, missing('shipping.address'), /./],
    [
      'neither recipient nor method',
      { shipping: null, paymentMethod: null },
      all,
      /^Add a recipient's name, a phone number, an address and a payment method first\.$/,
    ],
  ])('error CONFLICT, which names what is missing: %s', async (_, changes, details, message) => {
    const { openForm, orderId } = await openOrder(fixture, changes)
    const error = { code: 'CONFLICT', details, message: expect.stringMatching(message) }
    expect((await openForm()).body).toMatchObject({ error })
    expect(await attemptsOf(orderId)).toEqual([])
  })
})

// docs/contract/store-checkout.md#confirm-cash-on-delivery
describe('confirm-cod', () => {
  test('five at once and one past the deadline: the order is confirmed once, unpaid, and no longer expires', async () => {
    const { confirmCod, orderId, read, session, variant, member } = await openOrder(fixture, cash)
    fixture.clock.advance(1_000)
    const at = fixture.clock.now()
    const answers = await Promise.all(Array.from({ length: 5 }, confirmCod))
    fixture.clock.advance(86_400_000)
    expect(await fixture.expire(orderId)).toBe('unchanged')
    await fixture.sweep()
    answers.push(await confirmCod())
    const confirmed = { ...session, checkoutState: 'completed', holdEndsAt: null, secondsLeft: 0 }
    for (const answer of answers) expect([answer.status, answer.data]).toEqual([200, confirmed])
    expect((await read()).data).toEqual(confirmed)
    const by = { actor_type: 'member', actor_id: member.customerId }
    const entry = { from_status: 'unshipped', to_status: 'unshipped', ...by, at }
    expect((await historyOf(fixture, orderId)).slice(1)).toEqual([entry])
    expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'active', expiresAt: null, quantity: 1 }])
    expect(await fixture.shelves(variant)).toMatchObject([{ onHand: 5, reserved: 1 }])
    const sql = 'select checkout_expires_at from checkout.member_order where id = $1'
    expect(await query(sql, orderId)).toEqual([{ checkout_expires_at: null }])
  })

  test.each([
    ['another payment method', {}, [{ path: 'paymentMethod', message: 'must be cod' }]],
    ['no address', { ...cash, ...noAddress }, missing('shipping.address')],
  ])('error CONFLICT, whose details name the field: %s', async (_, changes, details) => {
    const { confirmCod, orderId } = await openOrder(fixture, changes)
    expect(await confirmCod()).toMatchObject({ status: 409, code: 'CONFLICT', details })
    expect(await historyOf(fixture, orderId)).toHaveLength(1)
  })
})

test('payment.succeeded: an order of which nothing is due is paid with 0.00; its reservations have no deadline any more', async () => {
  const member = await fixture.member()
  const coupon = await fixture.scenario.coupon({ discount_type: 'fixed', discount_value: '9999.00' })
  const variant = await fixture.scenario.variant({ variant: { price: '1500.00' } })
  const couponClaimId = await fixture.scenario.claim(member, coupon)
  const session = await fixture.hold(member, checkoutOf(variant, { couponClaimId }))
  expect(session.pricing.total).toBe('0.00')
  await fixture.paid(session)
  expect(await fixture.reservations(session.orderId)).toMatchObject([{ status: 'active', expiresAt: null }])
})

test('an order that is closed says why, and who can still cancel it', async () => {
  const [paid, confirmed, cancelled] = [
    await openOrder(fixture),
    await openOrder(fixture, cash),
    await openOrder(fixture),
  ]
  expect(await fixture.outcomeOf(paid.session)).toBe('applied')
  await confirmed.confirmCod()
  await cancelled.cancel()
  const answers = [
    await paid.cancel(),
    ...(await Promise.all([paid, confirmed, cancelled].map(({ change }) => change({ shipping: recipient })))),
  ]
  expect(answers).toMatchObject(
    [
      'This order is paid; only staff can cancel it.',
      'This order is paid; it can no longer be changed.',
      'This order is confirmed for cash on delivery; you pay when it arrives, and it can no longer be changed.',
      'This order is cancelled; it can no longer be changed or paid.',
    ].map(message => ({ code: 'CONFLICT', message })),
  )
})

test('a form is returned again under its key while the order could get one, and no longer', async () => {
  const [order, cancelled, late] = [await openOrder(fixture), await openOrder(fixture), await openOrder(fixture)]
  const key = { 'idempotency-key': 'form-1' }
  const first = await order.openForm(key)
  expect((await order.openForm(key)).body).toEqual(first.body)
  await cancelled.openForm(key)
  await cancelled.cancel()
  expect(await cancelled.openForm(key)).toMatchObject({ status: 409, code: 'CONFLICT' })
  await late.openForm(key)
  fixture.clock.advance(15 * 60_000)
  expect(await late.openForm(key)).toMatchObject({ status: 409, code: 'CHECKOUT_EXPIRED' })
})

// docs/contract/store-checkout.md#ecpay
test.each([
  ['gateway-cvs', '6000.50', '33 to 6000'],
  ['gateway-atm', '50000.00', '11 to 49999'],
  ['gateway-other', '200000.00', '5 to 199999'],
])('%s does not take %s: the session names it, and the form is refused', async (paymentMethod, price, range) => {
  const { openForm, session } = await openOrder(fixture, { paymentMethod }, { price })
  expect(session.methodsNotTakingAmount).toContain(paymentMethod)
  const details = [{ path: 'paymentMethod', message: `accepts ${range} TWD` }]
  expect(await openForm()).toMatchObject({ status: 409, code: 'CONFLICT', details })
})

// docs/contract/messages.md#amount-due
describe('what is due of an order with cents: its total, or the whole TWD that one of its forms requested', () => {
  /** An order of 1009.50, including 100.00 for shipping. */
  const withCents = (price = '909.50') => openOrder(fixture, {}, { price })

  test('the whole amount that ECPay charges by the form is applied', async () => {
    const order = await withCents()
    expect(await order.openForm()).toMatchObject({ data: { fields: { TotalAmount: '1010' } } })
    expect(await fixture.outcomeOf(order.session, '1010.00')).toBe('applied')
    const { event } = await fixture.broker.eventOf(order.orderId, 'order.paid')
    expect(event.data, 'what was bought is worth its total').toMatchObject({ total: '1009.50', paymentStatus: 'paid' })
    expect(await fixture.outcomeOf(order.session), 'nothing is left to pay').toBe('already_paid')
  })

  test('no other amount is due, form or not; nor the whole amount that no form of this order requested', async () => {
    const [order, other] = [await withCents(), await withCents()]
    await other.openForm()
    for (const amount of ['1009.00', '1009.51', '1010.01', '0.00'])
      expect(await fixture.outcomeOf(other.session, amount)).toBe('amount_mismatch')
    expect([await fixture.outcomeOf(order.session, '1010.00'), await fixture.outcomeOf(order.session)]).toEqual([
      'amount_mismatch',
      'applied',
    ])
  })

  test('what a form requested before a coupon changed the total is not due, and due again when the coupon is removed', async () => {
    const order = await withCents()
    await order.openForm()
    await order.change({ couponClaimId: await fixture.scenario.claim(order.member) })
    expect(await fixture.outcomeOf(order.session, '1010.00')).toBe('amount_mismatch')
    await order.change({ couponClaimId: {} })
    expect(await fixture.outcomeOf(order.session, '1010.00')).toBe('applied')
  })
})
