import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CheckoutFixture, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import { orderThatIs } from '../src/testing/orders.ts'

// What the expiry of orders has of its own (docs/contract/store-checkout.md#timeout); test/holds has what every hold does.
const hold = 15 * 60_000
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(async () => {
  fixture.clock.advance(hold)
  await fixture.sweep()
  fixture.clock.set('2026-11-20T08:00:00.000Z')
})

test('an order that is confirmed for cash on delivery never expires: its reservations have no deadline', async () => {
  const { confirmCod, orderId, read } = await orderThatIs(fixture, 'open', { paymentMethod: 'cod' })
  fixture.clock.advance(hold - 1)
  expect(await confirmCod()).toMatchObject({ status: 200 })
  expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'active', expiresAt: null }])
  fixture.clock.advance(hold * 100)
  await fixture.sweep()
  expect(await fixture.expire(orderId)).toBe('unchanged')
  expect(await read()).toMatchObject({ data: { status: 'unshipped', paymentStatus: 'unpaid' } })
})

test('cash on delivery that is only chosen expires like any other', async () => {
  const { orderId } = await orderThatIs(fixture, 'open', { paymentMethod: 'cod' })
  fixture.clock.advance(hold)
  expect(await fixture.expire(orderId)).toBe('expired')
})

test('an order that cannot be ended stops no other, and is logged', async () => {
  const [broken, sound] = [await orderThatIs(fixture, 'open'), await orderThatIs(fixture, 'open')]
  const setReserved = (reserved: number) =>
    fixture.owner.query('update inventory.stock set reserved = $2 where variant_id = $1', [
      broken.variant.variantId,
      reserved,
    ])
  // Nothing is reserved any more, so nothing can be released.
  await setReserved(0)
  fixture.clock.advance(hold)
  expect(await fixture.sweep()).toBe(1)
  expect(await broken.read()).toMatchObject({ data: { status: 'unshipped' } })
  expect(await sound.read()).toMatchObject({ data: { status: 'cancelled' } })
  expect(await fixture.reservations(broken.orderId)).toMatchObject([{ status: 'active' }])
  expect(fixture.log).toContainEqual(expect.objectContaining({ orderId: broken.orderId, level: 50 }))
  await setReserved(1)
  expect(await fixture.sweep()).toBe(1)
})
