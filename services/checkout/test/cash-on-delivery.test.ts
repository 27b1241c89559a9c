import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { recipient, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { confirmedOrder, historyOf, openOrder } from '../src/testing/orders.ts'

// docs/contract/store-checkout.md#confirm-cash-on-delivery
const fixture = useFixture(startCheckoutFixture)

const cash = { paymentMethod: 'cod' }

describe('confirm-cod: the order is confirmed', () => {
  test('it stays unpaid, and the session as it was, its checkoutExpiresAt too', async () => {
    const { confirmCod, read, session } = await openOrder(fixture, cash)
    const answer = await confirmCod()
    expect([answer.status, answer.data]).toEqual([200, session])
    expect((await read()).data).toEqual(session)
    expect(session).toMatchObject({ paymentStatus: 'unpaid', status: 'unshipped' })
  })

  test('reservations last until fulfilment, without a deadline', async () => {
    const { confirmCod, orderId, variant } = await openOrder(fixture, cash)
    await confirmCod()
    expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'active', expiresAt: null, quantity: 1 }])
    expect(await fixture.shelves(variant)).toMatchObject([{ onHand: 5, reserved: 1 }])
  })

  test('it ends the deadline: the order no longer expires', async () => {
    const { orderId, read, session } = await confirmedOrder(fixture)
    fixture.clock.advance(86_400_000)
    expect(await fixture.expire(orderId)).toBe('unchanged')
    expect(await fixture.sweep()).toBe(0)
    expect((await read()).data).toEqual({ ...session, ...cash })
  })

  test('events and members see that it can no longer expire', async () => {
    const { orderId } = await confirmedOrder(fixture)
    const { event } = await fixture.broker.eventOf(orderId, 'order.cod-confirmed')
    expect(event.data).toMatchObject({ checkoutExpiresAt: null, paymentStatus: 'unpaid' })
    const sql = 'select checkout_expires_at from checkout.member_order where id = $1'
    expect((await fixture.owner.query(sql, [orderId])).rows).toEqual([{ checkout_expires_at: null }])
  })

  test('one history entry is added, by the member', async () => {
    const { confirmCod, member, orderId } = await openOrder(fixture, cash)
    fixture.clock.advance(1_000)
    await confirmCod()
    expect((await historyOf(fixture, orderId)).slice(1)).toEqual([
      {
        from_status: 'unshipped',
        to_status: 'unshipped',
        actor_type: 'member',
        actor_id: member.customerId,
        at: new Date('2026-11-20T08:00:01.000Z'),
      },
    ])
  })
})

describe('confirm-cod is idempotent', () => {
  test('again, also past the original deadline: the same answer, nothing more happens', async () => {
    const { confirmCod, orderId } = await openOrder(fixture, cash)
    const first = await confirmCod()
    fixture.clock.advance(3_000_000)
    expect((await confirmCod()).body).toEqual(first.body)
    expect(await historyOf(fixture, orderId)).toHaveLength(2)
  })

  test('five at once confirm once', async () => {
    const { confirmCod, orderId } = await openOrder(fixture, cash)
    const answers = await Promise.all(Array.from({ length: 5 }, confirmCod))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(await historyOf(fixture, orderId)).toHaveLength(2)
  })
})

describe('precondition: paymentMethod = cod and checkoutStep = ready_to_pay', () => {
  const missing = (...paths: string[]) => paths.map(path => ({ path, message: 'is missing' }))
  test.each<[string, object, object[]]>([
    [
      'another payment method',
      { paymentMethod: 'gateway-credit' },
      [{ path: 'paymentMethod', message: 'must be cod' }],
    ],
    ['no address', { ...cash, shipping: { ...recipient, address: ' ' } }, missing('shipping.address')],
  ])('error CONFLICT, whose details name the field: %s', async (_, changes, details) => {
    const { confirmCod, orderId } = await openOrder(fixture, changes)
    expect(await confirmCod()).toMatchObject({ status: 409, code: 'CONFLICT', body: { error: { details } } })
    expect(await fixture.reservations(orderId)).toMatchObject([{ expiresAt: new Date('2026-11-20T08:15:00.000Z') }])
    expect(await historyOf(fixture, orderId)).toHaveLength(1)
  })
})
