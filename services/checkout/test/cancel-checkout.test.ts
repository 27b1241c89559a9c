import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'
import { historyOf, orderThatIs, type Stage } from '../src/testing/orders.ts'

// docs/contract/store-checkout.md#cancel
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const later = new Date('2026-11-20T08:00:01.000Z')

describe('lifecycle: unpaid order + member cancels -> cancelled', () => {
  test('the session is the same but for its status', async () => {
    const { cancel, read, session } = await orderThatIs(fixture, 'open')
    const answer = await cancel()
    expect([answer.status, answer.data]).toEqual([200, { ...session, status: 'cancelled' }])
    expect((await read()).data).toEqual(answer.data)
  })

  test('a draft too', async () => {
    const { cancel } = await orderThatIs(fixture, 'open', { shipping: null, paymentMethod: null })
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled', checkoutStep: 'draft' } })
  })

  test('reservations become released, and the stock is free', async () => {
    const { cancel, orderId, variant } = await orderThatIs(fixture, 'open')
    fixture.clock.set(later)
    await cancel()
    expect(await fixture.reservations(orderId)).toMatchObject([{ status: 'released', endedAt: later }])
    expect(await fixture.shelves(variant)).toEqual([{ locationId: 'store-1', onHand: 5, reserved: 0 }])
  })

  test('the stock returns to all of its locations', async () => {
    const [one, two] = [await fixture.scenario.location(), await fixture.scenario.location()]
    const variant = await fixture.scenario.variant({ onHand: { [one]: 2, [two]: 2 } })
    const member = await fixture.member()
    const items = [{ variantId: variant.variantId, quantity: 3 }]
    const { orderId } = await fixture.hold(member, checkoutOf(variant, { items }))
    await member.client.post(`${sessionsPath}/${orderId}/cancel`)
    expect((await fixture.shelves(variant)).map(shelf => shelf.reserved)).toEqual([0, 0])
  })

  test('the coupon claim is free again; the amounts stay', async () => {
    const { cancel, change, member } = await orderThatIs(fixture, 'open')
    const couponClaimId = await fixture.scenario.claim(member)
    await change({ couponClaimId })
    expect((await cancel()).data).toMatchObject({ couponClaimId, pricing: { discount: '50.00', total: '550.00' } })
    const { rows } = await fixture.owner.query('select status, order_id from checkout.coupon_claim where id = $1', [
      couponClaimId,
    ])
    expect(rows).toEqual([{ status: 'available', order_id: null }])
  })

  test('one history entry is added, by the member', async () => {
    const { cancel, member, orderId } = await orderThatIs(fixture, 'open')
    fixture.clock.set(later)
    await cancel()
    const actor = { actor_type: 'member', actor_id: member.customerId }
    expect(await historyOf(fixture, orderId)).toEqual([
      { from_status: null, to_status: 'unshipped', at: new Date('2026-11-20T08:00:00.000Z'), ...actor },
      { from_status: 'unshipped', to_status: 'cancelled', at: later, ...actor },
    ])
  })

  test('a millisecond before the deadline', async () => {
    const { cancel } = await orderThatIs(fixture, 'open')
    fixture.clock.advance(899_999)
    expect(await cancel()).toMatchObject({ status: 200 })
  })
})

describe('confirmed for cash on delivery, not shipped', () => {
  test('may still be cancelled, also past the original deadline', async () => {
    const { cancel, variant } = await orderThatIs(fixture, 'confirmed for cash on delivery')
    fixture.clock.advance(3_000_000)
    expect(await cancel()).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })

  test('frees its claim and lowers usedCount', async () => {
    const { cancel, change, confirmCod, member } = await orderThatIs(fixture, 'open', { paymentMethod: 'cod' })
    const couponId = await fixture.scenario.coupon()
    const usedCount = async () =>
      (await fixture.owner.query('select used_count from checkout.coupon where id = $1', [couponId])).rows[0]
        ?.used_count
    await change({ couponClaimId: await fixture.scenario.claim(member, couponId) })
    await confirmCod()
    expect(await usedCount()).toBe(1)
    await cancel()
    expect(await usedCount()).toBe(0)
  })
})

describe('a cancelled order is returned as it is: 200', () => {
  test.each<[Stage]>([['cancelled by its member'], ['timed out']])('%s', async stage => {
    const { cancel, orderId, read, session, variant } = await orderThatIs(fixture, stage)
    const history = await historyOf(fixture, orderId)
    const answer = await cancel()
    expect([answer.status, answer.data]).toEqual([200, { ...session, status: 'cancelled' }])
    fixture.clock.advance(3_000_000)
    expect((await cancel()).body).toEqual(answer.body)
    expect((await read()).data).toEqual(answer.data)
    expect(await historyOf(fixture, orderId)).toEqual(history)
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })

  test('ten at once release the stock once', async () => {
    const { cancel, orderId, variant } = await orderThatIs(fixture, 'open')
    const answers = await Promise.all(Array.from({ length: 10 }, cancel))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(await historyOf(fixture, orderId)).toHaveLength(2)
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })
})

describe('refused', () => {
  test.each<[string, Stage]>([
    ['CHECKOUT_EXPIRED', 'past its deadline'],
    ['CONFLICT', 'paid'],
    ['CONFLICT', 'shipped'],
    ['CONFLICT', 'completed'],
  ])('error %s: %s', async (code, stage) => {
    const { cancel, orderId, read } = await orderThatIs(fixture, stage)
    const [before, reserved] = [await read(), await fixture.reservations(orderId)]
    expect(await cancel()).toMatchObject({ status: 409, code })
    expect((await read()).data).toEqual(before.data)
    expect(await fixture.reservations(orderId)).toEqual(reserved)
  })

  test('error CONFLICT: paid, also past the deadline', async () => {
    const { cancel } = await orderThatIs(fixture, 'paid')
    fixture.clock.advance(900_000)
    expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('error CONFLICT: confirmed for cash on delivery and shipped', async () => {
    const { cancel, orderId } = await orderThatIs(fixture, 'confirmed for cash on delivery')
    await fixture.administrator().post(`/internal/checkout/orders/${orderId}/ship`)
    expect(await cancel()).toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})
