import { storeCheckoutSessionSchema } from '@campstore/contract/checkout/schemas'
import type { Client } from '@campstore/testing/client'
import { type Fields, type TestCustomer, unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// Which claims can be used, and their discount (docs/contract/coupons.md#eligibility). The states of claims are in claims.test.ts.
const start = '2026-11-20T08:00:00.000Z'
const fixture = useFixture(startCheckoutFixture)
afterEach(async () => {
  fixture.clock.set(start)
  await fixture.scenario.shipping('100.00', '1500.00')
})

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

/** A claim of the member's that must not be usable on an order of 500.00, by the reason why. */
const reasons: Record<string, (member: Member) => Promise<number>> = {
  'the coupon is inactive': async member => claimOf(member, { status: 'inactive' }),
  'the coupon begins a millisecond later': async member => claimOf(member, { starts_at: '2026-11-20T08:00:00.001Z' }),
  'the coupon ends now': async member => claimOf(member, { ends_at: start }),
  'the subtotal is a cent below minSpend': async member => claimOf(member, { min_spend: '500.01' }),
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
  'the claim is used': async member =>
    fixture.scenario.claim(member, undefined, { status: 'used', order_id: unique('order') }),
  'the claim is applied to another order of the member': async member => {
    const claim = await fixture.scenario.claim(member)
    await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId: claim }))
    return claim
  },
  'the claim belongs to another customer': async () => fixture.scenario.claim(await fixture.member()),
  'there is no such claim': async () => 999_999_999,
  'no claim can have the id 0': async () => 0,
  'no claim can have a negative id': async () => -1,
  'no claim can have a broken id': async () => 1.5,
  'no claim can have so great an id': async () => 1e300,
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

  test.each(Object.keys(reasons))('on an order that has another: %s', async reason => {
    const member = await fixture.member()
    const couponClaimId = await fixture.scenario.claim(member)
    const session = await fixture.hold(member, checkoutOf(await fixture.scenario.variant(), { couponClaimId }))
    const wanted = await reasons[reason]?.(member)
    const claims = await claimsNow()
    expect(await patch(member.client, session.orderId, { couponClaimId: wanted })).toMatchObject(notApplicable)
    expect((await member.client.get(`${sessionsPath}/${session.orderId}`)).data).toEqual(session)
    expect(await claimsNow()).toEqual(claims)
  })

  const claimed = /^The coupon “.+” /
  test.each([
    ['the coupon is inactive', 'is not active'],
    ['the claim is applied to another order of the member', 'is on another order of yours'],
  ])('a claim of one’s own says why: %s', async (reason, why) => {
    const member = await fixture.member()
    const couponClaimId = await reasons[reason]?.(member)
    const request = checkoutOf(await fixture.scenario.variant(), { couponClaimId })
    const answer = await member.client.post(sessionsPath, request)
    expect(answer.body).toMatchObject({ error: { details: [{ path: 'couponClaimId', message: why }] } })
    expect(answer.body).toMatchObject({ error: { message: expect.stringMatching(claimed) } })
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
    ['ten percent', percentage('10.00'), '500.00', 2, ['1000.00', '100.00', '100.00', '1000.00']],
    [
      'a percentage above its cap',
      percentage('10.00', '99.99'),
      '1000.00',
      1,
      ['1000.00', '100.00', '99.99', '1000.01'],
    ],
    ['all of it: shipping is left', percentage('100.00'), '500.00', 1, ['500.00', '100.00', '500.00', '100.00']],
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
