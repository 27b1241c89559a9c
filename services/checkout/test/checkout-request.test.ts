import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// The request of a checkout, field by field (docs/contract/store-checkout.md#start).
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())

const aVariant = (price = '500.00') => fixture.scenario.variant({ variant: { price }, onHand: 200 })
const start = async (request: object) => (await fixture.member()).client.post(sessionsPath, request)
/** A refusal whose details have the path of the error. */
const invalidAt = (path: string) => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  body: { error: { details: expect.arrayContaining([{ path, message: expect.any(String) }]) } },
})
const accepted = { status: 200 }

describe('error VALIDATION_ERROR: missing body, items or idempotency key', () => {
  test('no body', async () => expect(await start({})).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' }))

  test.each(['items', 'idempotencyKey'])('no %s', async field => {
    const request = checkoutOf(await aVariant(), { [field]: undefined })
    expect(await start(request)).toMatchObject(invalidAt(field))
  })

  test.each([
    ['null', null],
    ['empty', []],
    ['an object', {}],
    ['a text', 'items'],
  ])('items %s', async (_, items) => {
    expect(await start(checkoutOf({ variantId: '' }, { items }))).toMatchObject(invalidAt('items'))
  })

  test.each([
    ['null', null],
    ['a number', 7],
    ['empty', ''],
    ['of 129 characters', 'k'.repeat(129)],
    ['with NUL', 'a\0b'],
    ['with half a character', 'a\ud800'],
  ])('an idempotency key that is %s', async (_, idempotencyKey) => {
    expect(await start(checkoutOf(await aVariant(), { idempotencyKey }))).toMatchObject(invalidAt('idempotencyKey'))
  })

  test.each(['k', 'k'.repeat(128), ' ', '鑰匙🔑'])(
    'an idempotency key of 1 to 128 characters is good: %s',
    async key => {
      expect(await start(checkoutOf(await aVariant(), { idempotencyKey: key }))).toMatchObject(accepted)
    },
  )
})

describe('error VALIDATION_ERROR: an item', () => {
  test.each<[string, unknown]>([
    ['0', 0],
    ['negative', -1],
    ['a fraction', 1.5],
    ['a text', '1'],
    ['null', null],
    ['missing', undefined],
    ['past the integers', 2_147_483_648],
  ])('with the quantity %s', async (_, quantity) => {
    const { variantId } = await aVariant()
    expect(await start(checkoutOf({ variantId }, { items: [{ variantId, quantity }] }))).toMatchObject(
      invalidAt('items.0.quantity'),
    )
  })

  test.each<[string, unknown]>([
    ['missing', undefined],
    ['null', null],
    ['a number', 5],
    ['empty', ''],
  ])('with the variantId %s', async (_, variantId) => {
    expect(await start(checkoutOf({ variantId: '' }, { items: [{ variantId, quantity: 1 }] }))).toMatchObject(
      invalidAt('items.0.variantId'),
    )
  })

  test('that is no object', async () => {
    expect(await start(checkoutOf(await aVariant(), { items: ['one'] }))).toMatchObject(invalidAt('items.0'))
  })

  test('with the same variantId twice', async () => {
    const [{ variantId }, other] = [await aVariant(), await aVariant()]
    const items = [variantId, other.variantId, variantId].map(id => ({ variantId: id, quantity: 1 }))
    expect(await start(checkoutOf(other, { items }))).toMatchObject(invalidAt('items.2.variantId'))
  })

  test('past the hundredth', async () => {
    const items = Array.from({ length: 101 }, (_, index) => ({ variantId: `none-${index}`, quantity: 1 }))
    expect(await start(checkoutOf({ variantId: '' }, { items }))).toMatchObject(invalidAt('items'))
    expect(await start(checkoutOf({ variantId: '' }, { items: items.slice(1) }))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('error VALIDATION_ERROR: the rest', () => {
  test.each<[string, string, unknown]>([
    ['paymentMethod', 'an unknown method', 'cash'],
    ['paymentMethod', 'an empty text', ''],
    ['paymentMethod', 'a number', 1],
    ['couponClaimId', 'a text', '1'],
    ['couponClaimId', 'an object', {}],
    ['couponClaimId', 'a boolean', true],
    ['shipping', 'a text', 'home'],
    ['shipping', 'an array', []],
    ['shipping.recipientName', 'a number', { recipientName: 5 }],
    ['shipping.recipientName', 'a name of 101 characters', { recipientName: 'n'.repeat(101) }],
    ['shipping.phone', 'an object', { phone: {} }],
    ['shipping.phone', 'a phone of 51 characters', { phone: '1'.repeat(51) }],
    ['shipping.address', 'an array', { address: [] }],
    ['shipping.address', 'an address of 501 characters', { address: 'a'.repeat(501) }],
  ])('%s: %s', async (path, _, value) => {
    const [field = ''] = path.split('.')
    expect(await start(checkoutOf(await aVariant(), { [field]: value }))).toMatchObject(invalidAt(path))
  })

  test('every mistake is named', async () => {
    const answer = await start({ items: [{ quantity: 0 }], paymentMethod: 'cash' })
    const body = JSON.stringify(answer.body)
    for (const path of ['items.0.variantId', 'items.0.quantity', 'paymentMethod', 'idempotencyKey'])
      expect(body).toContain(`"path":"${path}"`)
  })
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
    { unitPrice: 0 },
    { total: '1211.04' },
    { total: 1211 },
    { discount: '0.00' },
    { discount: 123.46 },
    { unitPrice: '1234.50', total: '1211.05', discount: '9999999999.99' },
  ])('error CONFLICT: different, %o', async amounts => {
    expect(await compare(amounts)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test.each<[string, unknown]>([
    ['a word', 'much'],
    ['empty', ''],
    ['negative', '-1.00'],
    ['a negative number', -1],
    ['three digits after the point', '1.005'],
    ['three digits of a number', 1.005],
    ['an exponent', '1e3'],
    ['a number with an exponent', 1e21],
    ['with a separator', '1,234.50'],
    ['with a space', ' 1234.50'],
    ['too large', '10000000000.00'],
    ['a boolean', true],
    ['an object', {}],
  ])('error VALIDATION_ERROR: no money, %s', async (_, amount) => {
    expect(await compare({ unitPrice: amount })).toMatchObject(invalidAt('items.0.unitPrice'))
    expect(await compare({ total: amount })).toMatchObject(invalidAt('total'))
    expect(await compare({ discount: amount })).toMatchObject(invalidAt('discount'))
  })

  test('a refused comparison leaves nothing held', async () => {
    const { variantId } = await aVariant()
    const items = [{ variantId, quantity: 1, unitPrice: '1.00' }]
    expect(await start(checkoutOf({ variantId }, { items }))).toMatchObject({ code: 'CONFLICT' })
    expect(await fixture.shelves({ variantId })).toMatchObject([{ reserved: 0 }])
  })

  test('a zero discount is what an order without a coupon has', async () => {
    const request = checkoutOf(await aVariant(), { discount: 0, total: 600 })
    expect(await start(request)).toMatchObject(accepted)
  })
})
