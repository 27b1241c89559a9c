import type { OrdersQuery } from '@campstore/contract/admin/orders'
import { ordersQuerySchema, pickingListQuerySchema } from '@campstore/contract/admin/orders'
import type { Queryable, Statement } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import { createPaginator } from '@campstore/database/pagination'
import { useDatabase } from '@campstore/testing/use-fixture'
import fc from 'fast-check'
import type { QueryResultRow } from 'pg'
import { describe, expect, test } from 'vitest'
import { findOrders } from './order-list.ts'
import { findPickingList } from './picking.ts'

// Lists are filtered and sorted by an index alone, as the plan of the real statement shows when sequential scans are expensive.
const pool = useDatabase().pool('checkout', { options: '-c enable_seqscan=off -c enable_bitmapscan=off' })

/** Explains each statement instead of running it; the plan of the page, or of the search that finds few rows. */
async function indexesOf(
  list: (findPage: ReturnType<typeof createPaginator>) => Promise<unknown>,
  total = 20_000,
): Promise<string> {
  const plans: string[] = []
  const asked: Queryable['query'] = async <Row extends QueryResultRow>(statement: string | Statement) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: [] } : statement
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
    return pool.query<Row>(text.includes('count(*)') ? `select ${total} as total` : 'select where false')
  }
  await list(createPaginator({ query: asked }))
  return (total > 10_000 ? plans.at(-1) : plans[0]) ?? ''
}
const orderPlan = (query: object, total?: number) => {
  const parsed: OrdersQuery = ordersQuerySchema.parse(query)
  return indexesOf(findPage => findOrders(findPage, parsed), total)
}

describe('orders', () => {
  test.each([
    {},
    { sort: 'placedAt,asc' },
    { status: 'shipped' },
    { paymentStatus: 'unpaid' },
    { paymentMethod: 'cod' },
  ])('%j: ids in order from the index alone, nothing but the page is sorted', async query => {
    const plan = await orderPlan(query)
    expect(plan).toContain(`Index Only Scan${backward(query)} using store_order_placed`)
    expect(plan.match(/Sort Key/g)?.length ?? 0).toBeLessThan(2)
  })

  test.each([
    [{ readyToShip: 'true' }, ['store_order_ready']],
    [{ customerId: 'customer' }, ['store_order_of_customer']],
    [{ couponId: 'coupon' }, ['store_order_with_coupon', 'store_order_deadline']],
    [{ variantId: 'variant' }, ['stock_reservation_of_variant', 'store_order_deadline']],
    [{ q: '0912 000-101' }, ['store_order_search_past_hold', 'store_order_phone', 'store_order_deadline']],
  ])('%j: found by indexes of which a hold writes none', async (query, indexes) => {
    await pool.query('set enable_bitmapscan = on; set enable_indexonlyscan = off')
    const plan = await orderPlan(query, 100)
    for (const index of indexes) expect(plan).toContain(index)
    await pool.query('set enable_bitmapscan = off; reset enable_indexonlyscan')
  })

  test.each(['example.com', '王小明', '王小', '王'])('q %s is found by the search index', async q => {
    await pool.query('set enable_bitmapscan = on; set enable_indexscan = off; set enable_indexonlyscan = off')
    expect(await orderPlan({ q })).toContain('store_order_search_past_hold')
    await pool.query('set enable_bitmapscan = off; reset enable_indexscan; reset enable_indexonlyscan')
  })
})

describe('an order is found by every part of its search text, of any length and in any case', () => {
  const letters = fc.constantFrom(...('王小明臺台ÉéßİΣσςaZ9Ａ -–%_％\\　𠮷\u200b\ufe0f'.match(/./gsu) ?? []))
  const text = (maxLength: number) => fc.string({ unit: letters, maxLength })
  const address = fc.tuple(text(9), text(3)).map(([name, domain]) => `${name}@${domain}`)

  test.each([
    ['texts', text(3)],
    ['ids', fc.uuid()],
    ['e-mail addresses', address],
  ])('%s', async (_, searchedTexts) => {
    await fc.assert(
      fc.asyncProperty(text(6), searchedTexts, text(6), async (before, searched, after) => {
        const { found, contained } = await search(before + searched + after, searched)
        expect(found || !contained, searched).toBeTruthy()
      }),
    )
  })

  test.each([
    ['0190f0a0-0000-7000-8000-0123456789ab', '0190f0a1-0000-7000-8000-0123456789ab'],
    ['somebody@members.test', 'somebody@others.test'],
  ])('%s: not by a part of it', async (searched, stored) => {
    expect(await search(stored, searched)).toEqual({ found: false, contained: false })
  })

  /** Whether a text is found by another one, with the index and without, and whether it contains it. */
  async function search(stored: string, searched: string): Promise<{ found?: boolean; contained?: boolean }> {
    const texts = ["'id'", 'upper($1)', "'e'", 'null']
    const condition = matchesLookUp({ indexed: [{ texts }] }, searched)
    if (!condition) return {}
    const numbered = (sql: string | undefined) => {
      let parameter = 2
      return sql?.replaceAll('?', () => `$${++parameter}`)
    }
    const { rows } = await pool.query<{ found: boolean; scanned: boolean; contained: boolean }>(
      `select
        ${numbered(condition.sql)} as found,
        ${numbered(condition.scanned)} as scanned,
        strpos(shared.lookup_key(upper($1)), shared.lookup_key($2)) > 0 as contained`,
      [stored, searched, ...condition.values],
    )
    const [{ found, scanned, contained } = expect.fail()] = rows
    expect(scanned).toBe(found)
    return { found, contained }
  }
})

/** Latest first, unless the query sorts otherwise. */
const backward = (query: { sort?: string }): string => (query.sort === undefined ? ' Backward' : '')

describe('the picking list', () => {
  const pickingPlan = (query: object, total?: number) =>
    indexesOf(findPage => findPickingList(findPage, pickingListQuerySchema.parse(query)), total)

  test('ids in order from the index of what is ready', async () => {
    const plan = await pickingPlan({})
    expect(plan).toContain('Index Scan using store_order_ready')
    expect(plan.match(/Sort Key/g)).toHaveLength(3) // of the page, and of the items and notes of each order
  })

  test.each([{ locationId: 'store-1' }, { shippable: 'false' }])(
    '%j: by the reservations of what is ready',
    async query => {
      expect(await pickingPlan(query, 100)).toContain('stock_reservation_ready')
    },
  )
})
