import { storeQuoteSchema } from '@campstore/contract/checkout/quotes'
import { whileTablesAreLocked } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'

// docs/contract/store-checkout.md#quote
const fixture = useFixture(startCheckoutFixture)

/** Everything that a hold locks or writes. */
const tables = [
  ...'store_order order_item stock_reservation status_history idempotency_key outbox coupon coupon_claim'
    .split(' ')
    .map(name => `checkout.${name}`),
  'inventory.stock',
]

const quantity = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.constant(2_147_483_647))

test('for every request, a quote is what the checkout then shows or refuses; it waits for no lock and writes nothing', async () => {
  const { scenario, member } = fixture
  const { subject, customerId, client } = await member()
  const onHand = 1_000_000
  const variants = [
    await scenario.variant({ onHand, variant: { price: '33.33' } }),
    await scenario.variant({ onHand, variant: { price: '749.99' } }),
    await scenario.variant({ onHand, product: { status: 'inactive' } }),
  ].map(({ variantId }) => variantId)
  const coupons = [
    { discount_value: '12.50', max_discount: '100.00' },
    { discount_type: 'fixed', discount_value: '80.00' },
    { min_spend: '1000.00' },
    { usage_limit: 1, used_count: 1 },
    { status: 'inactive' },
    { ends_at: '2026-11-20T08:00:00Z' },
  ]
  const claims = [
    ...(await Promise.all(
      coupons.map(async columns => scenario.claim({ customerId }, await scenario.coupon(columns))),
    )),
    await scenario.claim(await member()),
    0,
    -1.5,
  ]
  const [sold = '', dear = '', inactive = ''] = variants
  const anyRequest = fc.record({
    variantIds: fc.uniqueArray(fc.constantFrom(sold, sold, dear, dear, inactive, 'unknown'), {
      minLength: 1,
      maxLength: 3,
    }),
    quantity,
    couponClaimId: fc.option(fc.constantFrom(...claims)),
  })
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ variantIds, quantity, couponClaimId }) => {
      const items = variantIds.map(variantId => ({ variantId, quantity }))
      const request = checkoutOf({ variantId: '' }, { items, couponClaimId })
      const quote = await whileTablesAreLocked(fixture.owner, tables, () =>
        client.post('/api/checkout/quotes', request, { prefer: 'handling=strict' }),
      )
      // A coupon never refuses a quote.
      const refused = quote.status !== 200
      const checkout = await client.post(sessionsPath, { ...request, ...(refused && { couponClaimId: null }) })
      if (refused) return void expect(quote.body).toEqual(checkout.body)
      const { coupon, ...shown } = storeQuoteSchema.parse(quote.data)
      if (coupon?.applicable === false) {
        const details = [{ path: 'couponClaimId', message: coupon.reason }]
        expect(checkout).toMatchObject({ code: 'COUPON_NOT_APPLICABLE', details })
        const without = await client.post('/api/checkout/quotes', { ...request, couponClaimId: null })
        return void expect(without.data).toEqual({ ...shown, coupon: null })
      }
      // Whether enough pieces are left is known only under the lock.
      if (checkout.code === 'STOCK_INSUFFICIENT') return
      expect(checkout.data).toMatchObject({ ...shown, couponClaimId })
      expect(coupon).toEqual(couponClaimId === null ? null : { couponClaimId, applicable: true, reason: null })
      // The claim is free again for the next request.
      const { orderId } = Object(checkout.data)
      expect(await fixture.as({ subject }).post(`${sessionsPath}/${orderId}/cancel`)).toMatchObject({ status: 200 })
    }),
    { numRuns: 8 },
  )
})
