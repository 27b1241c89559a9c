import { ApiError, type ErrorDetail, errorAt } from '@campstore/contract/errors'
import { quoted } from '@campstore/contract/quoted'
import { moneyPattern } from '@campstore/core/money'
import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import { findAvailableStock } from '../persistence/checkout.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { nameOfVariant, variantPath } from './compose-order.ts'

/**
 * The refusal of an order for whose items too little is in stock, with what is left of each. It is read after the refusal,
 * without a lock, and only for the message (docs/decisions.md, 81).
 */
export async function stockInsufficient(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  { items }: StoreOrder,
): Promise<ApiError> {
  try {
    const available = await findAvailableStock(
      database.pool,
      items.map(({ variantId }) => variantId),
    )
    const short = items
      .map((item, line) => ({ line, item, left: available.get(item.variantId) ?? 0 }))
      .filter(({ item, left }) => item.quantity > left)
    const [first] = short
    const message = first
      ? `${quoted(nameOfVariant(first.item))} ${piecesLeft(first.left)}; you asked for ${first.item.quantity}.`
      : 'Someone else took these items while you were checking out. Please try again.'
    const details = short.map(({ line, left }): ErrorDetail => ({ path: variantPath(line), message: piecesLeft(left) }))
    return new ApiError('STOCK_INSUFFICIENT', message, { details })
  } catch (error) {
    log.warn({ err: error }, 'Cannot read what is left for a refused checkout')
    return new ApiError('STOCK_INSUFFICIENT', notEnough)
  }
}

const notEnough = 'Not enough of an item is in stock.'

const piecesLeft = (left: number): string => {
  const pieces = left === 0 ? 'no pieces' : left === 1 ? 'only 1 piece' : `only ${left} pieces`
  return `has ${pieces} left`
}

const shortPlaces = z.array(z.object({ variantId: z.string(), locationId: z.string(), onHand: z.number() }))

/**
 * The refusal of a shipment whose reserved pieces have left the store.
 *
 * @param detail of the refusal of `change_order`: JSON of the places with too few pieces
 */
export function stockNotOnHand({ items }: StoreOrder, detail: string | undefined): ApiError {
  const short = shortPlaces.parse(JSON.parse(detail ?? '[]')).map(place => {
    const line = items.findIndex(({ variantId }) => variantId === place.variantId)
    return { ...place, line, item: items[line] }
  })
  const [first] = short
  const message = first?.item
    ? `${quoted(nameOfVariant(first.item))} has only ${first.onHand} on hand at ${quoted(first.locationId)}, fewer than are reserved.`
    : 'What was reserved is no longer on hand.'
  const details = short.map(
    ({ line, locationId, onHand }): ErrorDetail => ({
      path: variantPath(line),
      message: `has only ${onHand} on hand at ${quoted(locationId)}`,
    }),
  )
  return new ApiError('STOCK_INSUFFICIENT', message, { details })
}

/**
 * Refuses amounts beyond numeric(12,2): they need quantities that no store has.
 *
 * @throws {ApiError} STOCK_INSUFFICIENT
 */
export function requireAmountsInRange({ subtotal, total, items }: StoreOrder): void {
  if (moneyPattern.test(subtotal) && moneyPattern.test(total)) return
  const most = Math.max(...items.map(({ quantity }) => quantity))
  const line = items.findIndex(({ quantity }) => quantity === most)
  throw errorAt('STOCK_INSUFFICIENT', variantPath(line), 'asks for more than there is', notEnough)
}
