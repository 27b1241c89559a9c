import { facetsQuerySchema, facetsSchema, productsQuerySchema } from '@campstore/contract/products/schemas'
import { useFixture } from '@campstore/testing/use-fixture'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFacets, selectPage } from '../src/domain/select-page.ts'
import { type ListedFields, productWith } from '../src/testing/catalogues.ts'
import { productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

const fixture = useFixture(startProductsFixture)

const names = 'tent|Tent|TENT A|Ärmel|ärmel|帳篷|帳|Zelt 😀|Zelt \uFF21|a_b|a%|Zelt-A@Zelt|臺北 e\u0301t\u00e9'.split(
  '|',
)
const labels = ['Tents', 'ＴＥＮＴＳ', '臺灣', '台灣', 'tents', ' TENTS', 'Öfen', 'öfen', '睡袋', 'a%', 'a_']
const anyProduct = fc.record({
  name: fc.constantFrom(...names),
  category: fc.option(fc.constantFrom(...labels)),
  brand: fc.option(fc.constantFrom(...labels)),
  prices: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
  pieces: fc.constantFrom(0, 5),
  active: fc.constantFrom(true, true, true, false),
})
type ProductCase = typeof anyProduct extends fc.Arbitrary<infer Value> ? Value : never

/** Latin and Chinese, one character and several words, of names, brands and SKUs; patterns, e-mail addresses and ids. */
const searches = [
  ...'tent|A ten|ÄRM|帳|帳篷|睡|zelt 😀|ＺＥＬＴ a|台|\u00e9t|a%|a％|_|\\\\|öf|sku-p-7|-v1|Zelt-a@ZELT'.split('|'),
  ...['12345678-1234-1234-1234-123456789012', ' ', 'none'],
]
const orders = [
  ...(['id,asc', 'id,desc', 'name,asc', 'name,desc'] as const).map(sort => ({ sort })),
  ...(['cheapest', 'dearest', 'newest'] as const).map(ranking => ({ ranking })),
  {},
]
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyQuery = fc
  .record({
    page: fc.nat(3),
    size: fc.integer({ min: 1, max: 6 }),
    order: fc.constantFrom(...orders),
    q: optional(fc.constantFrom(...searches)),
    category: optional(fc.constantFrom(...labels, 'none')),
    brand: optional(fc.constantFrom(...labels)),
    min: optional(fc.nat(9)),
    max: optional(fc.nat(9)),
    inStock: optional(fc.constant(true as const)),
  })
  .filter(({ min, max }) => min === undefined || max === undefined || min <= max)
type QueryCase = typeof anyQuery extends fc.Arbitrary<infer Value> ? Value : never

function queryOf({ page, size, order, min, max, ...filters }: QueryCase): Record<string, string> {
  const given = { ...filters, ...order, page, size, minPrice: min, maxPrice: max }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]])),
  )
}

const inFile = ({ active: _, prices, ...product }: ProductCase & { id: string }): ListedFields => ({
  ...product,
  prices: prices.map(String),
})

test('a sort and a ranking together are VALIDATION_ERROR', async () => {
  expect(await fixture.anyone.get('/api/products?sort=id,asc&ranking=newest')).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'ranking' }],
  })
})

// Two implementations of docs/contract/catalogue.md#list: SQL, and functions over the file of mock mode.
test('for every catalogue and query, the list of the database and its facets are those of mock mode', async () => {
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
        for (const { prices, pieces, active, ...product } of catalogue) {
          const variants = prices.map((price, index) => ({
            price: `${price}`,
            sku: `SKU-${product.id}-v${index}`,
            stock: pieces,
          }))
          await fixture.scenario.addProduct({ ...product, variants, status: active ? 'active' : 'inactive' })
        }
        const shown = catalogue.filter(({ active }) => active).map(product => productWith(inFile(product)))
        for (const request of queries) {
          const query = queryOf(request)
          const { items, totalElements } = selectPage(shown, productsQuerySchema.parse(query))
          const answer = await fixture.anyone.get(`${productsPath}?${new URLSearchParams(query)}`)
          const { page, size } = request
          expect(answer.meta).toEqual({ page, size, totalElements, totalPages: Math.ceil(totalElements / size) })
          expect((answer.data as { id: string }[]).map(({ id }) => id)).toEqual(items.map(({ id }) => id))
          const facets = await fixture.anyone.get(`${productsPath}/facets?${new URLSearchParams(query)}`)
          expect(facetsSchema.parse(facets.data)).toEqual(countFacets(shown, facetsQuerySchema.parse(query)))
        }
      },
    ),
    { numRuns: 6 },
  )
})
