import { storeCheckoutSessionSchema } from '@campstore/contract/checkout/schemas'
import type { Client } from '@campstore/testing/client'
import { type Fields, type TestCustomer, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// Which claims can be used, and their discount (docs/contract/coupons.md#eligibility). The states of claims are in claims.test.ts.
const fixture = useFixture(startCheckoutFixture)

type Member = TestCustomer & { client: Client }
const notApplicable = { status: 409, code: 'COUPON_NOT_APPLICABLE' }
const patch = (client: Client, orderId: string, body: object) =>
  client.send('PATCH', `${sessionsPath}/${orderId}`, { body })
const pricingOf = (data: unknown) => storeCheckoutSessionSchema.parse(data).pricing

/** Another customer's claim on a coupon, in a state that counts towards its limit. */
async function addRedemption(couponId: string, status: 'applied' | 'used'): Promise<void> {
  const other = await fixture.member()
  const claim = await fixture.scenario.claim(other, couponId, { status: 'applied', order_id: unique('order') })
  if (status === 'used') await fixture.scenario.change('checkout.coupon_claim', claim, { status })
}

/** A claim of the member's that must not be usable, by the reason why; test/bad-requests has the others, also of a change. */
const reasons: Record<string, (member: Member) => Promise<number>> = {
  'the usage limit is reached by used claims': async member => {
    const coupon = await fixture.scenario.coupon({ usage_limit: 2 })
    await addRedemption(coupon, 'used')
    await addRedemption(coupon, 'used')
    return fixture.scenario.claim(member, coupon)
  },
  'the usage limit is reached by used and applied claims': async member => {
    const coupon = await fixture.scenario.coupon({ usage_limit: 2 })
    await addRedemption(coupon, 'used')
    await addRedemption(coupon, 'applied')
    return fixture.scenario.claim(member, coupon)
  },
  'the usage limit is reached by uses from before, of which no claim tells': async member =>
    claimOf(member, { usage_limit: 2, used_count: 2 }),
  'the usage limit is reached by such uses and an applied claim': async member => {
    const coupon = await fixture.scenario.coupon({ usage_limit: 2, used_count: 1 })
    await addRedemption(coupon, 'applied')
    return fixture.scenario.claim(member, coupon)
  },
}
const claimOf = async (member: Member, coupon: Fields) =>
  fixture.scenario.claim(member, await fixture.scenario.coupon(coupon))

describe('error COUPON_NOT_APPLICABLE, whichever the reason, and nothing is changed', () => {
  test.each(Object.keys(reasons))('on a new order: %s', async reason => {
    const member = await fixture.member()
    const variant = await fixture.scenario.variant()
    const couponClaimId = await reasons[reason]?.(member)
    const claims = await claimsNow()
    expect(await member.client.post(sessionsPath, checkoutOf(variant, { couponClaimId }))).toMatchObject(notApplicable)
    expect(await fixture.shelves(variant)).toMatchObject([{ onHand: 5, reserved: 0 }])
    expect(await claimsNow()).toEqual(claims)
  })

  test('a claim of one’s own says why', async () => {
    const member = await fixture.member()
    const couponClaimId = await claimOf(member, { status: 'inactive' })
    const request = checkoutOf(await fixture.scenario.variant(), { couponClaimId })
    expect((await member.client.post(sessionsPath, request)).body).toMatchObject({
      error: {
        message: expect.stringMatching(/^The coupon “.+” /),
        details: [{ path: 'couponClaimId', message: 'is not active' }],
      },
    })
  })

  test("existence is not revealed: another customer's claim and an unknown one get the same response", async () => {
    const member = await fixture.member()
    const variant = await fixture.scenario.variant()
    const foreign = await fixture.scenario.claim(await fixture.member())
    const bodyFor = async (couponClaimId: number) =>
      (await member.client.post(sessionsPath, checkoutOf(variant, { couponClaimId }))).body
    const unknown = {
      success: false,
      error: {
        code: 'COUPON_NOT_APPLICABLE',
        message: 'You have no coupon claim with this id.',
        details: [{ path: 'couponClaimId', message: 'is not a coupon claim of yours' }],
      },
    }
    expect([await bodyFor(foreign), await bodyFor(999_999_999)]).toEqual([unknown, unknown])
  })
})

const claimsNow = async () =>
  (await fixture.owner.query('select id, status, order_id from checkout.coupon_claim order by id')).rows

describe('the discount of a coupon', () => {
  const percentage = (value: string, max_discount: string | null = null) => ({
    discount_type: 'percentage',
    discount_value: value,
    max_discount,
  })
  const fixed = (value: string) => ({ discount_type: 'fixed', discount_value: value })

  test.each<[string, Fields, string, number, object]>([
    [
      'a percentage above its cap',
      percentage('10.00', '99.99'),
      '1000.00',
      1,
      ['1000.00', '100.00', '99.99', '1000.01'],
    ],
    ['a fixed amount, at most the subtotal', fixed('900.00'), '500.00', 1, ['500.00', '100.00', '500.00', '100.00']],
    ['all of what ships for nothing', fixed('9999.00'), '750.00', 2, ['1500.00', '0.00', '1500.00', '0.00']],
  ])('%s', async (_, coupon, price, quantity, expected) => {
    const member = await fixture.member()
    const { variantId } = await fixture.scenario.variant({ variant: { price } })
    const couponClaimId = await claimOf(member, coupon)
    const wanted = { couponClaimId, items: [{ variantId, quantity }] }
    const { pricing, orderId } = await fixture.hold(member, checkoutOf({ variantId }, wanted))
    expect([pricing.subtotal, pricing.shippingFee, pricing.discount, pricing.total]).toEqual(expected)
    // The same for a new order and for PATCH.
    expect(pricingOf((await patch(member.client, orderId, { couponClaimId: {} })).data)).toMatchObject({
      discount: '0.00',
    })
    expect(pricingOf((await patch(member.client, orderId, { couponClaimId })).data)).toEqual(pricing)
  })
})

describe('an order stores a snapshot of its coupon', () => {
  async function discounted() {
    const member = await fixture.member()
    const coupon = await fixture.scenario.coupon()
    const couponClaimId = await fixture.scenario.claim(member, coupon)
    const session = await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId }))
    return { ...member, ...session, coupon, couponClaimId }
  }

  test('as it was when it was applied', async () => {
    const { orderId, coupon } = await discounted()
    await fixture.scenario.change('checkout.coupon', coupon, { name: 'another', discount_value: '90.00' })
    const { rows } = await fixture.owner.query('select coupon from checkout.store_order where id = $1', [orderId])
    expect(rows).toEqual([
      {
        coupon: {
          id: coupon,
          code: coupon.toUpperCase(),
          name: '秋季九折',
          discountType: 'percentage',
          discountValue: '10.00',
          minSpend: '0.00',
          maxDiscount: null,
        },
      },
    ])
  })

  test.each<[string, Fields]>([
    ['its value is changed', { discount_value: '90.00' }],
    ['it is withdrawn', { status: 'inactive' }],
    ['it is over', { ends_at: '2026-11-20T07:59:00.000Z' }],
  ])('%s: another change of the order leaves the discount as it was', async (_, changes) => {
    const { client, orderId, coupon, couponClaimId, pricing } = await discounted()
    await fixture.scenario.change('checkout.coupon', coupon, changes)
    const answer = await patch(client, orderId, { paymentMethod: 'cod' })
    expect(answer).toMatchObject({ status: 200, data: { couponClaimId, pricing } })
  })

  test('applied again, it is checked and computed again', async () => {
    const { client, orderId, coupon, couponClaimId } = await discounted()
    await fixture.scenario.change('checkout.coupon', coupon, { discount_value: '90.00' })
    const answer = await patch(client, orderId, { couponClaimId })
    expect(answer).toMatchObject({ status: 200, data: { pricing: { discount: '450.00', total: '150.00' } } })
    await fixture.scenario.change('checkout.coupon', coupon, { status: 'inactive' })
    expect(await patch(client, orderId, { couponClaimId })).toMatchObject(notApplicable)
  })
})
