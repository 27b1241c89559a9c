import { batched } from '@campstore/database/batched'
import type { Queryable } from '@campstore/database/database'

/** What can change with every order: how many of each variant are free, and in which state the catalogue is. */
export type Live = {
  /** Names the state of the catalogue (`catalog.revision`). */
  revision: string
  /** Pieces by variant, in the order that was asked for. */
  quantities: number[]
}

/** Reads what is live of these variants; locks nothing. */
export type LiveReader = (variantIds: readonly string[]) => Promise<Live>

/** SQL for what store locations have of a variant and orders do not hold, `pieces`: null where there is no row of stock. */
export const freeOfVariant = (variantId: string): string => /* sql */ `
          select sum(stock.on_hand - stock.reserved) as pieces
          from inventory.stock
          where
            stock.variant_id = ${variantId}
            and stock.location_id = any (array(select id from inventory.location where kind = 'store' and active))`

/**
 * On-hand stock of active store locations minus what is reserved, not below 0 (interface.md, Product, variants), of each id
 * that has any. One look-up by the primary key of the stock for each id, however many variants and reservations there are; a
 * subquery for each id would take twice the time.
 */
const liveOfVariants = {
  name: 'live-of-variants',
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
 * How many statements run side by side, and how many questions one of them answers at most. One at a time: the next then has
 * more questions to answer, and a larger statement costs less than two.
 */
const limits = { atOnce: 1, size: 50 }

/** Reads what is live, the questions of a busy moment in one statement, each variant once. */
export const liveReader = (database: Queryable): LiveReader =>
  batched(async (questions: readonly (readonly string[])[]) => {
    // Requests for the same page ask with the same array, and pages share variants.
    const asked = new Set(questions)
    const ids = new Set([...asked].flat())
    const { rows } = await database.query<{ revision: string | null; quantities: [string, number][] | null }>({
      ...liveOfVariants,
      values: [JSON.stringify([...ids])],
    })
    const { revision, quantities } = rows[0] ?? {}
    if (!revision) throw new Error('the catalogue has no revision')
    const pieces = new Map(quantities)
    const liveOf = (variantIds: readonly string[]) => variantIds.map(id => pieces.get(id) ?? 0)
    const answers = new Map([...asked].map(variantIds => [variantIds, { revision, quantities: liveOf(variantIds) }]))
    return questions.map(question => answers.get(question) ?? { revision, quantities: [] })
  }, limits)
