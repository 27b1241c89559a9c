import { expect, test } from 'vitest'
import { indexesOf, statementOf } from './query-plan.ts'

test('what a query sends is known without an answer', async () => {
  const statement = await statementOf(async database => {
    const { rows } = await database.query({ text: 'select $1', values: [1] })
    if (rows.length === 0) throw new Error('no row')
  })
  expect(statement).toEqual({ text: 'select $1', values: [1] })
})

test('a plan is told by its indexes and by the large tables that it reads as a whole', () => {
  const plan = [
    '->  Index Scan using listing_by_id on listing (actual rows=5.00 loops=1)',
    '->  Bitmap Index Scan on listing_of_price (actual rows=46.00 loops=1)',
    '->  Seq Scan on revision (actual rows=1.00 loops=1)',
    '->  Seq Scan on stock (actual rows=9.00 loops=1)',
  ]
  expect(indexesOf(plan, ['stock', 'listing'])).toEqual(['listing_by_id', 'listing_of_price', 'all of stock'])
})
