import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScenario, type Scenario } from '../testing/scenario.ts'
import { applyClaim, claimIdOrZero, findOwnClaim } from './coupon-claims.ts'
import { orderRefusalOf } from './refusals.ts'

// What the database itself enforces about claims (docs/contract/coupons.md#claims).
let database: TestDatabase
let owner: pg.Pool
let checkout: pg.Pool
let scenario: Scenario
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.pool()
  checkout = database.pool('checkout')
  scenario = createScenario(owner)
})
afterAll(() => database.drop())

const at = new Date('2026-11-20T08:00:00.000Z')
const [ann, ben] = [{ customerId: 'ann' }, { customerId: 'ben' }]
const violates = (constraint: string) => expect.objectContaining({ code: '23505', constraint })

describe("another customer's claim", () => {
  test('is not found', async () => {
    const id = await scenario.claim(ann)
    expect(await findOwnClaim(checkout, id, 'ben')).toBeUndefined()
    expect(await findOwnClaim(checkout, id, 'ann')).toMatchObject({ id, status: 'available' })
  })

  test('is not applied, and stays free', async () => {
    const id = await scenario.claim(ann)
    const refused = applyClaim(checkout, { id, customerId: 'ben', orderId: 'order-of-ben', at }).catch(orderRefusalOf)
    expect(await refused).toBe('coupon_not_applicable')
    await applyClaim(checkout, { id, customerId: 'ann', orderId: 'order-of-ann', at })
    expect(await findOwnClaim(checkout, id, 'ann')).toMatchObject({ status: 'applied', orderId: 'order-of-ann' })
  })
})

test('one claim per order', async () => {
  const applied = { status: 'applied', order_id: 'order-1' }
  await scenario.claim(ann, undefined, applied)
  await expect(scenario.claim(ann, undefined, applied)).rejects.toEqual(violates('coupon_claim_of_order'))
})

test('usedCount follows its claims, and only those that are used', async () => {
  const coupon = await scenario.coupon()
  const claims = [await scenario.claim(ann, coupon), await scenario.claim(ben, coupon)]
  const become = async (status: string, orderId: string | null, which = claims) => {
    const sql = `update checkout.coupon_claim set status = $1, order_id = $2 || '-' || id where id = any ($3)`
    await checkout.query(sql, [status, orderId, which])
    return (await owner.query('select used_count from checkout.coupon where id = $1', [coupon])).rows[0]?.used_count
  }
  expect(await become('applied', 'order')).toBe(0)
  expect(await become('used', 'order')).toBe(2)
  expect(await become('used', 'order')).toBe(2)
  expect(await become('available', null, claims.slice(1))).toBe(1)
  expect(await become('available', null)).toBe(0)
})

test.each([0, -1, 1.5, 2 ** 53, 1e300, Number.NaN, Number.POSITIVE_INFINITY])('%d is no claim id', id => {
  expect(claimIdOrZero(id)).toBe(0)
})
