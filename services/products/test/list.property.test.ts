import { productsQuerySchema } from '@campstore/contract/products/schemas'
import { useFixture } from '@campstore/testing/use-fixture'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectPage } from '../src/domain/select-page.ts'
import { type ListedFields, productWith } from '../src/testing/catalogues.ts'
import { productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

const fixture = useFixture(startProductsFixture)

type ProductCase = { name: string; category: string | null; brand: string | null; prices: number[]; active: boolean }
type QueryCase = {
  page: number
  size: number
  field: 'id' | 'name'
  down: boolean
  category?: string
  brand?: string
  min?: number
  max?: number
}

const names = ['tent', 'Tent', 'TENT A', 'Ärmel', 'ärmel', '帳篷', '帳', 'Zelt 😀', 'Zelt \uFF21', 'a_b', 'a%']
const labels = ['Tents', 'tents', ' TENTS', 'Öfen', 'öfen', '睡袋', 'a%', 'a_']
const anyProduct: fc.Arbitrary<ProductCase> = fc.record({
  name: fc.constantFrom(...names),
  category: fc.option(fc.constantFrom(...labels)),
  brand: fc.option(fc.constantFrom(...labels)),
  prices: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
  active: fc.constantFrom(true, true, true, false),
})
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyQuery: fc.Arbitrary<QueryCase> = fc
  .record({
    page: fc.nat(3),
    size: fc.integer({ min: 1, max: 6 }),
    field: fc.constantFrom('id' as const, 'name' as const),
    down: fc.boolean(),
    category: optional(fc.constantFrom(...labels, 'none')),
    brand: optional(fc.constantFrom(...labels)),
    min: optional(fc.nat(9)),
    max: optional(fc.nat(9)),
  })
  .filter(({ min, max }) => min === undefined || max === undefined || min <= max)

const normalised = (text: string): string => text.trim().toLowerCase()
const codePoints = (text: string): number[] => [...text.toLowerCase()].map(character => character.codePointAt(0) ?? 0)

/** Compares by code point, in lower case. */
function compare(left: string, right: string): number {
  const [a, b] = [codePoints(left), codePoints(right)]
  const index = a.findIndex((point, at) => point !== b[at])
  return index === -1 ? a.length - b.length : (a[index] ?? 0) - (b[index] ?? -1)
}

/** The expected list by a model without SQL: ids, and how many there are in all. */
function expectedList(catalogue: readonly (ProductCase & { id: string })[], request: QueryCase) {
  const { page, size, field, down, category, brand, min = 0, max = 1_000 } = request
  const ids = catalogue
    .filter(product => product.active && product.prices.some(price => price >= min && price <= max))
    .filter(product => category === undefined || normalised(product.category ?? '\0') === normalised(category))
    .filter(product => brand === undefined || normalised(product.brand ?? '\0') === normalised(brand))
    .sort((left, right) => {
      const difference = compare(left[field], right[field]) * (down ? -1 : 1)
      return difference === 0 ? compare(left.id, right.id) : difference
    })
    .map(({ id }) => id)
  return { ids: ids.slice(page * size, page * size + size), total: ids.length }
}

function queryOf({ page, size, field, down, category, brand, min, max }: QueryCase): Record<string, string> {
  const filters = { category, brand, minPrice: min?.toString(), maxPrice: max?.toString() }
  return {
    page: `${page}`,
    size: `${size}`,
    sort: `${field},${down ? 'desc' : 'asc'}`,
    ...Object.fromEntries(
      Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  }
}

const inFile = ({ id, name, category, brand, prices }: ProductCase & { id: string }): ListedFields => ({
  id,
  name,
  category,
  brand,
  prices: prices.map(String),
})

test('for every catalogue and query, the list of the database and that of mock mode are the expected one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyProduct, { minLength: 1, maxLength: 14 }),
      fc.array(anyQuery, { minLength: 8, maxLength: 12 }),
      async (products, queries) => {
        await fixture.owner.query(
          'truncate catalog.storefront_index, catalog.product_search_index, catalog.product_image, catalog.product, inventory.stock, catalog.variant, catalog.sku, catalog.equipment_item cascade',
        )
        const catalogue = products.map((product, index) => ({
          ...product,
          id: `${index % 2 ? 'P' : 'p'}-${index * 7}`,
        }))
        for (const { prices, active, ...product } of catalogue) {
          const variants = prices.map(price => ({ price: `${price}` }))
          await fixture.scenario.addProduct({ ...product, variants, status: active ? 'active' : 'inactive' })
        }
        const shown = catalogue.filter(({ active }) => active).map(product => productWith(inFile(product)))
        for (const request of queries) {
          const expected = expectedList(catalogue, request)
          const query = queryOf(request)
          const answer = await fixture.anyone.get(`${productsPath}?${new URLSearchParams(query)}`)
          const { page, size } = request
          const totalPages = Math.ceil(expected.total / size)
          expect(answer.meta).toEqual({ page, size, totalElements: expected.total, totalPages })
          expect(answer.data).toMatchObject(expected.ids.map(id => ({ id })))
          expect(answer.data).toHaveLength(expected.ids.length)
          const selected = selectPage(shown, productsQuerySchema.parse(query))
          expect(selected).toMatchObject({ totalElements: expected.total, items: expected.ids.map(id => ({ id })) })
        }
      },
    ),
    { numRuns: 25 },
  )
})
