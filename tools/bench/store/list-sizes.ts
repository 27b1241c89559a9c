import type { Shop } from '../dataset.ts'
import type { Findings } from '../findings.ts'
import { table } from '../report.ts'
import { roundsOf, type Stage } from '../scenario.ts'
import { type Compared, compareSizes } from '../size-comparison.ts'
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

/** A change of the catalogue, after which nothing that was cached counts. */
const catalogueChanges = 'update catalog.revision set token = gen_random_uuid() where id = 1'

/**
 * Measures the list in a small and a large catalogue: warm, as long as nothing but stock changes, and cold, one request at a
 * time, each after a change of the catalogue, so that page and total are read and made anew.
 */
export async function compareCatalogues(stage: Stage, few: Shop, many: Shop): Promise<Findings[]> {
  const { options } = stage
  const sizes = {
    few: { shop: few, stored: `${options.products.few} products` },
    many: { shop: many, stored: `${options.products.many} products` },
  }
  const rounds = options.listRounds
  const findings: Findings[] = []
  const overview: string[][] = []
  for (const { name, query, pages } of lists) {
    const request = { area: 'store', kind: 'list', query: `size=5&${query}`, pages } as const
    const warm = await compareSizes(stage, sizes, {
      name: `list, ${name}, warm`,
      rounds,
      wanted: 1.5,
      catchUp: overview.length === 0,
      asked: () => ({ request, connections: 10 }),
    })
    const cold = await compareSizes(stage, sizes, {
      name: `list, ${name}, cold`,
      rounds,
      asked: ({ database }) => ({
        request,
        connections: 1,
        before: { databaseUrl: database.adminUrl, sql: catalogueChanges },
      }),
    })
    findings.push(warm.findings, cold.findings)
    overview.push([name, ...rates(warm), ...latencies(cold)])
  }
  const head = ['list', 'few', 'many', 'factor', 'cold, few', 'cold, many', 'factor'] as const
  const heading = `## The list at ${sizes.few.stored} and at ${sizes.many.stored}\n\n${explanation} ${roundsOf(rounds)}`
  return [...findings, { rows: [], targets: [], text: [`${heading}\n\n${table(head, overview)}`] }]
}

const explanation = [
  'Warm: requests per second on 10 connections, and how many times as long one takes in the large catalogue; the targets above',
  'are about this. Cold: milliseconds (p50) of one request at a time, each after a change of the catalogue.',
].join('\n')

const rates = ({ few, many, factor }: Compared): string[] => [
  few.perSecond.toFixed(0),
  many.perSecond.toFixed(0),
  factor.toFixed(2),
]

const latencies = ({ few, many }: Compared): string[] => [
  few.p50.toFixed(1),
  many.p50.toFixed(1),
  (many.p50 / few.p50).toFixed(2),
]
