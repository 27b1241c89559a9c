import type { Queryable } from '@campstore/database/database'
import { onlyRow } from '@campstore/database/rows'

/** SQL expression for what identifies the state of the catalogue. */
export const revision = /* sql */ `(select token from catalog.revision where id = 1)`

/** The products with a variant in stock at one moment. */
export type InStock = {
  /** Identifies the state of the catalogue (`catalog.revision`). */
  revision: string
  /** Their ids, as PostgreSQL writes an array. */
  ids: string
  /** When they were requested, in monotonic time. */
  readAt: number
}

/**
 * Returns the products in stock.
 *
 * @param outdated is not returned again
 */
export type InStockReader = (outdated?: InStock) => Promise<InStock>

/** How old the choice of products in stock may be: no revision says that stock has changed (docs/contract/catalogue.md#list). */
export const inStockMaxAgeMs = 2_000

/** Which products are in stock (docs/contract/catalogue.md#available-quantity): one pass of the stock, and one of the catalogue. */
const productsInStock = {
  name: 'products-in-stock',
  text: /* sql */ `
    with available as materialized (
      select variant_id
      from inventory.stock
      where location_id = any (array(select id from inventory.location where kind = 'store' and active))
      group by variant_id
      having sum(on_hand - reserved) > 0
    )
    select
      ${revision} as revision,
      array(
        select distinct storefront.product_id
        from catalog.storefront_index storefront
        cross join unnest(storefront.variant_ids) variant_id
        join available using (variant_id)
      )::text as ids`,
}

/**
 * Creates a reader of the products in stock, only for lists and facets: a checkout and the quantities shown are exact. Clients can
 * invent any number of searches; they all share one read every two seconds at most.
 */
export function createInStockReader(database: Queryable): InStockReader {
  let known: InStock | undefined
  let reading: Promise<InStock> | undefined

  const read = async (): Promise<InStock> => {
    const readAt = performance.now()
    known = { ...(await onlyRow<Omit<InStock, 'readAt'>>(database, productsInStock)), readAt }
    return known
  }

  return async outdated => {
    const isYoung = known && performance.now() - known.readAt < inStockMaxAgeMs
    if (known && isYoung && known !== outdated) return known
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
}

/** Number of retries of a read because the catalogue has changed since the stock was read. */
const maxReadings = 3

/**
 * Reads data with the products in stock, if asked for; again if the catalogue has changed since that was read. What is in
 * stock may come from a look that began before the change, so it is compared each time. Also returns when the oldest part of it
 * was asked for; undefined where stock does not matter.
 */
export async function readWithStock<Result extends { revision: string }>(
  readInStock: InStockReader,
  isWanted: boolean | undefined,
  read: (stock: InStock | undefined) => Promise<Result>,
): Promise<Result & { readAt?: number }> {
  if (!isWanted) return read(undefined)
  let stock: InStock | undefined
  for (let readings = 1; ; readings += 1) {
    stock = await readInStock(stock)
    const result = await read(stock)
    if (result.revision === stock.revision || readings === maxReadings) return { ...result, readAt: stock.readAt }
  }
}
