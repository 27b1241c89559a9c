import type { Queryable } from '@campstore/database/database'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startCheckoutFixture } from '../src/testing/checkout-fixture.ts'
import type { SetSoldVariant } from '../src/testing/scenario.ts'

// Price and stock are read under a lock inside the transaction (docs/contract/store-checkout.md#start, rule 2).
const fixture = useFixture(startCheckoutFixture)

const lockStockOf =
  ({ variantId }: SetSoldVariant) =>
  (tx: Queryable) =>
    tx.query('select from inventory.stock where variant_id = $1 for update', [variantId])

/** The answer to a checkout that waits for the stock's lock while something is changed and committed. */
async function answerAfter(meanwhile: [sql: string, values: unknown[]], variant: SetSoldVariant, changes: object = {}) {
  const { client } = await fixture.member()
  const change = { lock: lockStockOf(variant), meanwhile: (tx: Queryable) => tx.query(...meanwhile) }
  return delayRequests(fixture.owner, change, () => client.post(sessionsPath, checkoutOf(variant, changes)))
}

const priceOf = ({ variantId }: SetSoldVariant, price: string): [string, unknown[]] => [
  'update catalog.variant set price = $2 where id = $1',
  [variantId, price],
]

describe('what commits while a checkout waits for the stock lock is seen', () => {
  test('a price change: the order is composed again, with fee and amounts, and held once', async () => {
    const variant = await fixture.scenario.variant()
    const answer = await answerAfter(priceOf(variant, '1600.00'), variant)
    expect(answer).toMatchObject({
      status: 200,
      data: {
        items: [{ unitPrice: '1600.00', lineTotal: '1600.00' }],
        pricing: { subtotal: '1600.00', shippingFee: '0.00', total: '1600.00' },
      },
    })
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 1 }])
  })

  test('error CONFLICT: the amount sent for comparison was right before, and is not now', async () => {
    const variant = await fixture.scenario.variant()
    const items = [{ variantId: variant.variantId, quantity: 1, unitPrice: '500.00' }]
    const answer = await answerAfter(priceOf(variant, '500.01'), variant, { items })
    const message = expect.stringMatching(/^A price has changed: .+ is now \d+\.\d\d\. Check/)
    expect(answer).toMatchObject({ status: 409, code: 'CONFLICT', message })
    expect(await fixture.shelves(variant)).toMatchObject([{ reserved: 0 }])
  })
})

test('a price change locks the stock: a checkout waits for it, and sees the new price', async () => {
  const variant = await fixture.scenario.variant()
  const member = await fixture.member()
  const answer = await delayRequests(fixture.owner, { lock: tx => tx.query(...priceOf(variant, '350.00')) }, () =>
    member.client.post(sessionsPath, checkoutOf(variant)),
  )
  expect(answer).toMatchObject({ status: 200, data: { items: [{ unitPrice: '350.00' }] } })
})

test('the shipping policy: staff change it, orders keep their fee, the next one has the new fee', async () => {
  const variant = await fixture.scenario.variant()
  const { client } = await fixture.member()
  const start = () => client.post(sessionsPath, checkoutOf(variant))
  const staff = fixture.administrator(['campgrounds.view', 'campgrounds.edit'])
  const path = '/internal/checkout/shipping-policy'
  const { data: policy } = await staff.get(path)
  const { orderId, pricing } = (await start()).data as { orderId: string; pricing: object }
  const changed = await staff.patch(path, { flatFee: '80', freeShippingThreshold: '99999.00' })
  expect(changed).toMatchObject({ status: 200, data: { flatFee: '80.00', freeShippingThreshold: '99999.00' } })
  expect((await staff.get(path)).data).toEqual(changed.data)
  expect(await client.get(`${sessionsPath}/${orderId}`)).toMatchObject({ data: { pricing } })
  expect(await start()).toMatchObject({ data: { pricing: { shippingFee: '80.00' } } })
  expect(await staff.patch(path, Object(policy))).toMatchObject({ status: 200, data: policy })
})
