import type { Context } from '../context.ts'
import { filledDatabase, orderCleanup } from '../data/data.ts'
import { type Load, measure, measureCheckouts } from '../measure/rounds.ts'
import type { BenchDatabase } from '../servers/servers.ts'
import { type System, startMeasuredSystem } from '../servers/system.ts'
import { memberOfOrder, numbers, orderId, productId, upTo } from '../workloads/choices.ts'
import { measureOrder } from './hold.ts'

/** Measures the services of the store. */
export async function benchStore(context: Context): Promise<void> {
  const { parts, connections } = context.options
  if (parts.includes('hold')) await measureOrder(context, await storeDatabase(context, 'hold'))
  if (!parts.includes('reads') && !parts.includes('checkout')) return
  const system = await startStore(context, 'store', await storeDatabase(context, 'store'))
  const reads = Object.entries(storeReads(context)).map(
    ([name, reads]): Load => ({ name, system, workload: { kind: 'reads', reads } }),
  )
  for (const count of parts.includes('reads') ? connections : []) await measure(context, count, reads)
  if (parts.includes('checkout')) await measureCheckouts(context, system, pattern => ({ kind: 'order', pattern }))
}

/** Makes a database with a catalogue and stored orders. */
export const storeDatabase = (context: Context, name: string, release?: string): Promise<BenchDatabase> =>
  filledDatabase(context, name, ['members', 'catalogue', 'store', 'reserve-stock'], { release })

/** Starts the services of the store and a gateway. */
export const startStore = (
  context: Context,
  name: string,
  database: BenchDatabase,
  release?: string,
): Promise<System> => {
  const services = ['products', 'checkout', 'me'] as const
  return startMeasuredSystem(context, { name, database, services, cleanup: orderCleanup, release })
}

/** What customers of the store read most: any page of twenty products, any product, any of a member's own orders. */
export const storeReads = ({ tokens }: Context) => ({
  'page of 20 products': upTo(numbers.products / 20).map(page => ({ path: `/api/products?size=20&page=${page - 1}` })),
  'one product': upTo(numbers.products).map(product => ({ path: `/api/products/${productId(product)}` })),
  "one of a member's orders": upTo(numbers.member_orders).map(order => ({
    path: `/api/me/orders/${orderId(order)}`,
    token: tokens[memberOfOrder(order) - 1],
  })),
})
