import { couponsQuerySchema } from '@campstore/contract/admin/coupons'
import type { OrdersQuery } from '@campstore/contract/admin/orders'
import { ordersQuerySchema } from '@campstore/contract/admin/orders'
import type { Queryable, Statement } from '@campstore/database/database'
import { createListings } from '@campstore/database/listing'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import type pg from 'pg'
import type { QueryResultRow } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findCoupons } from './kept-coupons.ts'
import { findOrders } from './order-list.ts'

// Each sort, filter and search has an index that PostgreSQL recognises as its own: the plan of the very statement, where
// reading the whole table is made dear.
let database: TestDatabase
let client: pg.PoolClient
beforeAll(async () => {
  database = await createTestDatabase()
  client = await database.pool('checkout').connect()
  await client.query('set enable_seqscan = off')
})
afterAll(async () => {
  client.release()
  await database.drop()
})

/** Explains each statement instead of asking it; the plan of the page of a long list, which comes after the count. */
async function indexesOf(list: (findPage: ReturnType<typeof createListings>) => Promise<unknown>): Promise<string> {
  const plans: string[] = []
  const asked: Queryable['query'] = async <Row extends QueryResultRow>(statement: string | Statement) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: [] } : statement
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
    return client.query<Row>(text.includes('count(*)') ? 'select 5000 as total' : 'select where false')
  }
  await list(createListings({ query: asked }))
  return plans.at(-1) ?? ''
}
const orderPlan = (query: object) => {
  const parsed: OrdersQuery = ordersQuerySchema.parse(query)
  return indexesOf(findPage => findOrders(findPage, parsed))
}

describe('orders', () => {
  test.each<[object, string]>([
    [{}, 'store_order_placed'],
    [{ sort: 'placedAt,asc' }, 'store_order_placed'],
    [{ sort: 'total,desc' }, 'store_order_total'],
    [{ sort: 'updatedAt,asc' }, 'store_order_updated'],
    [{ status: 'shipped' }, 'store_order_status'],
    [{ paymentStatus: 'paid' }, 'store_order_payment_status'],
    [{ paymentMethod: 'cod' }, 'store_order_payment_method'],
    [{ placedFrom: '2026-11-01', placedTo: '2026-11-02' }, 'store_order_placed'],
  ])('%j: in order from %s, nothing is sorted', async (query, index) => {
    const plan = await orderPlan(query)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  })

  test.each<[string, string]>([
    ['example.com', 'store_order_search'],
    ['王小明', 'store_order_search'],
    ['王小', 'store_order_short_search'],
    ['王', 'store_order_short_search'],
  ])('q %s is found by %s', async (q, index) => {
    await client.query('set enable_indexscan = off; set enable_indexonlyscan = off')
    expect(await orderPlan({ q })).toContain(index)
    await client.query('reset enable_indexscan; reset enable_indexonlyscan')
  })
})

describe('coupons', () => {
  test.each<[string, string]>([
    ['createdAt,desc', 'coupon_created'],
    ['code,asc', 'coupon_code_sorted'],
    ['name,desc', 'coupon_name'],
    ['endsAt,asc', 'coupon_end'],
  ])('sort=%s: in order from %s', async (sort, index) => {
    const plan = await indexesOf(findPage => findCoupons(findPage, couponsQuerySchema.parse({ sort })))
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  })
})
