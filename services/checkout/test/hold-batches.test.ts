import { randomUUID } from 'node:crypto'
import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { type Queryable, transaction } from '@campstore/database/database'
import { type HoldLimits, noHoldLimits } from '@campstore/holds/hold-limits'
import { statementOf } from '@campstore/holds/take-hold'
import { memberOf } from '@campstore/holds/testing/use-cases'
import { createTestDatabase } from '@campstore/testing/databases'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { requestFingerprint } from '../src/domain/request-fingerprint.ts'
import { type Hold, orderHolds } from '../src/persistence/checkout.ts'
import { orderRecord } from '../src/persistence/orders.ts'
import { presentCheckout } from '../src/presenters.ts'
import { recipient } from '../src/testing/checkout-fixture.ts'
import { createOrderActions } from '../src/testing/order-actions.ts'
import { composeOrder } from '../src/use-cases/compose-order.ts'

// What holds of one statement want of each other; the other tests take holds alone.
const fixture = useFixture(async () => {
  const database = await createTestDatabase()
  const actions = await createOrderActions(database)
  return { ...actions, stop: () => actions.stop().then(database.drop) }
})

type Wish = { quantity?: number; customerId?: string; couponClaimId?: number; idempotencyKey?: string }

/** A hold of pieces of a variant as it is sold now. */
async function holdOf({ variantId }: { variantId: string }, wish: Wish = {}): Promise<Hold> {
  const { quantity = 1, customerId = unique('customer'), couponClaimId = null, idempotencyKey = randomUUID() } = wish
  const given = { paymentMethod: 'cod', shipping: recipient, couponClaimId, idempotencyKey }
  const request = startStoreCheckoutSchema.parse({ items: [{ variantId, quantity }], ...given })
  const wanted = { customerId, variantIds: [variantId], couponClaimId, idempotencyKey }
  const order = composeOrder(fixture.deps, request, await fixture.deps.readCheckoutInputs(wanted), memberOf(customerId))
  const response = presentCheckout(fixture.deps, order)
  const fingerprint = requestFingerprint(request)
  return { order, record: orderRecord(order), idempotencyKey, fingerprint, response, messages: [] }
}

/** Takes holds in one statement; the outcomes with their details. */
async function take(holds: readonly Hold[], limits: Partial<HoldLimits> = {}): Promise<string> {
  const statement = statementOf(orderHolds({ holdLimits: { ...noHoldLimits, ...limits } }), holds)
  const { rows } = await fixture.deps.database.requests.query<{ outcome: string; detail: string | null }>(statement)
  return rows.map(({ outcome, detail }) => (detail === null ? outcome : `${outcome}: ${detail}`)).join(' ')
}

const stockOf = /* sql */ `
  select
    reserved, (
      select array_agg(quantity order by quantity)
      from checkout.stock_reservation
      where variant_id = $1 and location_id = stock.location_id
    ) as orders
  from inventory.stock
  where variant_id = $1
  order by location_id`

test('exactly the stock is held in the order of arrival, from all places; a changed price refuses only its order', async () => {
  const variant = await fixture.scenario.variant({ onHand: { 'store-1': 2, 'store-2': 3 } })
  const changed = await fixture.scenario.variant()
  const hold = (quantity: number) => holdOf(variant, { quantity })
  const [first, second, third, fourth] = [await hold(1), await hold(2), await hold(3), await hold(2)]
  const outdated = await holdOf(changed)
  await fixture.scenario.change('catalog.variant', changed.variantId, { price: '777.00' })
  expect(await take([outdated, first, second, third, fourth])).toBe('variant_changed held held again again')
  expect(await take([third, fourth])).toBe('stock_insufficient again')
  expect(await take([fourth])).toBe('held')
  const [near, far] = (await fixture.owner.query(stockOf, [variant.variantId])).rows
  expect([near, far]).toEqual([
    { reserved: 2, orders: [1, 1] },
    { reserved: 3, orders: [1, 2] },
  ])
})

/** Orders of one piece each with a claim on the same coupon. The last one has the first claim, which is locked first. */
async function ordersWith(usage_limit: number, count: number): Promise<Hold[]> {
  const [variant, coupon] = [await fixture.scenario.variant(), await fixture.scenario.coupon({ usage_limit })]
  const holds: Hold[] = []
  while (holds.length < count) {
    const customerId = unique('customer')
    const couponClaimId = await fixture.scenario.claim({ customerId }, coupon)
    holds.unshift(await holdOf(variant, { customerId, couponClaimId }))
  }
  return holds
}

test('a usage limit counts the claims of earlier orders', async () => {
  const holds = await ordersWith(2, 3)
  expect(await take([await holdOf(await fixture.scenario.variant()), ...holds])).toBe('held held held again')
  expect(await take(holds.slice(2))).toBe('coupon_not_applicable')
  const sql = 'select order_id from checkout.coupon_claim where id = any ($1) order by id desc'
  const { rows } = await fixture.owner.query<{ order_id: string }>(sql, [holds.map(({ order }) => order.couponClaimId)])
  expect(rows.map(row => row.order_id)).toEqual([holds[0]?.order.id, holds[1]?.order.id, null])
})

test('the last redemption of a usage limit: a second statement waits for the first one', async () => {
  const holds = await ordersWith(1, 2)
  const lock = (tx: Queryable) => tx.query('lock table checkout.status_history in share mode')
  const delayed = delayRequests(fixture.owner, { lock, atLeast: 2 }, () => Promise.all(holds.map(hold => take([hold]))))
  expect((await delayed).toSorted()).toEqual(['coupon_not_applicable', 'held'])
})

test('a second statement waits for the first one of the same member', async () => {
  const [variant, customerId] = [await fixture.scenario.variant(), unique('customer')]
  const holds = [await holdOf(variant, { customerId }), await holdOf(variant, { customerId })]
  const lock = (tx: Queryable) => tx.query('lock table checkout.status_history in share mode')
  const both = () => Promise.all(holds.map(hold => take([hold], { openHolds: 1 })))
  expect((await delayRequests(fixture.owner, { lock, atLeast: 2 }, both)).toSorted()).toEqual([
    'held',
    'too_many_open_holds',
  ])
})

test('with limits, orders of one member are counted one after the other', async () => {
  const [variant, customerId] = [await fixture.scenario.variant({ onHand: 30 }), unique('customer')]
  const holds = await Promise.all([2, 1].map(quantity => holdOf(variant, { quantity, customerId })))
  const [tooMany, tooLarge] = [await holdOf(variant, { quantity: 12 }), await holdOf(variant, { quantity: 10 })]
  const limits = { openHolds: 1, pieces: 11, sharePercent: 30 }
  const outcomes = 'held too_many_pieces again too_large_share: items.0.quantity'
  expect(await take([...holds.slice(0, 1), tooMany, ...holds.slice(1), tooLarge], limits)).toBe(outcomes)
  expect(await take(holds.slice(1), limits)).toBe('too_many_open_holds')
})

test('orders of a batch do not wait for long for the one of a locked member', async () => {
  const [first, second] = await ordersWith(2, 2)
  await transaction(fixture.owner, async tx => {
    await tx.query('select member.lock_out($1)', [second?.order.customerId])
    await expect(take([first, second].filter(hold => hold !== undefined))).rejects.toMatchObject({ code: '55P03' })
  })
})
