import { createPaginator, type FindPage } from '@campstore/database/pagination'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogueScenario, createCatalogueScenario } from '../testing/catalogue-scenario.ts'
import { findProductIds } from './product-search-index.ts'

let database: TestDatabase
let scenario: CatalogueScenario
let findPage: FindPage
beforeAll(async () => {
  database = await createTestDatabase()
  scenario = createCatalogueScenario(database.pool())
  findPage = createPaginator(database.pool('products'))
})
afterAll(() => database.drop())

const letter = fc.constantFrom('a', 'B', 'b', '四', '人', '帳', 'É', 'é', '𠮷', '%', '_', '\\', ' ', '-', '1')
const text = (maxLength: number) =>
  fc.array(letter, { minLength: 1, maxLength }).map(letters => letters.join('').trim() || 'x')

// docs/contract/admin.md#search: q is a case-insensitive substring of name or SKU; %, _ and \ mean themselves.
test('q finds exactly the products whose name or SKU contains it', async () => {
  const samples = fc.sample(fc.record({ name: text(9), sku: text(5) }), 60)
  const products: { id: string; name: string; code: string }[] = []
  for (const [index, { name, sku }] of samples.entries()) {
    const code = `${sku}#${index}`
    const { id } = await scenario.addProduct({ name, variants: [{ sku: code }] })
    products.push({ id, name, code })
  }
  await fc.assert(
    fc.asyncProperty(text(3), async q => {
      const has = (of: string) => of.toLowerCase().includes(q.toLowerCase())
      const sort = { by: 'id', direction: 'asc' } as const
      const query = { page: 0, size: 100, q, category: undefined, brand: undefined, sort }
      const { ids, totalElements } = await findProductIds(findPage, query)
      const expected = products.filter(({ name, code }) => has(name) || has(code)).map(({ id }) => id)
      expect(ids.toSorted()).toEqual(expected.toSorted())
      expect(totalElements).toBe(expected.length)
    }),
    { numRuns: 150 },
  )
})
