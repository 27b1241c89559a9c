import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type CheckoutWorld, recipient, startCheckoutWorld } from './testing/checkout-world.ts'
import { historyOf, orderThatIs, type Stage } from './testing/orders.ts'

// POST /api/checkout/sessions/{orderId}/confirm-cod
let world: CheckoutWorld
beforeAll(async () => {
  world = await startCheckoutWorld()
})
afterAll(() => world.stop())
afterEach(() => world.clock.set('2026-11-20T08:00:00.000Z'))

const cash = { paymentMethod: 'cod' }

describe('confirm-cod: the order is confirmed', () => {
  test('it stays unpaid, and the session as it was, its checkoutExpiresAt too', async () => {
    const { confirmCod, read, session } = await orderThatIs(world, 'open', cash)
    const answer = await confirmCod()
    expect([answer.status, answer.data]).toEqual([200, session])
    expect((await read()).data).toEqual(session)
    expect(session).toMatchObject({ paymentStatus: 'unpaid', status: 'unshipped' })
  })

  test('reservations are kept until fulfilment: without a deadline', async () => {
    const { confirmCod, orderId, variant } = await orderThatIs(world, 'open', cash)
    await confirmCod()
    expect(await world.reservations(orderId)).toMatchObject([{ status: 'active', expiresAt: null, quantity: 1 }])
    expect(await world.shelves(variant)).toMatchObject([{ onHand: 5, reserved: 1 }])
  })

  test('it ends the deadline: the order no longer expires', async () => {
    const { orderId, read, session } = await orderThatIs(world, 'confirmed for cash on delivery')
    world.clock.advance(86_400_000)
    expect(await world.expire(orderId)).toBe('left')
    expect(await world.sweep()).toBe(0)
    expect((await read()).data).toEqual({ ...session, ...cash })
  })

  test('events and members see that it can no longer expire', async () => {
    const { orderId } = await orderThatIs(world, 'confirmed for cash on delivery')
    const { event } = await world.broker.eventOf(orderId, 'order.cod-confirmed')
    expect(event.data).toMatchObject({ checkoutExpiresAt: null, paymentStatus: 'unpaid' })
    const sql = 'select checkout_expires_at from checkout.member_order where id = $1'
    expect((await world.owner.query(sql, [orderId])).rows).toEqual([{ checkout_expires_at: null }])
  })

  test('the claim on it is used', async () => {
    const { change, confirmCod, member } = await orderThatIs(world, 'open', cash)
    const couponClaimId = await world.set.claim(member)
    await change({ couponClaimId })
    await confirmCod()
    const { rows } = await world.owner.query('select status from checkout.coupon_claim where id = $1', [couponClaimId])
    expect(rows).toEqual([{ status: 'used' }])
  })

  test('one history entry is added, by the member', async () => {
    const { confirmCod, member, orderId } = await orderThatIs(world, 'open', cash)
    world.clock.advance(1_000)
    await confirmCod()
    expect((await historyOf(world, orderId)).slice(1)).toEqual([
      {
        ...{ from_status: 'unshipped', to_status: 'unshipped', actor_type: 'member', actor_id: member.customerId },
        at: new Date('2026-11-20T08:00:01.000Z'),
      },
    ])
  })

  test('a millisecond before the deadline', async () => {
    const { confirmCod } = await orderThatIs(world, 'open', cash)
    world.clock.advance(899_999)
    expect(await confirmCod()).toMatchObject({ status: 200 })
  })

  test('an order whose method was changed to cod by PATCH', async () => {
    const { change, confirmCod } = await orderThatIs(world, 'open')
    await change(cash)
    expect(await confirmCod()).toMatchObject({ status: 200, data: cash })
  })
})

describe('confirm-cod is idempotent', () => {
  test('again, also past the original deadline: the same answer, nothing more happens', async () => {
    const { confirmCod, orderId } = await orderThatIs(world, 'open', cash)
    const first = await confirmCod()
    world.clock.advance(3_000_000)
    expect((await confirmCod()).body).toEqual(first.body)
    expect(await historyOf(world, orderId)).toHaveLength(2)
  })

  test('five at once confirm once', async () => {
    const { confirmCod, orderId } = await orderThatIs(world, 'open', cash)
    const answers = await Promise.all(Array.from({ length: 5 }, confirmCod))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(await historyOf(world, orderId)).toHaveLength(2)
  })
})

describe('precondition: paymentMethod = cod and checkoutStep = ready_to_pay', () => {
  test.each<[string, object]>([
    ['another payment method', { paymentMethod: 'gateway-credit' }],
    ['no payment method', { paymentMethod: null }],
    ['no recipient', { ...cash, shipping: null }],
    ['no name', { ...cash, shipping: { ...recipient, recipientName: null } }],
    ['no phone', { ...cash, shipping: { ...recipient, phone: '' } }],
    ['no address', { ...cash, shipping: { ...recipient, address: ' ' } }],
  ])('error CONFLICT: %s', async (_, changes) => {
    const { confirmCod, orderId } = await orderThatIs(world, 'open', changes)
    expect(await confirmCod()).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await world.reservations(orderId)).toMatchObject([{ expiresAt: new Date('2026-11-20T08:15:00.000Z') }])
    expect(await historyOf(world, orderId)).toHaveLength(1)
  })

  test.each<[string, Stage]>([
    ['CONFLICT', 'cancelled by its member'],
    ['CHECKOUT_EXPIRED', 'past its deadline'],
    ['CHECKOUT_EXPIRED', 'timed out'],
    ['CONFLICT', 'paid'],
    ['CONFLICT', 'shipped'],
  ])('error %s: %s', async (code, stage) => {
    const { confirmCod, read } = await orderThatIs(world, stage, cash)
    const before = await read()
    expect(await confirmCod()).toMatchObject({ status: 409, code })
    expect((await read()).data).toEqual(before.data)
  })

  test('error CONFLICT: confirmed, then cancelled', async () => {
    const { cancel, confirmCod } = await orderThatIs(world, 'confirmed for cash on delivery')
    await cancel()
    expect(await confirmCod()).toMatchObject({ status: 409, code: 'CONFLICT' })
    world.clock.advance(900_000)
    expect(await confirmCod()).toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})
