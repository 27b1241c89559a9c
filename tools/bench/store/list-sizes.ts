import type { Shop } from '../dataset.ts'
import type { Findings } from '../report.ts'
import type { Stage } from '../scenario.ts'
import { compareSizes } from '../size-comparison.ts'
import { wanted } from './stored-catalogue.ts'

const category = `category=${encodeURIComponent(wanted.category)}`
const brand = `brand=${encodeURIComponent(wanted.brand)}`

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
export async function compareCatalogues(stage: Stage, few: Shop, many: Shop): Promise<Findings[]> {
  const { options } = stage
  const sizes = {
    few: { shop: few, stored: `${options.products.few} products` },
    many: { shop: many, stored: `${options.products.many} products` },
  }
  const findings: Findings[] = []
  for (const { name, query, pages } of lists) {
    const request = { area: 'store', kind: 'list', query: `size=5&${query}`, pages } as const
    const compared = await compareSizes(stage, sizes, {
      name: `list, ${name}`,
      rounds: options.listRounds,
      wanted: 1.5,
      catchUp: findings.length === 0,
      asked: () => ({ request, connections: 10 }),
    })
    findings.push(compared.findings)
  }
  return findings
}
