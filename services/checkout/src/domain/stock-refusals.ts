import { ApiError, type ErrorCode, errorAt, type Mistake } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { type PlainTextKey, type Text, text } from '@campstore/contract/texts/text'
import { moneyPattern } from '@campstore/core/money'
import { z } from 'zod'
import { nameOfVariant, variantPath } from './order-refusals.ts'
import type { PricedItem, PricedOrder } from './pricing.ts'

/** A line of an order with the number of pieces left. */
export type ShortLine = { line: number; left: number }

/** The part of an order that a refusal needs. */
type Items = { items: readonly Pick<PricedItem, 'variantId' | 'productName' | 'specification' | 'quantity'>[] }

/** The refusal of an order with lines that are short of stock; it names no line if pieces were released meanwhile. */
export function shortLinesRefusal({ items }: Items, short: readonly ShortLine[]): ApiError {
  const [first] = short
  const item = first && items[first.line]
  const message = item
    ? text('item.short', {
        name: shortened(nameOfVariant(item)),
        left: piecesLeft(first.left),
        requested: item.quantity,
      })
    : text('item.justTaken')
  const details = short.map(({ line, left }): Mistake => ({ path: variantPath(line), reason: piecesLeft(left) }))
  return new ApiError('STOCK_INSUFFICIENT', message, { details })
}

const piecesLeft = (count: number): Text => (count === 0 ? text('pieces.noneLeft') : text('pieces.left', { count }))

const shortPlaces = z.array(z.object({ variantId: z.string(), locationId: z.string(), onHand: z.number() }))
const shortVariants = z.array(z.object({ variantId: z.string(), missing: z.number(), available: z.number() }))

/** The shortage of one item of an order. */
type ItemShortage = { variantId: string; reason: Text }

function shortageRefusal(
  code: ErrorCode,
  { items }: Items,
  short: readonly ItemShortage[],
  advise: (shortage: Text) => Text,
) {
  const lines = short.map(({ variantId, reason }) => ({
    reason,
    line: items.findIndex(item => item.variantId === variantId),
  }))
  const [first] = lines
  const item = first && items[first.line]
  const shortage = item
    ? text('item.sentence', { name: shortened(nameOfVariant(item)), reason: first.reason })
    : text('stock.missing')
  const details = lines.map(({ line, reason }): Mistake => ({ path: variantPath(line), reason }))
  return new ApiError(code, advise(shortage), { details })
}

/** @param detail JSON of the places with too few pieces */
const shortOf = (detail: string | undefined): ItemShortage[] =>
  shortPlaces.parse(JSON.parse(detail ?? '[]')).map(({ variantId, locationId, onHand }) => ({
    variantId,
    reason: text('item.onHand', { count: onHand, location: shortened(locationId) }),
  }))

/**
 * The refusal of a shipment whose reserved pieces have left the store.
 *
 * @param detail of the refusal of `change_order`: JSON of the places with too few pieces
 */
export const stockNotOnHand = (order: Items, detail: string | undefined): ApiError =>
  shortageRefusal('STOCK_INSUFFICIENT', order, shortOf(detail), shortage =>
    text('stock.fewerThanReserved', { shortage }),
  )

/**
 * The refusal to cancel an order that is paid and cannot be shipped either.
 *
 * @param places JSON of the places with too few pieces
 */
export const cannotCancelShort = (order: Items, refusal: PlainTextKey, places: string): ApiError =>
  shortageRefusal('CONFLICT', order, shortOf(places), shortage =>
    text('stock.cannotCancel', { refusal: text(refusal), shortage }),
  )

/**
 * The refusal of a reallocation.
 *
 * @param detail of the refusal of `reallocate_order`: JSON of the variants with too few pieces
 */
export const stockNotElsewhere = (order: Items, detail: string | undefined): ApiError =>
  shortageRefusal(
    'STOCK_INSUFFICIENT',
    order,
    shortVariants.parse(JSON.parse(detail ?? '[]')).map(({ variantId, missing, available }) => ({
      variantId,
      reason: text('item.neededElsewhere', { missing, available }),
    })),
    shortage => text('stock.thenReallocate', { shortage }),
  )

/**
 * Refuses amounts beyond numeric(12,2), which need quantities that no store has.
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
  throw errorAt('STOCK_INSUFFICIENT', variantPath(line), text('pieces.moreThanExist'), text('item.notEnough'))
}
