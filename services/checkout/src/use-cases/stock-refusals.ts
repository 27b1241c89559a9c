import { ApiError, type ErrorCode, type ErrorDetail, errorAt } from '@campstore/contract/errors'
import { quoted } from '@campstore/contract/quoted'
import { moneyPattern } from '@campstore/core/money'
import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import { findShortLines, type ShortLine } from '../persistence/checkout.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { nameOfVariant, type PricedOrder, variantPath } from './compose-order.ts'

/**
 * The refusal of an order for whose items too little is in stock, with what is left of each. It is read after the refusal,
 * without a lock, and only for the message (docs/contract/store-checkout.md#start, rule 10).
 */
export async function stockInsufficient(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  order: StoreOrder,
  idempotencyKey: string,
): Promise<ApiError> {
  try {
    return shortLinesRefusal(order, await findShortLines(database.requests, order, idempotencyKey))
  } catch (error) {
    log.warn({ err: error }, 'Cannot read what is left for a refused checkout')
    return new ApiError('STOCK_INSUFFICIENT', notEnough)
  }
}

/** The refusal of an order because of lines for which too little is in stock; of none, if somebody gave pieces back meanwhile. */
export function shortLinesRefusal({ items }: StoreOrder, short: readonly ShortLine[]): ApiError {
  const [first] = short
  const item = first && items[first.line]
  const message = item
    ? `${quoted(nameOfVariant(item))} ${piecesLeft(first.left)}; you asked for ${item.quantity}.`
    : 'Someone else took these items while you were checking out. Please try again.'
  const details = short.map(({ line, left }): ErrorDetail => ({ path: variantPath(line), message: piecesLeft(left) }))
  return new ApiError('STOCK_INSUFFICIENT', message, { details })
}

const notEnough = 'Not enough of an item is in stock.'

const piecesLeft = (left: number): string => {
  const pieces = left === 0 ? 'no pieces' : left === 1 ? 'only 1 piece' : `only ${left} pieces`
  return `has ${pieces} left`
}

const shortPlaces = z.array(z.object({ variantId: z.string(), locationId: z.string(), onHand: z.number() }))
const shortVariants = z.array(z.object({ variantId: z.string(), missing: z.number(), available: z.number() }))

/** The shortage of one item of an order: the detail's message, and the sentence about the first one. */
type ItemShortage = { variantId: string; says: string }

function shortageRefusal(
  code: ErrorCode,
  { items }: StoreOrder,
  short: readonly ItemShortage[],
  texts: { before?: string; after: string },
) {
  const lines = short.map(({ variantId, says }) => ({
    says,
    line: items.findIndex(item => item.variantId === variantId),
  }))
  const [first] = lines
  const item = first && items[first.line]
  const sentence = item ? `${quoted(nameOfVariant(item))} ${first.says}.` : 'Pieces are missing.'
  const message = [texts.before, sentence, texts.after].filter(text => text !== undefined).join(' ')
  const details = lines.map(({ line, says }): ErrorDetail => ({ path: variantPath(line), message: says }))
  return new ApiError(code, message, { details })
}

/** @param detail JSON of the places with too few pieces */
const shortOf = (detail: string | undefined): ItemShortage[] =>
  shortPlaces.parse(JSON.parse(detail ?? '[]')).map(({ variantId, locationId, onHand }) => ({
    variantId,
    says: `has only ${onHand} on hand at ${quoted(locationId)}`,
  }))

/**
 * The refusal of a shipment whose reserved pieces have left the store.
 *
 * @param detail of the refusal of `change_order`: JSON of the places with too few pieces
 */
export const stockNotOnHand = (order: StoreOrder, detail: string | undefined): ApiError =>
  shortageRefusal('STOCK_INSUFFICIENT', order, shortOf(detail), {
    after: 'That is fewer than are reserved: reallocate the order to other stores, or book the missing pieces in.',
  })

/**
 * The refusal to cancel an order that is paid and cannot be shipped either.
 *
 * @param places JSON of the places with too few pieces
 */
export const cannotCancelShort = (order: StoreOrder, refusal: string, places: string): ApiError =>
  shortageRefusal('CONFLICT', order, shortOf(places), {
    before: refusal,
    after:
      'Reallocate the order to other stores, or book the missing pieces in, then ship it; or cancel it with a refund by cancel-paid.',
  })

/**
 * The refusal of a reallocation.
 *
 * @param detail of the refusal of `reallocate_order`: JSON of the variants with too few pieces
 */
export const stockNotElsewhere = (order: StoreOrder, detail: string | undefined): ApiError =>
  shortageRefusal(
    'STOCK_INSUFFICIENT',
    order,
    shortVariants.parse(JSON.parse(detail ?? '[]')).map(({ variantId, missing, available }) => ({
      variantId,
      says: `needs ${missing} from other stores, and all together have ${available} available`,
    })),
    { after: 'Book the missing pieces in, then reallocate the order again.' },
  )

/**
 * Refuses amounts beyond numeric(12,2): they need quantities that no store has.
 *
 * @throws {ApiError} STOCK_INSUFFICIENT
 */
export function requireAmountsInRange({
  subtotal,
  total,
  items,
}: Pick<PricedOrder, 'subtotal' | 'total' | 'items'>): void {
  if (moneyPattern.test(subtotal) && moneyPattern.test(total)) return
  const most = Math.max(...items.map(({ quantity }) => quantity))
  const line = items.findIndex(({ quantity }) => quantity === most)
  throw errorAt('STOCK_INSUFFICIENT', variantPath(line), 'is more than exists', notEnough)
}
