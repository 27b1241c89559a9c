import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, recipient, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

const fixture = useFixture(startCheckoutFixture)
afterEach(() => fixture.scenario.shipping('100.00', '1500.00'))

const rowsOf = async (table: string, orderId: string, column = 'order_id') =>
  (await fixture.owner.query(`select * from ${table} where ${column} = $1 order by 1`, [orderId])).rows
const priced = (price: string, onHand = 5) => fixture.scenario.variant({ variant: { price }, onHand })

test('rule 6: the checkout session of an order of two items', async () => {
  const tent = await fixture.scenario.variant({
    item: { name: '六人帳篷', brand: '山岳' },
    sku: { code: 'TENT-6' },
    images: ['/p/front.svg', '/p/back.svg'],
    variant: { price: '1234.50', specification: '綠, 六人' },
  })
  const mug = await fixture.scenario.variant({
    item: { name: '鋼杯' },
    variant: { price: '99.00', specification: '350 ml' },
  })
  const items = [
    { variantId: tent.variantId, quantity: 1 },
    { variantId: mug.variantId, quantity: 2 },
  ]
  const { client } = await fixture.member()
  const answer = await client.post(sessionsPath, checkoutOf(tent, { items }))
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      success: true,
      data: {
        orderId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        status: 'unshipped',
        paymentStatus: 'unpaid',
        paymentMethod: 'gateway-credit',
        couponClaimId: null,
        checkoutExpiresAt: '2026-11-20T08:15:00.000Z',
        checkoutStep: 'ready_to_pay',
        shipping: recipient,
        pricing: { subtotal: '1432.50', shippingFee: '100.00', discount: '0.00', total: '1532.50' },
        items: [
          {
            orderItemId: expect.any(Number),
            productId: tent.productId,
            variantId: tent.variantId,
            sku: 'TENT-6',
            productName: '六人帳篷',
            specification: '綠, 六人',
            brandName: '山岳',
            imageUrl: '/p/front.svg',
            unitPrice: '1234.50',
            quantity: 1,
            lineTotal: '1234.50',
          },
          {
            orderItemId: expect.any(Number),
            productId: mug.productId,
            variantId: mug.variantId,
            sku: mug.sku,
            productName: '鋼杯',
            specification: '350 ml',
            brandName: '',
            imageUrl: null,
            unitPrice: '99.00',
            quantity: 2,
            lineTotal: '198.00',
          },
        ],
      },
    },
  ])
})

describe('what is stored', () => {
  test('rule 3: an unpaid, unshipped order with the buyer as of now', async () => {
    const member = await fixture.member({ name: '林美', email: 'Mei@Example.com' })
    const { orderId } = await fixture.hold(member, checkoutOf(await priced('500.00')))
    await fixture.scenario.change('member.customer', member.customerId, { name: 'New', email: 'new@example.com' })
    expect(await rowsOf('checkout.store_order', orderId, 'id')).toMatchObject([
      {
        customer_id: member.customerId,
        buyer_name: '林美',
        buyer_email: 'Mei@Example.com',
        status: 'unshipped',
        payment_status: 'unpaid',
        refund_status: 'none',
        paid_at: null,
        placed_at: new Date('2026-11-20T08:00:00.000Z'),
      },
    ])
  })

  test('rule 4: active reservations, which end with the order', async () => {
    const [tent, mug] = [await priced('500.00'), await priced('90.00')]
    const items = [tent, mug].map(({ variantId }, index) => ({ variantId, quantity: index + 2 }))
    const { orderId, checkoutExpiresAt } = await fixture.hold(await fixture.member(), checkoutOf(tent, { items }))
    const place = { locationId: 'store-1', status: 'active', expiresAt: new Date(checkoutExpiresAt), endedAt: null }
    const held = await fixture.reservations(orderId)
    expect(held).toHaveLength(2)
    expect(held).toEqual(expect.arrayContaining(items.map(item => ({ ...place, ...item }))))
    expect(await fixture.shelves(mug)).toEqual([{ locationId: 'store-1', onHand: 5, reserved: 3 }])
  })
})

describe('snapshots stay when the catalogue changes', () => {
  test('name, brand, SKU, specification, picture and price', async () => {
    const variant = await fixture.scenario.variant({ item: { brand: '山岳' }, images: ['/p/one.svg'] })
    const member = await fixture.member()
    const session = await fixture.hold(member, checkoutOf(variant))
    await fixture.scenario.change('catalog.equipment_item', variant.itemId, {
      name: 'other',
      brand: 'other',
      active: false,
    })
    await fixture.scenario.change('catalog.sku', variant.skuId, { code: `${variant.sku}-other` })
    await fixture.scenario.change('catalog.variant', variant.variantId, { specification: 'other', price: '1.00' })
    await fixture.owner.query('delete from catalog.product_image where product_id = $1', [variant.productId])
    expect((await member.client.get(`${sessionsPath}/${session.orderId}`)).data).toEqual(session)
  })
})

describe('pricing: total = max(subtotal + shippingFee - discount, 0)', () => {
  const pricingOf = async (price: string, quantity: number, changes: object = {}) => {
    const variant = await priced(price, quantity)
    const items = [{ variantId: variant.variantId, quantity }]
    return (await fixture.hold(await fixture.member(), checkoutOf(variant, { items, ...changes }))).pricing
  }

  test('the fee and the threshold are those of the one record', async () => {
    await fixture.scenario.shipping('65.50', '300.00')
    expect(await pricingOf('299.99', 1)).toMatchObject({ shippingFee: '65.50', total: '365.49' })
    expect(await pricingOf('300.00', 1)).toMatchObject({ shippingFee: '0.00', total: '300.00' })
  })

  test('rule 5: with a coupon the amounts are recomputed; the threshold looks at the subtotal', async () => {
    const member = await fixture.member()
    const couponClaimId = await fixture.scenario.claim(member)
    const variant = await priced('1600.00')
    const session = await fixture.hold(member, checkoutOf(variant, { couponClaimId }))
    expect(session.couponClaimId).toBe(couponClaimId)
    const pricing = { subtotal: '1600.00', shippingFee: '0.00', discount: '160.00', total: '1440.00' }
    expect(session.pricing).toEqual(pricing)
  })
})
