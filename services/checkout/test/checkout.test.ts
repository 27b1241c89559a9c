import { transaction } from '@campstore/database/database'
import { countWaiting } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { findShortLines } from '../src/persistence/checkout.ts'
import type { StoreOrder } from '../src/persistence/orders.ts'
import { checkoutOf, recipient, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// docs/contract/store-checkout.md#start. Requests that are refused in other ways are in test/bad-requests.
const fixture = useFixture(startCheckoutFixture)
afterEach(() => fixture.scenario.shipping('100.00', '1500.00'))

const priced = (price: string) => fixture.scenario.variant({ variant: { price } })
const pieces = ({ variantId }: { variantId: string }, quantity: number) => ({ variantId, quantity })
const start = async (request: object) => (await fixture.member()).client.post(sessionsPath, request)
const buy = (...items: object[]) => start(checkoutOf({ variantId: '' }, { items }))

test('rule 6: the checkout session of an order of two items', async () => {
  const tent = await fixture.scenario.variant({
    item: { name: '六人帳篷', brand: '山岳' },
    images: ['/p/front.svg', '/p/back.svg'],
    variant: { price: '1234.50', specification: '綠, 六人' },
  })
  const cheap = { price: '99.00', specification: '350 ml' }
  const mug = await fixture.scenario.variant({ item: { name: '鋼杯' }, variant: cheap })
  // Not in the order of their ids.
  const answer = await buy(pieces(mug, 2), pieces(tent, 1))
  const idsOf = ({ productId, variantId, sku }: typeof tent) => {
    return { orderItemId: expect.any(Number), productId, variantId, sku }
  }
  const ofTent = { productName: '六人帳篷', specification: '綠, 六人', brandName: '山岳', imageUrl: '/p/front.svg' }
  const ofMug = { productName: '鋼杯', specification: '350 ml', brandName: '', imageUrl: null }
  const state = { status: 'unshipped', paymentStatus: 'unpaid', paymentMethod: 'gateway-credit', couponClaimId: null }
  const end = '2026-11-20T08:15:00.000Z'
  const step = { checkoutStep: 'ready_to_pay', checkoutState: 'open', checkoutExpiresAt: end, holdEndsAt: end }
  expect([answer.status, answer.data]).toEqual([
    200,
    {
      orderId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      ...state,
      ...step,
      secondsLeft: 900,
      refunds: [],
      methodsOutlivingHold: ['gateway-atm', 'gateway-cvs', 'gateway-other'],
      methodsNotTakingAmount: [],
      shipping: recipient,
      pricing: { subtotal: '1432.50', shippingFee: '100.00', discount: '0.00', total: '1532.50' },
      items: [
        { ...idsOf(mug), ...ofMug, unitPrice: '99.00', quantity: 2, lineTotal: '198.00' },
        { ...idsOf(tent), ...ofTent, unitPrice: '1234.50', quantity: 1, lineTotal: '1234.50' },
      ],
    },
  ])
})

test('rule 5: with a coupon the amounts are recomputed; fee and threshold are those of the one record', async () => {
  await fixture.scenario.shipping('65.50', '300.00')
  const pricingOf = async (price: string) => {
    const member = await fixture.member()
    const couponClaimId = await fixture.scenario.claim(member)
    return (await fixture.hold(member, checkoutOf(await priced(price), { couponClaimId }))).pricing
  }
  const below = { subtotal: '299.90', shippingFee: '65.50', discount: '29.99', total: '335.41' }
  expect(await pricingOf('299.90')).toEqual(below)
  expect(await pricingOf('300.00')).toMatchObject({ shippingFee: '0.00', discount: '30.00', total: '270.00' })
})

test('snapshots of name, brand, SKU, specification, picture and price stay when the catalogue changes', async () => {
  const variant = await fixture.scenario.variant({ item: { brand: '山岳' }, images: ['/p/one.svg'] })
  const later = await fixture.scenario.variant()
  const member = await fixture.member()
  const session = await fixture.hold(member, checkoutOf(variant, { items: [pieces(later, 1), pieces(variant, 1)] }))
  const { change } = fixture.scenario
  await change('catalog.equipment_item', variant.itemId, { name: 'other', brand: 'other', active: false })
  await change('catalog.sku', variant.skuId, { code: `${variant.sku}-other` })
  await change('catalog.variant', variant.variantId, { specification: 'other', price: '1.00' })
  await fixture.owner.query('delete from catalog.product_image where product_id = $1', [variant.productId])
  expect((await member.client.get(`${sessionsPath}/${session.orderId}`)).data).toEqual(session)
})

describe('optional fields', () => {
  test('couponClaimId, paymentMethod and shipping: absent is null', async () => {
    const answer = await start({ items: [pieces(await priced('500.00'), 1)], idempotencyKey: 'sparse' })
    const nothing = { paymentMethod: null, shipping: null, couponClaimId: null, checkoutStep: 'draft' }
    expect(answer).toMatchObject({ status: 200, data: nothing })
  })

  test('recipient lines are trimmed; unknown fields are ignored, at every depth', async () => {
    const variant = await priced('500.00')
    const strange = { status: 'shipped', paymentStatus: 'paid', customerId: 'someone', subtotal: 'much', memo: {} }
    const items = [{ ...pieces(variant, 1), lineTotal: '0.01', sku: 5, ...strange }]
    const shipping = { recipientName: ' 林 小美 ', phone: '\t0912 ', address: ' 台北市\n' }
    const session = await fixture.hold(await fixture.member(), checkoutOf(variant, { ...strange, items, shipping }))
    expect(session).toMatchObject({ status: 'unshipped', paymentStatus: 'unpaid', pricing: { total: '600.00' } })
    expect(session.shipping).toEqual({ recipientName: '林 小美', phone: '0912', address: '台北市' })
  })

  test.each([
    ['as texts', { total: '1211.05', discount: '123.45' }, '1234.50'],
    ['as numbers', { total: 1211.05, discount: 123.45 }, 1234.5],
    ['null, as if absent', { total: null, discount: null }, null],
  ])('unitPrice, total and discount for comparison, equal %s: accepted', async (_, amounts, unitPrice) => {
    const member = await fixture.member()
    const couponClaimId = await fixture.scenario.claim(member)
    const variant = await priced('1234.50')
    const items = [{ ...pieces(variant, 1), unitPrice }]
    const session = await fixture.hold(member, checkoutOf(variant, { couponClaimId, items, ...amounts }))
    expect(session).toMatchObject({ pricing: { total: '1211.05' } })
  })
})

describe('a refusal names the item that it concerns, in its details and in a sentence', () => {
  const errorOf = async (...items: object[]) => (await buy(...items)).body

  test('NOT_FOUND: a variant that does not exist, has no price, or is of an item that is not a product', async () => {
    const variant = await fixture.scenario.variant()
    const message = 'There is no product variant “none”.'
    const details = [{ path: 'items.1.variantId', message: 'does not exist' }]
    const error = { code: 'NOT_FOUND', message, details }
    expect(await errorOf(pieces(variant, 1), { variantId: 'none', quantity: 1 })).toMatchObject({ error })
    await fixture.owner.query('delete from catalog.product where id = $1', [variant.productId])
    expect(await buy(pieces(variant, 1))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('VARIANT_NOT_SELLABLE', async () => {
    const good = await fixture.scenario.variant()
    const withdrawn = await fixture.scenario.variant({ sku: { active: false }, onHand: 0 })
    const message = expect.stringMatching(/^“.+” is no longer sold\.$/)
    const details = [{ path: 'items.1.variantId', message: 'is no longer sold' }]
    const error = { code: 'VARIANT_NOT_SELLABLE', message, details }
    expect(await errorOf(pieces(good, 1), pieces(withdrawn, 1))).toMatchObject({ error })
  })

  test('STOCK_INSUFFICIENT: what is left over all locations, less what is reserved', async () => {
    const [one, two] = [await fixture.scenario.location(), await fixture.scenario.location()]
    const plenty = await fixture.scenario.variant()
    const short = await fixture.scenario.variant({ onHand: { [one]: 2, [two]: 2 } })
    await buy(pieces(short, 1))
    const message = expect.stringMatching(/^“.+” has only 3 pieces left; you asked for 9\.$/)
    const details = [{ path: 'items.1.variantId', message: 'has only 3 pieces left' }]
    const error = { code: 'STOCK_INSUFFICIENT', message, details }
    expect(await errorOf(pieces(plenty, 1), pieces(short, 9))).toMatchObject({ error })
    expect([(await buy(pieces(short, 3))).status, (await buy(pieces(short, 1))).status]).toEqual([200, 409])
  })

  test('STOCK_INSUFFICIENT: an order that is repeated while it is under way waits for its first attempt', async () => {
    const short = await fixture.scenario.variant({ onHand: 0 })
    const { client, customerId } = await fixture.member()
    const request = checkoutOf(short)
    const shortOf = (customer: string) => {
      const order = { items: [pieces(short, 1)], customerId: customer } as unknown as StoreOrder
      return findShortLines(fixture.owner, order, request.idempotencyKey, 'before a hold')
    }
    const answer = await transaction(fixture.owner, async tx => {
      await tx.query('select from inventory.stock where variant_id = $1 for update', [short.variantId])
      const first = client.post(sessionsPath, request)
      await expect.poll(() => countWaiting(fixture.owner)).toBe(1)
      expect([await shortOf(customerId), await shortOf('other')]).toEqual([[], [{ line: 0, left: 0 }]])
      return { first }
    })
    expect((await answer.first).code).toBe('STOCK_INSUFFICIENT')
  })

  test('STOCK_INSUFFICIENT: a long order, which is looked at before its hold, and is held where there is enough', async () => {
    const plenty = await Promise.all(Array.from({ length: 20 }, () => fixture.scenario.variant()))
    const last = await fixture.scenario.variant({ onHand: 1 })
    const long = (quantity: number) => buy(...plenty.map(variant => pieces(variant, 1)), pieces(last, quantity))
    const details = [{ path: 'items.20.variantId', message: 'has only 1 piece left' }]
    expect(await long(2)).toMatchObject({ details })
    expect([(await long(1)).status, (await long(1)).status]).toEqual([200, 409])
  })
})
