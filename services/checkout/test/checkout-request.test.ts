import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// The request of a checkout, field by field (docs/contract/store-checkout.md#start).
const fixture = useFixture(startCheckoutFixture)

const aVariant = (price = '500.00') => fixture.scenario.variant({ variant: { price }, onHand: 200 })
const start = async (request: object) => (await fixture.member()).client.post(sessionsPath, request)
const accepted = { status: 200 }

test('error VALIDATION_ERROR: every mistake is named', async () => {
  const answer = await start({ items: [{ quantity: 0 }], paymentMethod: 'cash' })
  const body = JSON.stringify(answer.body)
  for (const path of ['items.0.variantId', 'items.0.quantity', 'paymentMethod', 'idempotencyKey'])
    expect(body).toContain(`"path":"${path}"`)
})

describe('optional fields', () => {
  test('couponClaimId, paymentMethod and shipping: absent is null', async () => {
    const { variantId } = await aVariant()
    const answer = await start({ items: [{ variantId, quantity: 1 }], idempotencyKey: 'sparse' })
    expect(answer).toMatchObject(accepted)
    const nothing = { paymentMethod: null, shipping: null, couponClaimId: null, checkoutStep: 'draft' }
    expect(answer.data).toMatchObject(nothing)
  })

  test('recipient lines are trimmed, and stored at their greatest length', async () => {
    const long = { recipientName: '林'.repeat(100), phone: '1'.repeat(50), address: '台'.repeat(500) }
    const session = await fixture.hold(await fixture.member(), checkoutOf(await aVariant(), { shipping: long }))
    expect(session.shipping).toEqual(long)
    const spaced = { recipientName: ' 林 小美 ', phone: '\t0912 ', address: ' 台北市\n' }
    const next = await fixture.hold(await fixture.member(), checkoutOf(await aVariant(), { shipping: spaced }))
    expect(next.shipping).toEqual({ recipientName: '林 小美', phone: '0912', address: '台北市' })
  })

  test('unknown fields are ignored, at every depth', async () => {
    const variant = await aVariant()
    const strange = { status: 'shipped', paymentStatus: 'paid', customerId: 'someone', subtotal: 'much', memo: {} }
    const items = [{ variantId: variant.variantId, quantity: 1, lineTotal: '0.01', sku: 5, ...strange }]
    const session = await fixture.hold(await fixture.member(), checkoutOf(variant, { ...strange, items }))
    const priced = { status: 'unshipped', paymentStatus: 'unpaid', pricing: { total: '600.00' } }
    expect(session).toMatchObject(priced)
  })
})

describe('unitPrice, total and discount, if supplied for comparison', () => {
  /** A checkout of one piece at 1234.50 with 100.00 for shipping and a tenth off, with amounts to compare. */
  async function compare(amounts: { unitPrice?: unknown; total?: unknown; discount?: unknown }) {
    const member = await fixture.member()
    const couponClaimId = await fixture.scenario.claim(member)
    const { variantId } = await aVariant('1234.50')
    const { unitPrice, ...rest } = amounts
    const request = checkoutOf(
      { variantId },
      { couponClaimId, items: [{ variantId, quantity: 1, unitPrice }], ...rest },
    )
    return member.client.post(sessionsPath, request)
  }

  test.each([
    ['as texts', { unitPrice: '1234.50', total: '1211.05', discount: '123.45' }],
    ['as numbers', { unitPrice: 1234.5, total: 1211.05, discount: 123.45 }],
    ['with fewer digits', { unitPrice: '1234.5' }],
    ['null, as if absent', { unitPrice: null, total: null, discount: null }],
  ])('equal %s: accepted', async (_, amounts) => {
    expect(await compare(amounts)).toMatchObject({ ...accepted, data: { pricing: { total: '1211.05' } } })
  })

  test.each([
    { unitPrice: '1234.51' },
    { total: '1211.04' },
    { discount: 123.46 },
    { unitPrice: '1234.50', total: '1211.05', discount: '9999999999.99' },
  ])('error CONFLICT: different, %o', async amounts => {
    expect(await compare(amounts)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('a zero discount is what an order without a coupon has', async () => {
    const request = checkoutOf(await aVariant(), { discount: 0, total: 600 })
    expect(await start(request)).toMatchObject(accepted)
  })
})
