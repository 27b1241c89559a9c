import type { BenchContext } from '../context.ts'
import type { Results } from '../report.ts'
import { compareSizes } from '../size-comparison.ts'
import type { System } from '../system.ts'
import { target } from './stored-catalogue.ts'

const category = `category=${encodeURIComponent(target.category)}`
const brand = `brand=${encodeURIComponent(target.brand)}`

/** Pages of five, so that the small catalogue has a hundredth page too; and each filter. */
const lists: readonly { name: string; query: string; pages?: number }[] = [
  { name: 'first page', query: 'page=0' },
  { name: 'hundredth page', query: 'page=99' },
  { name: 'any of a hundred pages', query: 'sort=id,desc', pages: 100 },
  { name: 'first page by name', query: 'page=0&sort=name,asc' },
  { name: 'hundredth page by name', query: 'page=99&sort=name,asc' },
  { name: 'hundredth page by name, descending', query: 'page=99&sort=name,desc' },
  { name: 'category', query: category },
  { name: 'brand', query: brand },
  { name: 'minPrice', query: 'minPrice=50000' },
  { name: 'maxPrice', query: 'maxPrice=5000' },
  { name: 'price range', query: 'minPrice=20000&maxPrice=24000' },
  { name: 'price range of all, hundredth page', query: 'page=99&minPrice=50&maxPrice=60000' },
  { name: 'category and brand and price range', query: `${category}&${brand}&minPrice=10000&maxPrice=50000` },
  { name: 'category and brand, by name', query: `${category}&${brand}&sort=name,asc` },
]

/** Measures the list in a small and a large catalogue. */
export async function compareCatalogues(context: BenchContext, few: System, many: System): Promise<Results[]> {
  const { options } = context
  const sizes = {
    few: { system: few, stored: `${options.products.few} products` },
    many: { system: many, stored: `${options.products.many} products` },
  }
  const results: Results[] = []
  for (const { name, query, pages } of lists) {
    const request = { area: 'store', kind: 'list', query: `size=5&${query}`, pages } as const
    const compared = await compareSizes(context, sizes, {
      name: `list, ${name}`,
      rounds: options.listRounds,
      target: 1.5,
      catchUp: results.length === 0,
      requests: () => ({ request, connections: 10 }),
    })
    results.push(compared.results)
  }
  return results
}
