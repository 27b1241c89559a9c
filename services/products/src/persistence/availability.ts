import { batched } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'

/** Data that every order can change: the available quantities, and the revision of the catalogue at the same moment. */
export type Availability = {
  /** Identifies the state of the catalogue (`catalog.revision`). */
  revision: string
  /** Pieces of each variant, in the order of the request. */
  quantities: number[]
}

/** Reads the availability of variants; locks nothing. */
export type AvailabilityReader = (variantIds: readonly string[]) => Promise<Availability>

/**
 * On-hand stock of active store locations minus reserved stock, not below 0 (docs/contract/catalogue.md#available-quantity),
 * of each id that has any. This is one look-up by the primary key of the stock for each id, for any number of variants and
 * reservations there are; a subquery for each id would take twice the time.
 */
const availabilityOfVariants = {
  name: 'availability-of-variants',
  text: /* sql */ `
    select
      (select token from catalog.revision where id = 1) as revision,
      (
        select json_agg(json_build_array(free.variant_id, greatest(free.pieces, 0)))
        from (
          select stock.variant_id, sum(stock.on_hand - stock.reserved) as pieces
          from inventory.stock
          where
            stock.variant_id = any (array(select json_array_elements_text($1::json)))
            and stock.location_id = any (array(select id from inventory.location where kind = 'store' and active))
          group by stock.variant_id
        ) free
      ) as quantities`,
}

/**
 * How many statements run concurrently, and how many requests one of them serves at most. With one at a time the next has
 * more requests to serve, and one larger statement costs less than two.
 */
const limits = { concurrency: 1, batchSize: 50 }

/** Creates a reader that serves the requests of a busy moment with one statement, which reads each variant once. */
export const createAvailabilityReader = (database: Queryable): AvailabilityReader =>
  batched(async (requests: readonly (readonly string[])[]) => {
    // Requests for the same page have the same array, and pages share variants.
    const distinct = new Set(requests)
    const { revision, available } = await readAvailability(database, [...new Set([...distinct].flat())])
    const quantitiesOf = (variantIds: readonly string[]) => variantIds.map(id => available.get(id) ?? 0)
    const results = new Map([...distinct].map(ids => [ids, { revision, quantities: quantitiesOf(ids) }]))
    return requests.map(request => results.get(request) ?? { revision, quantities: [] })
  }, limits)

/** Reads the available pieces by variant, and the revision of the catalogue at the same moment. */
export async function readAvailability(
  database: Queryable,
  variantIds: readonly string[],
): Promise<{ revision: string; available: Map<string, number> }> {
  const { rows } = await database.query<{ revision: string | null; quantities: [string, number][] | null }>({
    ...availabilityOfVariants,
    values: [JSON.stringify(variantIds)],
  })
  const { revision, quantities } = rows[0] ?? {}
  if (!revision) throw new Error('The catalogue has no revision')
  return { revision, available: new Map(quantities) }
}
