import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CheckoutFixture, recipient, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { historyOf, orderThatIs, type Stage } from '../src/testing/orders.ts'

// docs/contract/store-checkout.md#update
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const other = { recipientName: '陳大文', phone: '02-23456789', address: '新北市板橋區文化路1號' }

describe('shipping replaces the recipient snapshot as a whole', () => {
  test('with another one', async () => {
    const { change, read, session } = await orderThatIs(fixture, 'open')
    const answer = await change({ shipping: other })
    expect([answer.status, answer.data]).toEqual([200, { ...session, shipping: other }])
    expect((await read()).data).toEqual(answer.data)
  })

  test('with a part of one: the missing parts become null, and it is a draft again', async () => {
    const { change } = await orderThatIs(fixture, 'open')
    const shipping = { recipientName: null, phone: '1', address: null }
    expect((await change({ shipping: { phone: '1' } })).data).toMatchObject({ shipping, checkoutStep: 'draft' })
  })

  test('with blank lines: they become null', async () => {
    const { change } = await orderThatIs(fixture, 'open')
    const answer = await change({ shipping: { ...other, address: '   ' } })
    expect(answer.data).toMatchObject({ shipping: { ...other, address: null }, checkoutStep: 'draft' })
  })

  test('with an empty recipient: it is removed', async () => {
    const { change } = await orderThatIs(fixture, 'open')
    expect((await change({ shipping: {} })).data).toMatchObject({ shipping: null, checkoutStep: 'draft' })
  })

  test('completing it makes the order ready to pay', async () => {
    const { change, session } = await orderThatIs(fixture, 'open', { shipping: null })
    expect(session.checkoutStep).toBe('draft')
    expect((await change({ shipping: recipient })).data).toMatchObject({ checkoutStep: 'ready_to_pay' })
  })
})

describe('paymentMethod', () => {
  test.each(['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod'])('%s', async paymentMethod => {
    const { change, session } = await orderThatIs(fixture, 'open', { paymentMethod: null })
    const answer = await change({ paymentMethod })
    expect(answer.data).toEqual({ ...session, paymentMethod, checkoutStep: 'ready_to_pay' })
  })
})

describe('couponClaimId: the service recomputes the discount', () => {
  test('a number applies the claim', async () => {
    const { change, member, session } = await orderThatIs(fixture, 'open')
    const couponClaimId = await fixture.scenario.claim(member)
    const pricing = { subtotal: '500.00', shippingFee: '100.00', discount: '50.00', total: '550.00' }
    expect((await change({ couponClaimId })).data).toEqual({ ...session, couponClaimId, pricing })
  })

  test('another number switches: the first claim is free again', async () => {
    const { change, member, orderId } = await orderThatIs(fixture, 'open')
    const first = await fixture.scenario.claim(member)
    const second = await fixture.scenario.claim(
      member,
      await fixture.scenario.coupon({ discount_type: 'fixed', discount_value: 80 }),
    )
    await change({ couponClaimId: first })
    expect((await change({ couponClaimId: second })).data).toMatchObject({ pricing: { discount: '80.00' } })
    const sql = 'select status, order_id from checkout.coupon_claim where id = any ($1) order by id'
    expect((await fixture.owner.query(sql, [[first, second]])).rows).toEqual([
      { status: 'available', order_id: null },
      { status: 'applied', order_id: orderId },
    ])
  })

  test('an empty object clears it', async () => {
    const { change, member, session } = await orderThatIs(fixture, 'open')
    await change({ couponClaimId: await fixture.scenario.claim(member) })
    expect((await change({ couponClaimId: {} })).data).toEqual(session)
  })

  test('an empty object without a coupon: nothing changes', async () => {
    const { change, session } = await orderThatIs(fixture, 'open')
    expect((await change({ couponClaimId: {} })).data).toEqual(session)
  })

  test('a coupon snapshot is stored with the order: it is what it was when applied', async () => {
    const { change, member, session } = await orderThatIs(fixture, 'open')
    const couponId = await fixture.scenario.coupon()
    await change({ couponClaimId: await fixture.scenario.claim(member, couponId) })
    await fixture.scenario.change('checkout.coupon', couponId, { discount_value: '90.00', name: 'other' })
    const answer = await change({ paymentMethod: 'cod' })
    expect(answer.data).toMatchObject({ paymentMethod: 'cod', pricing: { discount: '50.00' } })
    const sql = 'select coupon from checkout.store_order where id = $1'
    const { rows } = await fixture.owner.query(sql, [session.orderId])
    expect(rows).toMatchObject([{ coupon: { id: couponId, name: '秋季九折', discountValue: '10.00' } }])
  })

  test('error COUPON_NOT_APPLICABLE: nothing of the change is stored', async () => {
    const { change, read, session } = await orderThatIs(fixture, 'open')
    const answer = await change({ couponClaimId: 999_999_999, shipping: other, paymentMethod: 'cod' })
    expect(answer).toMatchObject({ status: 409, code: 'COUPON_NOT_APPLICABLE' })
    expect((await read()).data).toEqual(session)
  })
})

describe('null or absent changes nothing', () => {
  test.each<[string, object]>([
    ['an empty body', {}],
    ['null everywhere', { shipping: null, paymentMethod: null, couponClaimId: null }],
    ['only unknown fields', { status: 'shipped', total: '0.00', items: [] }],
    ['what it is already', { shipping: recipient, paymentMethod: 'gateway-credit' }],
  ])('%s', async (_, body) => {
    const { change, member, read, orderId } = await orderThatIs(fixture, 'open')
    const applied = await change({ couponClaimId: await fixture.scenario.claim(member) })
    const answer = await change(body)
    expect([answer.status, answer.data]).toEqual([200, applied.data])
    expect((await read()).data).toEqual(applied.data)
    expect(await historyOf(fixture, orderId)).toHaveLength(1)
  })

  test('all three at once change together', async () => {
    const { change, member } = await orderThatIs(fixture, 'open')
    const couponClaimId = await fixture.scenario.claim(member)
    const body = { shipping: other, paymentMethod: 'gateway-cvs', couponClaimId }
    expect((await change(body)).data).toMatchObject(body)
  })

  test('a change neither extends the hold nor reserves more', async () => {
    const { change, session, variant } = await orderThatIs(fixture, 'open')
    fixture.clock.advance(60_000)
    expect((await change({ shipping: other })).data).toMatchObject({ checkoutExpiresAt: session.checkoutExpiresAt })
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 1 }])
  })
})

test('error VALIDATION_ERROR comes before the state of the order', async () => {
  const { change } = await orderThatIs(fixture, 'cancelled by its member')
  expect(await change({ paymentMethod: 'cash' })).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
})

describe('allowed only while the order is unpaid and neither cancelled nor expired', () => {
  test.each<[string, Stage]>([
    ['CONFLICT', 'cancelled by its member'],
    ['CHECKOUT_EXPIRED', 'past its deadline'],
    ['CHECKOUT_EXPIRED', 'timed out'],
    ['CONFLICT', 'confirmed for cash on delivery'],
    ['CONFLICT', 'paid'],
    ['CONFLICT', 'shipped'],
    ['CONFLICT', 'completed'],
  ])('error %s: %s', async (code, stage) => {
    const { change, read } = await orderThatIs(fixture, stage)
    const before = await read()
    for (const body of [{ shipping: other }, { paymentMethod: 'gateway-atm' }, { couponClaimId: {} }, {}])
      expect(await change(body)).toMatchObject({ status: 409, code })
    expect((await read()).data).toEqual(before.data)
  })

  test.each<[string, Stage]>([
    ['CONFLICT', 'cancelled by its member'],
    ['CONFLICT', 'confirmed for cash on delivery'],
    ['CONFLICT', 'paid'],
  ])('error %s: %s, also past the deadline', async (code, stage) => {
    const { change } = await orderThatIs(fixture, stage)
    fixture.clock.advance(900_000)
    expect(await change({ shipping: other })).toMatchObject({ status: 409, code })
  })

  test('a millisecond before the deadline it is', async () => {
    const { change } = await orderThatIs(fixture, 'open')
    fixture.clock.advance(899_999)
    expect(await change({ shipping: other })).toMatchObject({ status: 200 })
  })
})
