import type { Queryable } from '@campstore/database/database'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import { type Fields, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// Which claims can be used (docs/contract/coupons.md#eligibility), their states (docs/contract/states.md#coupon-claim), and coupons that
// are changed while customers use them (docs/contract/admin.md#coupons). test/bad-requests has the claims that are refused.
const fixture = useFixture(startCheckoutFixture)

const notApplicable = { status: 409, code: 'COUPON_NOT_APPLICABLE' }
const tenPercent = { subtotal: '500.00', shippingFee: '100.00', discount: '50.00', total: '550.00' }
const free = { status: 'available', orderId: null }

/** A member with a claim on a coupon, by default one of ten per cent, and a request for one piece at 500.00 with it. */
async function customerOf(couponId?: string, changes: object = {}) {
  const member = await fixture.member()
  const { client } = member
  const coupon = couponId ?? (await fixture.scenario.coupon())
  const couponClaimId = await fixture.scenario.claim(member, coupon)
  const variant = await fixture.scenario.variant()
  const request = checkoutOf(variant, { couponClaimId, ...changes })
  return {
    member,
    client,
    coupon,
    couponClaimId,
    variant,
    order: () => client.post(sessionsPath, request),
    /** Orders, and returns the session with what its member may do. */
    hold: async () => {
      const session = await fixture.hold(member, request)
      const path = `${sessionsPath}/${session.orderId}`
      return {
        session,
        orderId: session.orderId,
        read: async () => (await client.get(path)).data,
        patch: (body: object) => client.patch(path, body),
        cancel: () => client.post(`${path}/cancel`),
      }
    },
  }
}

async function claimNow(claimId: number) {
  const sql = 'select status, order_id as "orderId" from checkout.coupon_claim where id = $1'
  return (await fixture.owner.query(sql, [claimId])).rows[0]
}

/** Another customer's claim on a coupon, in a state that counts towards its limit. */
async function addRedemption(couponId: string, status: 'applied' | 'used'): Promise<void> {
  const other = await fixture.member()
  const claim = await fixture.scenario.claim(other, couponId, { status: 'applied', order_id: unique('order') })
  if (status === 'used') await fixture.scenario.change('checkout.coupon_claim', claim, { status })
}

describe('error COUPON_NOT_APPLICABLE, and nothing is changed', () => {
  test.each<[string, Fields, ('applied' | 'used')[]]>([
    ['used and applied claims', { usage_limit: 2 }, ['used', 'applied']],
    ['uses from before, of which no claim tells, and an applied claim', { used_count: 1, usage_limit: 2 }, ['applied']],
  ])('the usage limit is reached by %s', async (_, columns, redemptions) => {
    const coupon = await fixture.scenario.coupon(columns)
    for (const status of redemptions) await addRedemption(coupon, status)
    const { order, variant, couponClaimId } = await customerOf(coupon)
    expect(await order()).toMatchObject(notApplicable)
    expect(await fixture.shelves(variant)).toMatchObject([{ onHand: 5, reserved: 0 }])
    expect(await claimNow(couponClaimId)).toEqual(free)
  })

  test("existence is not revealed: another customer's claim and an unknown one get the same response", async () => {
    const foreign = (await customerOf()).couponClaimId
    const details = [{ path: 'couponClaimId', message: 'is not one of your coupon claims' }]
    const error = { code: 'COUPON_NOT_APPLICABLE', message: 'You have no coupon claim with this id.', details }
    for (const couponClaimId of [foreign, 999_999_999]) {
      const { order } = await customerOf(undefined, { couponClaimId })
      expect((await order()).body).toEqual({ success: false, error })
    }
  })
})

describe('the claim on an order', () => {
  test('that is free again can be used on another order, and the cancelled one still shows its discount', async () => {
    const { hold, member, couponClaimId } = await customerOf()
    const { cancel, read, session } = await hold()
    await cancel()
    const next = await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId }))
    await cancel()
    expect(await claimNow(couponClaimId)).toEqual({ status: 'applied', orderId: next.orderId })
    expect(await read()).toMatchObject({ couponClaimId: null, pricing: session.pricing })
  })

  test('PATCH applies one, replaces it by another, clears it with {}, and applies the last one again', async () => {
    const { hold, member, coupon, couponClaimId } = await customerOf(undefined, { couponClaimId: null })
    const { orderId, patch } = await hold()
    const applied = { couponClaimId, pricing: tenPercent }
    expect(await patch({ couponClaimId })).toMatchObject({ status: 200, data: applied })
    const better = await fixture.scenario.claim(member, await fixture.scenario.coupon({ discount_value: '20.00' }))
    const replaced = { couponClaimId: better, pricing: { discount: '100.00', total: '500.00' } }
    expect(await patch({ couponClaimId: better })).toMatchObject({ status: 200, data: replaced })
    expect([await claimNow(couponClaimId), await claimNow(better)]).toEqual([free, { status: 'applied', orderId }])
    const cleared = { couponClaimId: null, pricing: { discount: '0.00', total: '600.00' } }
    expect(await patch({ couponClaimId: {} })).toMatchObject({ status: 200, data: cleared })
    expect(await claimNow(better)).toEqual(free)
    // The claim on this order does not count against itself.
    await fixture.scenario.change('checkout.coupon', coupon, { usage_limit: 1 })
    for (const _ of ['first', 'again']) expect(await patch({ couponClaimId })).toMatchObject({ data: applied })
  })
})

describe('a coupon is changed by staff', () => {
  const change = (coupon: string, body: object) =>
    fixture.administrator('coupons.edit').patch(`/internal/checkout/coupons/${coupon}`, body)

  test.each<[object, object]>([
    [{ discountValue: '20.00' }, { status: 200, data: { pricing: { discount: '100.00' } } }],
    [{ status: 'inactive' }, notApplicable],
  ])(
    '%j: orders keep what they have until the claim is removed and applied again; later ones get the changed one',
    async (body, later) => {
      const coupon = await fixture.scenario.coupon()
      const [first, second] = [await customerOf(coupon), await customerOf(coupon)]
      const { session, read, patch } = await first.hold()
      expect(session.pricing).toEqual(tenPercent)
      expect(await change(coupon, body)).toMatchObject({ status: 200 })
      expect(await second.order()).toMatchObject(later)
      expect(await read()).toEqual(session)
      expect(await patch({ paymentMethod: 'cod' })).toMatchObject({ status: 200, data: { pricing: tenPercent } })
      const { couponClaimId } = first
      expect(await patch({ couponClaimId })).toMatchObject({ status: 200, data: { pricing: tenPercent } })
      await patch({ couponClaimId: {} })
      expect(await patch({ couponClaimId })).toMatchObject(later)
    },
  )

  test('a new limit waits for the order that is applying the coupon, and counts it', async () => {
    const { order, coupon } = await customerOf(await fixture.scenario.coupon({ used_count: 1 }))
    const [ordered, changed] = await delayRequests(fixture.owner, beforeTheHistory, async () => {
      const ordering = order()
      await expect.poll(() => countWaiting(fixture.owner)).toBe(1)
      return Promise.all([ordering, change(coupon, { usageLimit: 1 })])
    })
    expect([ordered, changed]).toMatchObject([{ status: 200 }, { status: 409, code: 'CONFLICT' }])
  })
})

/** By then the claim is applied, and the order is not complete yet. */
const beforeTheHistory = {
  lock: (tx: Queryable) => tx.query('lock table checkout.status_history in share mode'),
  atLeast: 2,
}

// One order per claim and no more than the usage limit, also under concurrency (docs/contract/coupons.md#usage-limit);
// hold-batches.test.ts has orders that apply claims at once.
describe('at once', () => {
  test.each([
    ['the coupon becomes inactive', `update checkout.coupon set status = 'inactive' where id = $1`],
    ['its limit is reached', 'update checkout.coupon set usage_limit = 1 where id = $1'],
    [
      'another order applies the claim',
      `update checkout.coupon_claim set status = 'applied', order_id = 'other' || id where coupon_id = $1`,
    ],
  ])('a change that commits while an order waits for its claim counts: %s', async (_, sql) => {
    const { order, coupon, couponClaimId, variant } = await customerOf()
    await addRedemption(coupon, 'applied')
    const atTheClaim = {
      lock: (tx: Queryable) => tx.query('select from checkout.coupon_claim where id = $1 for update', [couponClaimId]),
      meanwhile: (tx: Queryable) => tx.query(sql, [coupon]),
    }
    expect(await delayRequests(fixture.owner, atTheClaim, order)).toMatchObject(notApplicable)
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })
})
