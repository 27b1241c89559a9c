import { matchesSearch } from '@campstore/database/conditions'
import type { PageQuery } from '@campstore/database/page-query'
import { createPaginator } from '@campstore/database/pagination'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sortColumns } from './customers.ts'

// PostgreSQL uses an index only for a query with the same expression.
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

/** The plan of a page of customers. */
async function planOf(conditions: PageQuery['conditions'], field: string): Promise<string> {
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
  ['status', 'customer_status', { sql: 'status = ?', values: ['active'] }],
  ['tier', 'customer_tier', { sql: 'tier = ?', values: ['gold'] }],
] as const)('%s is read in the default order from %s', async (_, index, condition) => {
  expect(await planOf([condition], 'registered_at')).toContain(`using ${index} `)
})

test.each(['ann', '王小明', '王小', '王'])('q=%s is read from the search index', async q => {
  expect(await planOf([matchesSearch('search_text', q)], 'phone')).toContain('Bitmap Index Scan on customer_search ')
})
