import { ApiError, type ErrorCode, errorAt, type Mistake } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { type PlainTextKey, type Text, text } from '@campstore/contract/texts/text'
import { moneyPattern } from '@campstore/core/money'
import { z } from 'zod'
import type { PricedItem, PricedOrder } from './pricing.ts'

/** A line of an order with the number of pieces left. */
export type ShortLine = { line: number; left: number }

/** The part of an order that a refusal needs. */
type Items = { items: readonly Pick<PricedItem, 'variantId' | 'productName' | 'specification' | 'quantity'>[] }

/** The path of a line's variant. */
export const variantPath = (line: number): string => `items.${line}.variantId`

/** A variant as a message names it. */
export const nameOfVariant = ({
  productName,
  specification,
}: Pick<PricedItem, 'productName' | 'specification'>): string =>
  [productName, specification].filter(part => part !== '').join(', ')

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

/** JSON of the places with too few pieces on hand, as `change_order` has it: how many are left at each. */
const shortPlaces = z.array(
  z
    .object({ variantId: z.string(), locationId: z.string(), onHand: z.number() })
    .transform(({ variantId, locationId, onHand }) => ({
      variantId,
      reason: text('item.onHand', { count: onHand, location: shortened(locationId) }),
    })),
)

/** JSON of the places with too few available pieces, as `inventory.undo_return` has it. */
const takenPlaces = z.array(
  z
    .object({ variantId: z.string(), locationId: z.string(), available: z.number() })
    .transform(({ variantId, locationId, available }) => ({
      variantId,
      reason: text('item.availableAt', { count: available, location: shortened(locationId) }),
    })),
)

/** JSON of the variants with too few pieces, as `reallocate_order` has it. */
const shortVariants = z.array(
  z
    .object({ variantId: z.string(), missing: z.number(), available: z.number() })
    .transform(({ variantId, ...pieces }) => ({ variantId, reason: text('item.neededElsewhere', pieces) })),
)

/** @param short JSON of the database */
function shortageRefusal(
  code: ErrorCode,
  { items }: Items,
  schema: z.ZodType<{ variantId: string; reason: Text }[]>,
  short: string | undefined,
  advise: (shortage: Text) => Text,
): ApiError {
  const lines = schema
    .parse(JSON.parse(short ?? '[]'))
    .map(({ variantId, reason }) => ({ reason, line: items.findIndex(item => item.variantId === variantId) }))
  const [first] = lines
  const item = first && items[first.line]
  const shortage = item
    ? text('item.sentence', { name: shortened(nameOfVariant(item)), reason: first.reason })
    : text('stock.missing')
  const details = lines.map(({ line, reason }): Mistake => ({ path: variantPath(line), reason }))
  return new ApiError(code, advise(shortage), { details })
}

/** The refusal of a shipment whose reserved pieces have left the store; `places` are {@link shortPlaces}. */
export const stockNotOnHand = (order: Items, places: string | undefined): ApiError =>
  shortageRefusal('STOCK_INSUFFICIENT', order, shortPlaces, places, shortage =>
    text('stock.fewerThanReserved', { shortage }),
  )

/** The refusal to cancel an order that is paid and cannot be shipped either; `places` are {@link shortPlaces}. */
export const cannotCancelShort = (order: Items, refusal: PlainTextKey, places: string): ApiError =>
  shortageRefusal('CONFLICT', order, shortPlaces, places, shortage =>
    text('stock.cannotCancel', { refusal: text(refusal), shortage }),
  )

/** The refusal to undo a return whose pieces were sold or moved since; `places` are {@link takenPlaces}. */
export const returnNotInStock = (order: Items, places: string | undefined): ApiError =>
  shortageRefusal('CONFLICT', order, takenPlaces, places, shortage => text('stock.returnIsGone', { shortage }))

/** The refusal of a reallocation; `variants` are {@link shortVariants}. */
export const stockNotElsewhere = (order: Items, variants: string | undefined): ApiError =>
  shortageRefusal('STOCK_INSUFFICIENT', order, shortVariants, variants, shortage =>
    text('stock.thenReallocate', { shortage }),
  )

/** Refuses amounts beyond numeric(12,2), which need quantities that no store has. Throws STOCK_INSUFFICIENT. */
export function requireAmountsInRange(order: Pick<PricedOrder, 'subtotal' | 'total' | 'items'>): void {
  if (moneyPattern.test(order.subtotal) && moneyPattern.test(order.total)) return
  const quantities = order.items.map(({ quantity }) => quantity)
  const line = quantities.indexOf(Math.max(...quantities))
  throw errorAt('STOCK_INSUFFICIENT', variantPath(line), text('pieces.moreThanExist'), text('item.notEnough'))
}
