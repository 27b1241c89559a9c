import { compareWithLimit } from '../against-limit.ts'
import { compareWithPgbench, preparePgbench } from '../against-pgbench.ts'
import { type BenchContext, environmentOf, filledDatabase } from '../context.ts'
import { atLeast, formatReport, type Results, ratio } from '../report.ts'
import type { BenchDatabase } from '../servers.ts'
import { type System, startSystem } from '../system.ts'
import { type Pattern, storeMembers } from '../workload.ts'
import { checkoutScripts } from './checkout-script.ts'
import { compareCatalogues } from './list-sizes.ts'
import type { StoreRequest } from './requests.ts'
import { storeCatalogue } from './stored-catalogue.ts'
import { storeCleanup, storeOrders } from './stored-orders.ts'

/** Measures the services of the store and returns the report. */
export async function benchStore(context: BenchContext): Promise<string> {
  const { options } = context
  const products = options.products.few
  const database = await storeDatabase(context, 'few', { products, orders: options.storedOrders })
  const checkouts = options.parts.includes('checkout')
  const bareCheckout = checkouts ? await prepareStorePgbench(context, database) : undefined
  const system = await startStore(context, 'few', database)
  const systems = [system]
  const results: Results[] = []
  if (options.parts.includes('reads')) results.push(...(await compareReads(context, system)))
  if (checkouts) {
    const request = (pattern: Pattern): StoreRequest => ({ area: 'store', kind: 'checkout', products, pattern })
    results.push(await compareWithPgbench(context, system, { bare: bareCheckout, request, more: hotKeepsUp }))
  }
  if (options.parts.includes('size')) {
    const { many } = options.products
    const large = await startCatalogue(context, await storeDatabase(context, 'many', { products: many, orders: 0 }))
    systems.push(large)
    results.push(...(await compareCatalogues(context, system, large)))
  }
  for (const each of systems) results.push(each.processorTimes.results())
  for (const each of systems) await each.close()
  return formatReport('Store benchmark', await environmentOf(context, database), results)
}

const storeDatabase = (
  context: BenchContext,
  name: string,
  { products, orders }: { products: number; orders: number },
) =>
  filledDatabase(context, {
    name,
    with: `${products} products${orders > 0 ? ` and ${orders} orders` : ''}`,
    fill: async client => {
      await client.query('set synchronous_commit = off')
      await client.query("set maintenance_work_mem = '256MB'")
      await client.query("set work_mem = '128MB'")
      await client.query('select setseed(0.5)')
      await client.query(storeMembers)
      await storeCatalogue(client, products)
      if (orders > 0) await storeOrders(client, orders, products)
      await client.query('vacuum analyze')
      await client.query('checkpoint')
    },
  })

const startStore = (context: BenchContext, name: string, database: BenchDatabase): Promise<System> =>
  startSystem(context, { name, database, services: ['products', 'checkout', 'me'], cleanup: storeCleanup })

/** A system with the products service only. */
const startCatalogue = (context: BenchContext, database: BenchDatabase): Promise<System> =>
  startSystem(context, { name: 'many', database, services: ['products'], cleanup: storeCleanup })

const prepareStorePgbench = (context: BenchContext, source: BenchDatabase) =>
  preparePgbench(context, {
    source,
    service: 'checkout',
    cleanup: storeCleanup,
    scripts: copy => checkoutScripts(copy, context.options.products.few),
  })

/** Pages of twenty products with what is available, single products, and members' own orders. */
async function compareReads(context: BenchContext, system: System): Promise<Results[]> {
  const { few } = context.options.products
  const pages = few / 20
  const reads: Parameters<typeof compareWithLimit>[2][] = [
    {
      answer: 'page-of-20',
      target: 0.6,
      requests: [{ name: 'list, any page of 20', request: { area: 'store', kind: 'list', query: 'size=20', pages } }],
    },
    {
      answer: 'product',
      target: 0.6,
      requests: [{ name: 'detail, any product', request: { area: 'store', kind: 'detail', products: few } }],
    },
    { answer: 'order', requests: [{ name: "order, any of a member's", request: { area: 'store', kind: 'order' } }] },
  ]
  const results: Results[] = []
  for (const read of reads) results.push(await compareWithLimit(context, system, read))
  return results
}

const hotKeepsUp: Parameters<typeof compareWithPgbench>[2]['more'] = ({ spread, hot }, connections) => [
  atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, ratio(hot, spread)),
]
