import type { Client } from '@campstore/testing/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// The states of a claim, and how used ones are counted (docs/contract/states.md#coupon-claim).
// Concurrent requests for them are in claims-at-once.test.ts.
const start = '2026-11-20T08:00:00.000Z'
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

const pathOf = (orderId: string) => `${sessionsPath}/${orderId}`
const patch = (client: Client, orderId: string, body: object) => client.send('PATCH', pathOf(orderId), { body })
const free = { status: 'available', orderId: null }

async function stateOf(claimId: number) {
  const sql = 'select status, order_id as "orderId" from checkout.coupon_claim where id = $1'
  return (await fixture.owner.query(sql, [claimId])).rows[0]
}
async function usedCountOf(coupon: string) {
  return (await fixture.owner.query('select used_count from checkout.coupon where id = $1', [coupon])).rows[0]
    ?.used_count
}

/** A member with a claim on an order of 500.00, by default paid in cash on delivery. */
async function applied(changes: object = { paymentMethod: 'cod' }) {
  const member = await fixture.member()
  const coupon = await fixture.scenario.coupon()
  const claim = await fixture.scenario.claim(member, coupon)
  const session = await fixture.hold(
    member,
    checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim, ...changes }),
  )
  const factsNow = async () => ({ ...(await stateOf(claim)), usedCount: await usedCountOf(coupon) })
  return { member, client: member.client, coupon, claim, session, orderId: session.orderId, factsNow }
}

describe('the claim on an order', () => {
  test('is applied while the order is unpaid', async () => {
    const { orderId, factsNow } = await applied()
    expect(await factsNow()).toEqual({ status: 'applied', orderId, usedCount: 0 })
  })

  test('is used when the order is paid', async () => {
    const { session, orderId, factsNow } = await applied({})
    await fixture.pay(session)
    await fixture.broker.eventOf(orderId, 'order.paid')
    expect(await factsNow()).toEqual({ status: 'used', orderId, usedCount: 1 })
  })

  test('is used once when cash on delivery is confirmed, however often', async () => {
    const { client, orderId, factsNow } = await applied()
    await client.post(`${pathOf(orderId)}/confirm-cod`)
    await client.post(`${pathOf(orderId)}/confirm-cod`)
    expect(await factsNow()).toEqual({ status: 'used', orderId, usedCount: 1 })
  })

  test('stays used when the order ships and is completed', async () => {
    const { client, orderId, factsNow } = await applied()
    await client.post(`${pathOf(orderId)}/confirm-cod`)
    for (const action of ['ship', 'complete'])
      await fixture.administrator().post(`/internal/checkout/orders/${orderId}/${action}`)
    expect(await factsNow()).toEqual({ status: 'used', orderId, usedCount: 1 })
  })

  test('is free again when a COD-confirmed order is cancelled, and usedCount is lowered', async () => {
    const { client, orderId, factsNow } = await applied()
    await client.post(`${pathOf(orderId)}/confirm-cod`)
    await client.post(`${pathOf(orderId)}/cancel`)
    expect(await factsNow()).toEqual({ ...free, usedCount: 0 })
  })

  test('is free again when its member cancels', async () => {
    const { client, orderId, factsNow } = await applied()
    await client.post(`${pathOf(orderId)}/cancel`)
    expect(await factsNow()).toEqual({ ...free, usedCount: 0 })
  })

  test('is free again when the hold ends', async () => {
    const { orderId, factsNow } = await applied()
    fixture.clock.advance(15 * 60_000)
    await fixture.expire(orderId)
    expect(await factsNow()).toEqual({ ...free, usedCount: 0 })
  })

  test('that is available again can be used on another order, and the cancelled one still shows its discount', async () => {
    const { member, client, claim, orderId, session } = await applied()
    await client.post(`${pathOf(orderId)}/cancel`)
    const next = await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim }))
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId: next.orderId })
    expect((await client.get(pathOf(orderId))).data).toMatchObject({ couponClaimId: claim, pricing: session.pricing })
  })

  test('that is free again is not touched by what else happens to the cancelled order', async () => {
    const { member, client, claim, orderId, session } = await applied()
    await client.post(`${pathOf(orderId)}/cancel`)
    const next = await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim }))
    await client.post(`${pathOf(orderId)}/cancel`)
    await fixture.pay(session)
    await fixture.broker.eventOf(orderId, 'payment.unapplied')
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId: next.orderId })
  })
})

describe('PATCH couponClaimId', () => {
  const none = { couponClaimId: null, pricing: { discount: '0.00', total: '600.00' } }
  const tenPercent = { discount: '50.00', total: '550.00' }

  test('a claim is applied to an order that has none', async () => {
    const { member, client, claim, orderId } = await applied({ couponClaimId: null })
    expect(await patch(client, orderId, { couponClaimId: claim })).toMatchObject({
      status: 200,
      data: { couponClaimId: claim, pricing: tenPercent },
    })
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId })
    const other = checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim })
    expect(await member.client.post(sessionsPath, other)).toMatchObject({ code: 'COUPON_NOT_APPLICABLE' })
  })

  test('another claim replaces the applied one, which is available again', async () => {
    const { member, client, claim, orderId } = await applied()
    const better = await fixture.scenario.claim(member, await fixture.scenario.coupon({ discount_value: '20.00' }))
    expect(await patch(client, orderId, { couponClaimId: better })).toMatchObject({
      status: 200,
      data: { couponClaimId: better, pricing: { discount: '100.00', total: '500.00' } },
    })
    expect([await stateOf(claim), await stateOf(better)]).toEqual([free, { status: 'applied', orderId }])
  })

  test('{} clears it: no discount, and the claim is free again', async () => {
    const { client, claim, orderId } = await applied()
    expect(await patch(client, orderId, { couponClaimId: {} })).toMatchObject({ status: 200, data: none })
    expect(await stateOf(claim)).toEqual(free)
  })

  test('{} on an order without a coupon changes nothing', async () => {
    const { client, orderId } = await applied({ couponClaimId: null })
    expect(await patch(client, orderId, { couponClaimId: {} })).toMatchObject({ status: 200, data: none })
  })

  test.each<[string, object]>([
    ['null', { couponClaimId: null }],
    ['absent', {}],
  ])('%s changes nothing', async (_, body) => {
    const { client, claim, orderId, session } = await applied()
    const answer = await patch(client, orderId, { ...body, paymentMethod: 'gateway-atm' })
    expect(answer).toMatchObject({ status: 200, data: { couponClaimId: claim, pricing: session.pricing } })
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId })
  })

  test('the claim that is there already is applied again, and stays', async () => {
    const { client, claim, orderId, session } = await applied()
    expect(await patch(client, orderId, { couponClaimId: claim })).toMatchObject({ status: 200, data: session })
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId })
  })

  test('cleared and applied again, it is as if nothing had been', async () => {
    const { client, claim, orderId, session } = await applied()
    await patch(client, orderId, { couponClaimId: {} })
    expect((await patch(client, orderId, { couponClaimId: claim })).data).toEqual(session)
    expect(await stateOf(claim)).toEqual({ status: 'applied', orderId })
  })

  test('with a usage limit of one, the claim that counts towards it can be applied again', async () => {
    const { client, claim, coupon, orderId } = await applied()
    await fixture.scenario.change('checkout.coupon', coupon, { usage_limit: 1 })
    expect(await patch(client, orderId, { couponClaimId: claim })).toMatchObject({ status: 200 })
    await patch(client, orderId, { couponClaimId: {} })
    expect(await patch(client, orderId, { couponClaimId: claim })).toMatchObject({ status: 200 })
  })
})
