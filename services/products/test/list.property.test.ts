import { productsQuerySchema } from '@campstore/contract/products/schemas'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectPage } from '../src/domain/select-page.ts'
import { type Offered, presentOffered } from '../src/testing/catalogues.ts'
import { type ProductsFixture, productsPath, startProductsFixture } from '../src/testing/products-fixture.ts'

let fixture: ProductsFixture
beforeAll(async () => {
  fixture = await startProductsFixture()
})
afterAll(() => fixture.stop())

type Wanted = { name: string; category: string | null; brand: string | null; prices: number[]; offered: boolean }
type Asked = {
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
const anyWanted: fc.Arbitrary<Wanted> = fc.record({
  name: fc.constantFrom(...names),
  category: fc.option(fc.constantFrom(...labels)),
  brand: fc.option(fc.constantFrom(...labels)),
  prices: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
  offered: fc.constantFrom(true, true, true, false),
})
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyAsked: fc.Arbitrary<Asked> = fc
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

const folded = (text: string): string => text.trim().toLowerCase()
const codePoints = (text: string): number[] => [...text.toLowerCase()].map(character => character.codePointAt(0) ?? 0)

/** Compares as a dictionary of code points would. */
function compare(left: string, right: string): number {
  const [ours, theirs] = [codePoints(left), codePoints(right)]
  const place = ours.findIndex((point, index) => point !== theirs[index])
  if (place === -1) return ours.length - theirs.length
  return (ours[place] ?? 0) - (theirs[place] ?? -1)
}

/** An independent answer: ids, and how many there are in all. */
function modelled(catalogue: readonly (Wanted & { id: string })[], asked: Asked) {
  const { page, size, field, down, category, brand, min = 0, max = 1_000 } = asked
  const ids = catalogue
    .filter(product => product.offered && product.prices.some(price => price >= min && price <= max))
    .filter(product => category === undefined || folded(product.category ?? '\0') === folded(category))
    .filter(product => brand === undefined || folded(product.brand ?? '\0') === folded(brand))
    .sort((left, right) => {
      const difference = compare(left[field], right[field]) * (down ? -1 : 1)
      return difference === 0 ? compare(left.id, right.id) : difference
    })
    .map(({ id }) => id)
  return { ids: ids.slice(page * size, page * size + size), total: ids.length }
}

function queryOf({ page, size, field, down, category, brand, min, max }: Asked): Record<string, string> {
  const given = { category, brand, minPrice: min?.toString(), maxPrice: max?.toString() }
  return {
    page: `${page}`,
    size: `${size}`,
    sort: `${field},${down ? 'desc' : 'asc'}`,
    ...Object.fromEntries(
      Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  }
}

const inFile = ({ id, name, category, brand, prices }: Wanted & { id: string }): Offered => ({
  id,
  name,
  category,
  brand,
  prices: prices.map(String),
})

test('for every catalogue and query: the list of the database and of mock mode is the model’s', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyWanted, { minLength: 1, maxLength: 14 }),
      fc.array(anyAsked, { minLength: 8, maxLength: 12 }),
      async (wanted, queries) => {
        await fixture.owner.query(
          'truncate catalog.storefront_index, catalog.product_search_index, catalog.product_image, catalog.product, inventory.stock, catalog.variant, catalog.sku, catalog.equipment_item cascade',
        )
        const catalogue = wanted.map((product, index) => ({ ...product, id: `${index % 2 ? 'P' : 'p'}-${index * 7}` }))
        for (const { prices, offered, ...product } of catalogue) {
          const variants = prices.map(price => ({ price: `${price}` }))
          await fixture.set.product({ ...product, variants, status: offered ? 'active' : 'inactive' })
        }
        const shown = catalogue.filter(({ offered }) => offered).map(product => presentOffered(inFile(product)))
        for (const asked of queries) {
          const expected = modelled(catalogue, asked)
          const query = queryOf(asked)
          const answer = await fixture.anyone.get(`${productsPath}?${new URLSearchParams(query)}`)
          const { page, size } = asked
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
