import type pg from 'pg'
import { type Bench, type Context, startContext } from '../context.ts'
import { fillDatabase, orderCleanup } from '../data/data.ts'
import {
  compareCheckouts,
  compareSearches,
  compareSizes,
  compareWithKoa,
  preparePgbench,
  sameSql,
} from '../measure/comparisons.ts'
import { roundsOf } from '../report.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { type System, startMeasuredSystem } from '../servers/system.ts'
import { orderScripts } from '../workloads/checkout-scripts.ts'
import { memberOfOrder, numbers, orderId, productId } from '../workloads/choices.ts'
import type { Read } from '../workloads/requests.ts'

/** Measures the services of the store. */
export async function benchStore(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  report.environment(roundsOf(options))
  const { few, many } = options.products
  const database = await storeDatabase(context, 'few', few, options.storedOrders)
  const checkouts = options.parts.includes('checkout')
  const scripts = (copy: BenchDatabase) => orderScripts(copy, few)
  const limit = { ...sameSql, source: database, service: 'checkout', cleanup: orderCleanup, scripts } as const
  const limits = checkouts ? await preparePgbench(context, limit) : []
  const system = await startStore(context, 'few', database, ['products', 'checkout', 'me'])
  if (options.parts.includes('reads')) await compareReads(context, system)
  if (options.parts.includes('search')) await compareWithSearches(context, system)
  if (checkouts) await compareCheckouts(context, system, limits, pattern => ({ kind: 'order', pattern, products: few }))
  if (options.parts.includes('size')) {
    const catalogue = await storeDatabase(context, 'many', many, 0)
    await compareCatalogues(context, {
      few: { system, stored: `${few} products` },
      many: { system: await startStore(context, 'many', catalogue, ['products']), stored: `${many} products` },
    })
  }
}

/** Makes a database with a catalogue and stored orders, by the migrations of this or of another release. */
export function storeDatabase(
  context: Context,
  name: string,
  products: number,
  orders: number,
  release?: string,
): Promise<BenchDatabase> {
  context.log(`storing ${products} products and ${orders} orders`)
  const fill = (client: pg.Client) =>
    fillDatabase(client, ['members', 'catalogue', 'store', 'reserve-stock'], { products, orders })
  return context.servers.createDatabase(name, fill, release)
}

/** Starts services of the store and a gateway. */
export const startStore = (
  context: Context,
  name: string,
  database: BenchDatabase,
  services: Parameters<typeof startMeasuredSystem>[1]['services'],
  release?: string,
): Promise<System> => startMeasuredSystem(context, { name, database, services, cleanup: orderCleanup, release })

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const listPage = (query: string): Read => ({ path: `/api/products?${query}` })

/** Any page of twenty products. */
export const anyPage = (products: number): Read[] =>
  upTo(products / 20).map(page => listPage(`size=20&page=${page - 1}`))

/** Any product. */
export const anyProduct = (products: number): Read[] =>
  upTo(products).map(product => ({ path: `/api/products/${productId(product)}` }))

const brands = ['Norwind', 'Larkfell', 'Tarnstone', 'Ostra', 'Pinehold', 'Skerry', 'Velm', 'Hearthway', 'Cairn', 'Brae']

/** Searches that are repeated, as most are, with a list; and new lists and searches, which no cache has. */
async function compareWithSearches(context: Context, system: System): Promise<void> {
  const { few } = context.options.products
  const search = (name: string, queries: readonly string[]) => ({ name, reads: queries.map(listPage) })
  await compareSearches(context, system, { name: 'list, any page of 20', reads: anyPage(few) }, [
    search(
      'search, a brand and a word, by price',
      brands.map(name => `q=${name} companion&ranking=cheapest`),
    ),
    search(
      'search, any SKU',
      upTo(few).map(number => `q=${productId(number).replace('product', 'SKU')}`),
    ),
    search(
      'in stock, a brand, newest first',
      brands.map(name => `brand=${name}&inStock=true&ranking=newest`),
    ),
    { name: 'facets of a brand', reads: brands.map(name => ({ path: `/api/products/facets?brand=${name}` })) },
  ])
  const ranges = upTo(10_000).map(price => `minPrice=${price}&sort=name,asc`)
  await compareSearches(context, system, search('list, of 10,000 price ranges', ranges), [
    search(
      'search, of 10,000 price ranges',
      ranges.map(range => `q=outdoor companion&${range}`),
    ),
  ])
}

/** Pages of twenty products with what is available, single products, and members' own orders. */
async function compareReads(context: Context, system: System): Promise<void> {
  const { few } = context.options.products
  const compareRead = (constant: string, name: string, reads: Read[], goal?: number) =>
    compareWithKoa(context, system, {
      constant,
      requests: [{ name, workload: { kind: 'reads', reads, order: 'random' } }],
      ...(goal === undefined ? {} : { goal }),
    })
  await compareRead('page-of-20', 'list, any page of 20', anyPage(few), 0.6)
  await compareRead('product', 'detail, any product', anyProduct(few), 0.6)
  await compareRead('order', "order, any of a member's", ordersOfMembers(context))
}

/** Each member's own orders. */
export const ordersOfMembers = ({ tokens }: Pick<Context, 'tokens'>): Read[] =>
  upTo(numbers.member_orders).map(order => ({
    path: `/api/me/orders/${orderId(order)}`,
    token: tokens[memberOfOrder(order) - 1],
  }))

/** An eighth of the products are of this category and a tenth of this brand; an eightieth are of both. */
const category = 'category=Stoves'
const brand = 'brand=Tarnstone'

/** Pages of five, so that the small catalogue has a hundredth page too; and each filter. */
const lists: Record<string, string> = {
  'first page': 'page=0',
  'hundredth page': 'page=99',
  'first page by name': 'page=0&sort=name,asc',
  'hundredth page by name': 'page=99&sort=name,asc',
  'hundredth page by name, descending': 'page=99&sort=name,desc',
  category,
  brand,
  minPrice: 'minPrice=50000',
  maxPrice: 'maxPrice=5000',
  'price range': 'minPrice=20000&maxPrice=24000',
  'price range of all, hundredth page': 'page=99&minPrice=50&maxPrice=60000',
  'category and brand and price range': `${category}&${brand}&minPrice=10000&maxPrice=50000`,
  'category and brand, by name': `${category}&${brand}&sort=name,asc`,
}

/** Measures the list in a small and a large catalogue. */
async function compareCatalogues(context: Context, sizes: Parameters<typeof compareSizes>[1]): Promise<void> {
  const anyOfHundred = upTo(100).map(page => listPage(`size=5&sort=id,desc&page=${page - 1}`))
  const pages = Object.entries(lists).map(([name, query]) => [name, [listPage(`size=5&${query}`)]] as const)
  for (const [name, reads] of [...pages, ['any of a hundred pages', anyOfHundred] as const]) {
    await compareSizes(context, sizes, {
      name: `list, ${name}`,
      workload: { kind: 'reads', reads, order: 'random' },
      plan: context.options.pageRounds,
      goal: 1.5,
      catchUp: name === 'first page',
    })
  }
}
