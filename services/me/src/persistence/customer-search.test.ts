import { createPaginator } from '@campstore/database/pagination'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matching, sortColumns, tierOfRow } from './customer-search.ts'

// An index helps only a query that has its very expression; what is asked and what is indexed must not drift apart.
let database: TestDatabase
let client: pg.PoolClient
beforeAll(async () => {
  database = await createTestDatabase()
  client = await database.pool('me').connect()
  await client.query('set enable_seqscan = off')
  await client.query('set enable_sort = off')
})
afterAll(async () => {
  client.release()
  await database.drop()
})

/** How PostgreSQL would read a page of customers. */
async function planOf(conditions: ReturnType<typeof matching>, field: string): Promise<string> {
  const plans: string[] = []
  const findPage = createPaginator({
    query: async statement => {
      const { text, values } = typeof statement === 'string' ? { text: statement, values: [] } : statement
      if (text.includes('order by')) {
        const { rows } = await client.query(`explain ${text}`, values)
        plans.push(rows.map(row => row['QUERY PLAN']).join('\n'))
      }
      return { rows: [], rowCount: 0 }
    },
  })
  await findPage({
    columns: 'id',
    from: 'member.customer',
    conditions,
    orderBy: { field, id: 'id', direction: 'desc' },
    page: 0,
    size: 20,
  })
  return plans.join('\n')
}

test.each([
  ['registeredAt', 'customer_registered'],
  ['totalSpent', 'customer_spending'],
  ['name', 'customer_name'],
  ['points', 'customer_points'],
  ['updatedAt', 'customer_updated'],
] as const)('sort=%s is read from %s', async (field, index) => {
  expect(await planOf([], sortColumns[field])).toContain(`using ${index} `)
})

test.each([
  ['status', { sql: 'status = ?', values: ['active'] }, 'customer_status'],
  ['tier', { sql: `${tierOfRow} = ?`, values: ['gold'] }, 'customer_tier'],
] as const)('%s is read in the usual order from one index', async (_, condition, index) => {
  expect(await planOf([condition], 'registered_at')).toContain(`using ${index} `)
})

test.each([
  ['ann', 'customer_search'],
  ['王小明', 'customer_search'],
  ['王小', 'customer_wide_letters'],
  ['王', 'customer_wide_letters'],
])('q=%s is found by %s', async (q, index) => {
  expect(await planOf(matching(q), 'phone')).toContain(`Bitmap Index Scan on ${index} `)
})
