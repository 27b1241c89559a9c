import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MeFixture, startMeFixture } from '../src/testing/me-fixture.ts'

// docs/contract/member.md#own-coupons
// Invalid requests are in test/bad-requests.
const couponsPath = '/api/me/coupons'
let fixture: MeFixture
beforeAll(async () => {
  fixture = await startMeFixture()
})
afterAll(() => fixture.stop())

const idsOf = (data: unknown): number[] => (data as { id: number }[]).map(({ id }) => id)

/** A member with claims of these minutes past seven; their ids in that order. */
async function memberWith(...minutes: number[]) {
  const member = await fixture.member()
  const ids: number[] = []
  for (const minute of minutes) {
    const claimedAt = `2026-11-20T07:${String(minute).padStart(2, '0')}:00.000Z`
    ids.push((await fixture.scenario.claim(member, { claimed_at: claimedAt })).id)
  }
  return { ...member, ids }
}

describe('GET /api/me/coupons', () => {
  test('a claim has all fields of the contract, with its coupon', async () => {
    const member = await fixture.member()
    const couponId = await fixture.scenario.coupon({ code: 'AUTUMN', usage_limit: 3 })
    const { id } = await fixture.scenario.claim(member, { coupon_id: couponId })
    expect((await member.client.get(couponsPath)).body).toEqual({
      success: true,
      data: [
        {
          id,
          couponId,
          customerId: member.customerId,
          status: 'available',
          orderId: null,
          claimedAt: '2026-11-20T07:00:00.000Z',
          coupon: {
            id: couponId,
            code: 'AUTUMN',
            name: '秋季九折',
            discountType: 'percentage',
            discountValue: '10.00',
            minSpend: '500.00',
            maxDiscount: '300.00',
            usageLimit: 3,
            usedCount: 0,
            status: 'active',
            startsAt: '2026-11-01T00:00:00.000Z',
            endsAt: '2026-12-01T00:00:00.000Z',
            createdAt: '2026-10-01T00:00:00.000Z',
            updatedAt: '2026-10-02T00:00:00.000Z',
          },
        },
      ],
      meta: { page: 0, size: 20, totalElements: 1, totalPages: 1 },
    })
  })

  test('a fixed coupon without cap and limit has null for both', async () => {
    const member = await fixture.member()
    const couponId = await fixture.scenario.coupon({
      discount_type: 'fixed',
      discount_value: '250.00',
      max_discount: null,
    })
    await fixture.scenario.claim(member, { coupon_id: couponId })
    expect((await member.client.get(couponsPath)).data).toMatchObject([
      { coupon: { discountType: 'fixed', discountValue: '250.00', maxDiscount: null, usageLimit: null } },
    ])
  })

  test('usedCount counts the used claims of all customers, and a claim names its order', async () => {
    const [member, other] = [await fixture.member(), await fixture.member()]
    const couponId = await fixture.scenario.coupon()
    const mine = await fixture.scenario.claim(member, { coupon_id: couponId })
    const theirs = await fixture.scenario.claim(other, { coupon_id: couponId })
    const orderId = await fixture.scenario.order(member)
    await fixture.scenario.change('checkout.coupon_claim', mine.id, { status: 'applied', order_id: orderId })
    await fixture.scenario.change('checkout.coupon_claim', theirs.id, {
      status: 'used',
      order_id: await fixture.scenario.order(other),
    })
    expect((await member.client.get(couponsPath)).data).toMatchObject([
      { status: 'applied', orderId, coupon: { usedCount: 1 } },
    ])
  })

  test('claims of inactive and expired coupons are listed too', async () => {
    const member = await fixture.member()
    const over = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-02-01T00:00:00Z' }
    await fixture.scenario.claim(member, { coupon_id: await fixture.scenario.coupon({ status: 'inactive', ...over }) })
    expect((await member.client.get(couponsPath)).data).toMatchObject([{ coupon: { status: 'inactive' } }])
  })

  test('order: claimedAt descending', async () => {
    const { client, ids } = await memberWith(10, 30, 20)
    const [tenPast, halfPast, twentyPast] = ids
    expect(idsOf((await client.get(couponsPath)).data)).toEqual([halfPast, twentyPast, tenPast])
  })

  test('order: of claims of the same instant, id descending; pages lose nothing', async () => {
    const { client, ids } = await memberWith(5, 5, 5, 5, 5)
    const answers = await Promise.all([0, 1, 2].map(page => client.get(`${couponsPath}?page=${page}&size=2`)))
    expect(answers.flatMap(answer => idsOf(answer.data))).toEqual(ids.toReversed())
    expect(answers.map(answer => answer.meta)).toEqual(
      [0, 1, 2].map(page => ({ page, size: 2, totalElements: 5, totalPages: 3 })),
    )
  })

  test('no claims: an empty page', async () => {
    const { client } = await fixture.member()
    const meta = { page: 0, size: 20, totalElements: 0, totalPages: 0 }
    expect(await client.get(couponsPath)).toMatchObject({ status: 200, data: [], meta })
  })

  test('the claims of others are never listed, whatever the query', async () => {
    const [owner, stranger] = [await memberWith(1), await fixture.member()]
    const answer = await stranger.client.get(`${couponsPath}?customerId=${owner.customerId}`)
    expect(answer).toMatchObject({ data: [], meta: { totalElements: 0 } })
  })
})
