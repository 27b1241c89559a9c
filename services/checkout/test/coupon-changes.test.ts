import type { Queryable } from '@campstore/database/database'
import { countWaiting, delayRequests } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// A coupon is changed while customers use it (docs/contract/admin.md#coupons).
const fixture = useFixture(startCheckoutFixture)

const change = (coupon: string, body: object) =>
  fixture.administrator('coupons.edit').send('PATCH', `/internal/checkout/coupons/${coupon}`, { body })
const notApplicable = { status: 409, code: 'COUPON_NOT_APPLICABLE' }

/** A member with a claim on the coupon, who orders one piece at 500.00 with it. */
async function customerOf(coupon: string) {
  const member = await fixture.member()
  const couponClaimId = await fixture.scenario.claim(member, coupon)
  const request = checkoutOf(await fixture.scenario.variant(), { couponClaimId })
  return {
    ...member,
    couponClaimId,
    order: () => member.client.post(sessionsPath, request),
    hold: () => fixture.hold(member, request),
  }
}

describe('an order keeps its coupon; later orders get the changed one', () => {
  test.each<[object, object]>([
    [{ discountValue: '20.00' }, { status: 200, data: { pricing: { discount: '100.00' } } }],
    [{ maxDiscount: '30.00' }, { status: 200, data: { pricing: { discount: '30.00' } } }],
    [{ status: 'inactive' }, notApplicable],
    [{ endsAt: '2026-11-20T08:00:00.000Z' }, notApplicable],
    [{ startsAt: '2026-11-20T08:00:00.001Z' }, notApplicable],
    [{ minSpend: '500.01' }, notApplicable],
    [{ usageLimit: 1 }, notApplicable],
  ])('%j', async (body, answer) => {
    const coupon = await fixture.scenario.coupon()
    const [first, second] = [await customerOf(coupon), await customerOf(coupon)]
    const held = await first.hold()
    expect(held).toMatchObject({ pricing: { discount: '50.00' } })
    expect(await change(coupon, body)).toMatchObject({ status: 200 })
    expect(await second.order()).toMatchObject(answer)
    expect((await first.client.get(`${sessionsPath}/${held.orderId}`)).data).toEqual(held)
  })

  test('after a cancellation the limit may be lower', async () => {
    const coupon = await fixture.scenario.coupon()
    const [first, second] = [await customerOf(coupon), await customerOf(coupon)]
    const { orderId } = await first.hold()
    await second.hold()
    expect(await change(coupon, { usageLimit: 1 })).toMatchObject({ status: 409, code: 'CONFLICT' })
    await first.client.post(`${sessionsPath}/${orderId}/cancel`)
    expect(await change(coupon, { usageLimit: 1 })).toMatchObject({ status: 200 })
  })
})

describe('at once', () => {
  // By then the claim is applied, and the order is not complete yet.
  const beforeTheHistory = (tx: Queryable) => tx.query('lock table checkout.status_history in share mode')

  test.each([null, 5])(
    'a new limit waits for the order that is applying the coupon, whose limit was %s, and counts it',
    async limit => {
      const coupon = await fixture.scenario.coupon({ usage_limit: limit, used_count: 1 })
      const customer = await customerOf(coupon)
      const [ordered, changed] = await delayRequests(
        fixture.owner,
        { lock: beforeTheHistory, atLeast: 2 },
        async () => {
          const ordering = customer.order()
          await expect.poll(() => countWaiting(fixture.owner)).toBe(1)
          return Promise.all([ordering, change(coupon, { usageLimit: 1 })])
        },
      )
      expect(ordered).toMatchObject({ status: 200 })
      expect(changed).toMatchObject({ status: 409, code: 'CONFLICT' })
    },
  )

  test('an order waits for the change that is under way, and gets the changed coupon', async () => {
    const coupon = await fixture.scenario.coupon()
    const customer = await customerOf(coupon)
    const theChange = {
      lock: (tx: Queryable) => tx.query('select from checkout.coupon where id = $1 for update', [coupon]),
      meanwhile: (tx: Queryable) =>
        tx.query('update checkout.coupon set usage_limit = 1, used_count = 1 where id = $1', [coupon]),
    }
    expect(await delayRequests(fixture.owner, theChange, customer.order)).toMatchObject(notApplicable)
  })

  test('limits set and removed while 12 members check out: the last limit holds, without deadlocks', async () => {
    const coupon = await fixture.scenario.coupon()
    const customers = await Promise.all(Array.from({ length: 12 }, () => customerOf(coupon)))
    const changes = [3, null, 3, 3].map(usageLimit => change(coupon, { usageLimit }))
    await Promise.all([...customers.map(({ order }) => order()), ...changes])
    const final = await change(coupon, { usageLimit: 3 })
    const { rows } = await fixture.owner.query<{ redemptions: number }>(
      `select count(*)::integer as redemptions from checkout.coupon_claim where coupon_id = $1 and status <> 'available'`,
      [coupon],
    )
    expect(final.status === 200).toBe((rows[0]?.redemptions ?? 0) <= 3)
    const { rows: deadlocks } = await fixture.owner.query(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    )
    expect(deadlocks).toEqual([{ deadlocks: 0 }])
  })

  test('two changes at once: both are there', async () => {
    const coupon = await fixture.scenario.coupon()
    await Promise.all([change(coupon, { minSpend: '10.00' }), change(coupon, { maxDiscount: '20.00' })])
    const answer = await fixture.administrator('coupons.view').get(`/internal/checkout/coupons/${coupon}`)
    expect(answer.data).toMatchObject({ minSpend: '10.00', maxDiscount: '20.00' })
  })
})
