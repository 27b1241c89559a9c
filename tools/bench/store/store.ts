import { compareWithLimit } from '../against-limit.ts'
import { compareWithPgbench, prepareBareCheckout } from '../against-pgbench.ts'
import { type Pattern, storeMembers } from '../crowd.ts'
import { openShop, type Shop } from '../dataset.ts'
import { atLeast, type Findings, ratio, reportOf } from '../report.ts'
import { circumstances, filledDatabase, type Stage } from '../scenario.ts'
import type { BenchDatabase } from '../servers.ts'
import { checkoutScripts } from './checkout-script.ts'
import { compareCatalogues } from './list-sizes.ts'
import type { StoreRequest } from './requests.ts'
import { storeCatalogue } from './stored-catalogue.ts'
import { storeLeavings, storeOrders } from './stored-orders.ts'

/** Measures the services of the store and returns the report. */
export async function benchStore(stage: Stage): Promise<string> {
  const { options } = stage
  const products = options.products.few
  const database = await storeDatabase(stage, 'few', { products, orders: options.storedOrders })
  const checkouts = options.parts.includes('checkout')
  const bareCheckout = checkouts ? await prepareBareStoreCheckout(stage, database) : undefined
  const shop = await openStore(stage, 'few', database)
  const shops = [shop]
  const findings: Findings[] = []
  if (options.parts.includes('reads')) findings.push(...(await compareReads(stage, shop)))
  if (checkouts) {
    const request = (pattern: Pattern): StoreRequest => ({ area: 'store', kind: 'checkout', products, pattern })
    findings.push(await compareWithPgbench(stage, shop, { bare: bareCheckout, request, more: hotKeepsUp }))
  }
  if (options.parts.includes('size')) {
    const { many } = options.products
    const large = await openCatalogue(stage, await storeDatabase(stage, 'many', { products: many, orders: 0 }))
    shops.push(large)
    findings.push(...(await compareCatalogues(stage, shop, large)))
  }
  for (const each of shops) findings.push(each.processorTimes.findings())
  for (const each of shops) await each.close()
  return reportOf('Store benchmark', await circumstances(stage, database), findings)
}

const storeDatabase = (stage: Stage, name: string, { products, orders }: { products: number; orders: number }) =>
  filledDatabase(stage, {
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

const openStore = (stage: Stage, name: string, database: BenchDatabase): Promise<Shop> =>
  openShop(stage, { name, database, services: ['products', 'checkout', 'me'], leavings: storeLeavings })

/** A shop of which only the catalogue is asked. */
const openCatalogue = (stage: Stage, database: BenchDatabase): Promise<Shop> =>
  openShop(stage, { name: 'many', database, services: ['products'], leavings: storeLeavings })

const prepareBareStoreCheckout = (stage: Stage, source: BenchDatabase) =>
  prepareBareCheckout(stage, {
    source,
    service: 'checkout',
    leavings: storeLeavings,
    scripts: copy => checkoutScripts(copy, stage.options.products.few),
  })

/** Pages of twenty products with what is available, single products, and members' own orders. */
async function compareReads(stage: Stage, shop: Shop): Promise<Findings[]> {
  const { few } = stage.options.products
  const pages = few / 20
  const reads: Parameters<typeof compareWithLimit>[2][] = [
    {
      answer: 'page-of-20',
      wanted: 0.6,
      asked: [{ name: 'list, any page of 20', request: { area: 'store', kind: 'list', query: 'size=20', pages } }],
    },
    {
      answer: 'product',
      wanted: 0.6,
      asked: [{ name: 'detail, any product', request: { area: 'store', kind: 'detail', products: few } }],
    },
    { answer: 'order', asked: [{ name: "order, any of a member's", request: { area: 'store', kind: 'order' } }] },
  ]
  const findings: Findings[] = []
  for (const read of reads) findings.push(await compareWithLimit(stage, shop, read))
  return findings
}

const hotKeepsUp: Parameters<typeof compareWithPgbench>[2]['more'] = ({ spread, hot }, connections) => [
  atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, ratio(hot, spread)),
]
