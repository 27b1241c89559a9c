import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// docs/contract/limits.md#holds-of-one-member; test/holds/open-holds.test.ts has the number of holds, hold-batches.test.ts many at once.
const fixture = useFixture(() =>
  startCheckoutFixture({ MAX_HELD_PIECES: '30', MAX_HELD_SHARE_PERCENT: '50', REQUIRE_VERIFIED_EMAIL_FOR_COD: 'yes' }),
)

const held = { status: 200 }
const isBeyondLimit = { status: 409, code: 'CONFLICT' }

/** Lets one member, or another, buy pieces of a variant with this many in stock. */
async function buyerOf(onHand: number | Record<string, number>) {
  const variant = await fixture.scenario.variant({ onHand })
  const requestOf = (quantity: number, changes: object) =>
    checkoutOf(variant, { items: [{ variantId: variant.variantId, quantity }], ...changes })
  const buyer = await fixture.member()
  return {
    client: buyer.client,
    hold: (quantity: number, changes: object) => fixture.hold(buyer, requestOf(quantity, changes)),
    buy: (quantity: number) => buyer.client.post(sessionsPath, requestOf(quantity, {})),
    buyAsAnother: async (quantity: number) =>
      (await fixture.member()).client.post(sessionsPath, requestOf(quantity, {})),
  }
}

test('pieces of all unpaid orders of a member; the message says what to do', async () => {
  const { buy, buyAsAnother } = await buyerOf(900)
  expect(await buy(25)).toMatchObject(held)
  const message =
    'You can hold at most 30 pieces in unpaid orders at a time. Pay for one of your orders or cancel one, or ask for less, then try again.'
  expect(await buy(6)).toMatchObject({ ...isBeyondLimit, message })
  expect(await buy(5)).toMatchObject(held)
  expect(await buyAsAnother(6)).toMatchObject(held)
})

test('an order that is confirmed for cash on delivery counts until it ships', async () => {
  const { client, hold, buy } = await buyerOf(900)
  const { orderId } = await hold(30, { paymentMethod: 'cod' })
  expect(await client.post(`${sessionsPath}/${orderId}/confirm-cod`)).toMatchObject({ status: 200 })
  expect(await buy(1)).toMatchObject(isBeyondLimit)
  const ship = `/internal/checkout/orders/${orderId}/ship`
  expect(await fixture.administrator('orders.edit').post(ship)).toMatchObject({ status: 200 })
  expect(await buy(1)).toMatchObject(held)
})

describe('the share of the stock of a variant', () => {
  test('counts all locations and what the member holds of it in other orders', async () => {
    const { buy, buyAsAnother } = await buyerOf({ 'store-1': 12, 'store-2': 10 })
    expect(await buy(6)).toMatchObject(held)
    const details = [{ path: 'items.0.quantity' }]
    expect(await buy(6)).toMatchObject({ ...isBeyondLimit, details })
    expect(await buy(5)).toMatchObject(held)
    expect(await buyAsAnother(11)).toMatchObject(held)
  })

  test('is not judged up to twenty pieces', async () => {
    expect(await (await buyerOf(20)).buy(20)).toMatchObject(held)
    expect(await (await buyerOf(21)).buy(11)).toMatchObject(isBeyondLimit)
  })
})

test('cash on delivery can be kept to members with a verified e-mail address: FORBIDDEN, with what to do', async () => {
  const variant = await fixture.scenario.variant({ onHand: 9 })
  const confirmedBy = async (email_verified: boolean) => {
    const member = await fixture.member({ email_verified })
    const { orderId } = await fixture.hold(member, checkoutOf(variant, { paymentMethod: 'cod' }))
    return member.client.post(`${sessionsPath}/${orderId}/confirm-cod`)
  }
  const message = expect.stringMatching(/^Cash on delivery needs a verified e-mail address\./)
  expect(await confirmedBy(false)).toMatchObject({ status: 403, code: 'FORBIDDEN', message })
  expect(await confirmedBy(true)).toMatchObject({ status: 200 })
})
