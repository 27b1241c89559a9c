import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  recipient,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())
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

  test('its history begins with the member, from null', async () => {
    const member = await fixture.member()
    const { orderId } = await fixture.hold(member, checkoutOf(await priced('500.00')))
    expect(await rowsOf('checkout.status_history', orderId)).toMatchObject([
      {
        from_status: null,
        to_status: 'unshipped',
        actor_type: 'member',
        actor_id: member.customerId,
        at: new Date('2026-11-20T08:00:00.000Z'),
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

describe('stock is reserved at store locations, in the order of their ids', () => {
  /** A variant with pieces at two stores of its own, the first by id first. */
  async function inTwoStores(first: number, second: number) {
    const ids = [await fixture.scenario.location(), await fixture.scenario.location()].toSorted()
    const variant = await fixture.scenario.variant({ onHand: { [ids[1] ?? '']: second, [ids[0] ?? '']: first } })
    return { variant, ids }
  }

  test('the first one has enough: only that one', async () => {
    const { variant, ids } = await inTwoStores(3, 3)
    const { orderId } = await fixture.hold(await fixture.member(), checkoutOf(variant))
    expect(await fixture.reservations(orderId)).toMatchObject([{ locationId: ids[0], quantity: 1 }])
  })

  test('an item may be served from several', async () => {
    const { variant, ids } = await inTwoStores(2, 3)
    const items = [{ variantId: variant.variantId, quantity: 4 }]
    const { orderId } = await fixture.hold(await fixture.member(), checkoutOf(variant, { items }))
    expect(await fixture.reservations(orderId)).toMatchObject([
      { locationId: ids[0], quantity: 2 },
      { locationId: ids[1], quantity: 2 },
    ])
    expect((await fixture.shelves(variant)).map(shelf => shelf.reserved)).toEqual([2, 2])
  })

  test('an empty one is passed over', async () => {
    const { variant, ids } = await inTwoStores(0, 3)
    const { orderId } = await fixture.hold(await fixture.member(), checkoutOf(variant))
    expect(await fixture.reservations(orderId)).toMatchObject([{ locationId: ids[1], quantity: 1 }])
  })
})

describe('CHECKOUT_HOLD_SECONDS sets the hold', () => {
  test('of the order and of its reservations', async () => {
    const short = await startCheckoutFixture({ CHECKOUT_HOLD_SECONDS: '61' })
    try {
      const session = await short.hold(await short.member(), checkoutOf(await short.scenario.variant()))
      expect(session.checkoutExpiresAt).toBe('2026-11-20T08:01:01.000Z')
      expect(await short.reservations(session.orderId)).toMatchObject([
        { expiresAt: new Date('2026-11-20T08:01:01.000Z') },
      ])
    } finally {
      await short.stop()
    }
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

  test('shipping costs the flat fee a cent below the threshold', async () => {
    const pricing = { subtotal: '1499.99', shippingFee: '100.00', discount: '0.00', total: '1599.99' }
    expect(await pricingOf('1499.99', 1)).toEqual(pricing)
  })

  test('shipping is free from exactly the threshold on', async () => {
    const pricing = { subtotal: '1500.00', shippingFee: '0.00', discount: '0.00', total: '1500.00' }
    expect(await pricingOf('750.00', 2)).toEqual(pricing)
    expect(await pricingOf('1500.01', 1)).toMatchObject({ shippingFee: '0.00' })
  })

  test('the fee and the threshold are those of the one record', async () => {
    await fixture.scenario.shipping('65.50', '300.00')
    expect(await pricingOf('299.99', 1)).toMatchObject({ shippingFee: '65.50', total: '365.49' })
    expect(await pricingOf('300.00', 1)).toMatchObject({ shippingFee: '0.00', total: '300.00' })
  })

  test('cents add up exactly', async () => {
    expect(await pricingOf('0.10', 3)).toMatchObject({ subtotal: '0.30', total: '100.30' })
    expect(await pricingOf('33.33', 7)).toMatchObject({ subtotal: '233.31', total: '333.31' })
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

describe('checkoutStep: ready_to_pay only when recipient and payment method are both present', () => {
  const { recipientName, phone, address } = recipient
  const withoutShipping = { recipientName: null, phone: null, address: null }

  test.each<[string, object, object | null]>([
    ['no payment method', { paymentMethod: null }, recipient],
    ['no recipient', { shipping: null }, null],
    ['an empty recipient', { shipping: {} }, null],
    ['no name', { shipping: { phone, address } }, { ...withoutShipping, phone, address }],
    ['a name of null', { shipping: { ...recipient, recipientName: null } }, { ...recipient, recipientName: null }],
    ['a blank phone', { shipping: { ...recipient, phone: ' \t ' } }, { ...recipient, phone: null }],
    ['an empty address', { shipping: { ...recipient, address: '' } }, { ...recipient, address: null }],
    ['only a name', { shipping: { recipientName } }, { ...withoutShipping, recipientName }],
  ])('%s: draft', async (_, changes, shipping) => {
    const session = await fixture.hold(await fixture.member(), checkoutOf(await priced('500.00'), changes))
    expect([session.checkoutStep, session.shipping]).toEqual(['draft', shipping])
  })

  test.each(['gateway-credit', 'gateway-atm', 'gateway-cvs', 'gateway-other', 'cod'])(
    '%s: ready_to_pay',
    async method => {
      const request = checkoutOf(await priced('500.00'), { paymentMethod: method })
      const session = await fixture.hold(await fixture.member(), request)
      expect([session.checkoutStep, session.paymentMethod]).toEqual(['ready_to_pay', method])
    },
  )
})
