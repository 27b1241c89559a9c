import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// docs/contract/limits.md#holds-of-one-member
const limits = { MAX_OPEN_HOLDS: '8', MAX_HELD_PIECES: '30', MAX_HELD_SHARE_PERCENT: '50' }
const fixture = useFixture(() => startCheckoutFixture(limits))

type Buyer = Awaited<ReturnType<CheckoutFixture['member']>>
const checkout = ({ client }: Buyer, request: object) => client.post(sessionsPath, request)
const isBeyondLimit = { status: 409, code: 'CONFLICT' }
const piecesOf = (variant: { variantId: string }, quantity: number, changes: object = {}) =>
  checkoutOf(variant, { items: [{ variantId: variant.variantId, quantity }], ...changes })

async function heldBy({ customerId }: Buyer): Promise<number> {
  const sql = `
    select coalesce(sum(reservation.quantity), 0)::integer as pieces
    from checkout.store_order
    join checkout.stock_reservation reservation on reservation.order_id = store_order.id
    where store_order.customer_id = $1 and reservation.status = 'active'`
  return (await fixture.owner.query<{ pieces: number }>(sql, [customerId])).rows[0]?.pieces ?? 0
}

describe('pieces of a member', () => {
  test('thirty checkouts at once, with items in either order, never hold more than the limit', async () => {
    const variants = [await fixture.scenario.variant({ onHand: 900 }), await fixture.scenario.variant({ onHand: 900 })]
    const items = variants.map(({ variantId }) => ({ variantId, quantity: 3 }))
    const [buyer, other] = [await fixture.member(), await fixture.member()]
    const request = (changes: object) => checkoutOf({ variantId: '' }, changes)
    const attempts = Array.from({ length: 30 }, (_, number) =>
      checkout(buyer, request({ items: number % 2 === 0 ? items : items.toReversed() })),
    )
    const ofOther = checkout(other, request({ items }))
    const answers = await Promise.all(attempts)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(25)
    expect(await heldBy(buyer)).toBe(30)
    expect(await ofOther).toMatchObject({ status: 200 })
  })

  test('the message says what to do', async () => {
    const variant = await fixture.scenario.variant({ onHand: 900 })
    expect(await checkout(await fixture.member(), piecesOf(variant, 31))).toMatchObject({
      ...isBeyondLimit,
      body: {
        error: {
          message:
            'You can hold at most 30 pieces in unpaid orders at a time. Pay for one of your orders or cancel one, or ask for less, then try again.',
        },
      },
    })
  })

  test('an order that is confirmed for cash on delivery counts until it ships', async () => {
    const variant = await fixture.scenario.variant({ onHand: 900 })
    const buyer = await fixture.member()
    const { orderId } = await fixture.hold(buyer, piecesOf(variant, 30, { paymentMethod: 'cod' }))
    expect(await buyer.client.post(`${sessionsPath}/${orderId}/confirm-cod`)).toMatchObject({ status: 200 })
    expect(await checkout(buyer, piecesOf(variant, 1))).toMatchObject(isBeyondLimit)
    const ship = `/internal/checkout/orders/${orderId}/ship`
    expect(await fixture.administrator('orders.edit').post(ship)).toMatchObject({ status: 200 })
    expect(await checkout(buyer, piecesOf(variant, 1))).toMatchObject({ status: 200 })
  })
})

describe('the share of the stock of a variant', () => {
  test('counts all locations and what the member holds of it in other orders', async () => {
    const variant = await fixture.scenario.variant({ onHand: { 'store-1': 12, 'store-2': 10 } })
    const buyer = await fixture.member()
    expect(await checkout(buyer, piecesOf(variant, 6))).toMatchObject({ status: 200 })
    expect(await checkout(buyer, piecesOf(variant, 6))).toMatchObject({
      ...isBeyondLimit,
      body: { error: { details: [{ path: 'items.0.quantity' }] } },
    })
    expect(await checkout(buyer, piecesOf(variant, 5))).toMatchObject({ status: 200 })
    expect(await checkout(await fixture.member(), piecesOf(variant, 11))).toMatchObject({ status: 200 })
  })

  test('is not judged up to twenty pieces', async () => {
    const [few, many] = [await fixture.scenario.variant({ onHand: 20 }), await fixture.scenario.variant({ onHand: 21 })]
    expect(await checkout(await fixture.member(), piecesOf(few, 20))).toMatchObject({ status: 200 })
    expect(await checkout(await fixture.member(), piecesOf(many, 11))).toMatchObject(isBeyondLimit)
  })
})
