import type { ReturnOrder } from '@campstore/contract/admin/orders'
import { storeTimeZone } from '@campstore/contract/booking/bounds'
import { validationError } from '@campstore/contract/errors'
import type { ReturnedItems } from '@campstore/contract/messages/events'
import { type AdminReturn, returnDestinationSchema } from '@campstore/contract/returns'
import { text } from '@campstore/contract/texts/text'
import { byLargestRemainder, cents, isWholeTwd, type Money, ofCents } from '@campstore/core/money'
import { businessDate, daysBetween } from '@campstore/core/plain-date'

/** An item of an order that has shipped: how many pieces have come back, and from which locations all of them left. */
export type ShippedItem = {
  id: number
  variantId: string
  sku: string
  quantity: number
  lineTotal: Money
  returned: number
  places: { locationId: string; quantity: number }[]
}

/** Pieces of an item that come back: `first` pieces came back before them. */
type ReturnedLine = { item: ShippedItem; first: number; quantity: number; to: 'stock' | 'written-off' }

/**
 * The pieces that a request returns, by default all that have not come back (docs/contract/admin.md#returns). Throws
 * VALIDATION_ERROR for another order's item, or more pieces than have not come back.
 */
export function returnedLines(items: readonly ShippedItem[], requested: ReturnOrder['items']): ReturnedLine[] {
  const backBefore = new Map(items.map(({ id, returned }) => [id, returned]))
  const lines =
    requested ?? items.map(item => ({ orderItemId: item.id, quantity: item.quantity, to: 'stock' as const }))
  return lines.flatMap(({ orderItemId, quantity, to }, index) => {
    const item = items.find(({ id }) => id === orderItemId)
    const first = backBefore.get(orderItemId)
    if (!item || first === undefined)
      throw validationError([{ path: `items.${index}.orderItemId`, reason: text('order.isNoItem') }])
    const limit = item.quantity - first
    const pieces = requested ? quantity : limit
    if (pieces > limit)
      throw validationError([{ path: `items.${index}.quantity`, reason: text('must.beAtMost', { limit }) }])
    backBefore.set(orderItemId, first + pieces)
    return pieces === 0 ? [] : [{ item, first, quantity: pieces, to }]
  })
}

/** Whether nothing of an order is still out after some pieces have come back. */
export const isAllBack = (items: readonly ShippedItem[], lines: readonly ReturnedLine[]): boolean =>
  sumOf(items, item => item.quantity - item.returned) === sumOf(lines, line => line.quantity)

/**
 * Whether the right of withdrawal has not ended: the day of completion is day 0, in the time zone of the store
 * (docs/contract/admin.md#returns).
 *
 * @param days the last day of the right; 0 if there is none
 */
export const mayWithdraw = (completedAt: Date | undefined, now: Date, days: number): boolean =>
  completedAt !== undefined && days > 0 && daysBetween(dayOf(completedAt), dayOf(now)) <= days

const dayOf = (instant: Date) => businessDate(instant, storeTimeZone, 0)

/** The pieces that come back, by the location that gets them: where each one left, unless there is a location for all. */
export const returnedTo = (lines: readonly ReturnedLine[], locationId?: string): AdminReturn['items'] =>
  lines.flatMap(({ item, first, quantity, to }): AdminReturn['items'] => {
    const piece = { orderItemId: item.id, to }
    if (to === 'written-off') return [{ ...piece, quantity, locationId: null }]
    if (locationId !== undefined) return [{ ...piece, quantity, locationId }]
    return placesOf(item, first, quantity).map(place => ({ ...piece, ...place }))
  })

/** An item of an order, as far as its stock needs it. */
type StockedItem = { id: number; variantId: string; sku: string }

/** The pieces of a return that went to stock, with their variants. */
export const placesIn = (returned: AdminReturn['items'], items: readonly StockedItem[]) =>
  returned.flatMap(({ orderItemId, locationId, quantity }) => {
    const item = items.find(({ id }) => id === orderItemId)
    return item && locationId !== null ? [{ variantId: item.variantId, locationId, quantity }] : []
  })

/** The pieces of a return as its event names them: by item and destination. */
export const piecesIn = (returned: AdminReturn['items'], items: readonly StockedItem[]): ReturnedItems =>
  items.flatMap(({ id, variantId, sku }) =>
    returnDestinationSchema.options.flatMap(to => {
      const quantity = sumOf(
        returned.filter(piece => piece.orderItemId === id && piece.to === to),
        piece => piece.quantity,
      )
      return quantity > 0 ? [{ orderItemId: id, variantId, sku, quantity, to }] : []
    }),
  )

/** Where some pieces of an item left. The first pieces that come back left from the first location. */
function placesOf({ places }: ShippedItem, first: number, quantity: number): ShippedItem['places'] {
  let before = 0
  return places.flatMap(place => {
    const pieces = Math.min(first + quantity, before + place.quantity) - Math.max(first, before)
    before += place.quantity
    return pieces > 0 ? [{ locationId: place.locationId, quantity: pieces }] : []
  })
}

/**
 * The share of the payment that belongs to pieces, by the prices of the items. If whole TWD were paid, it is in whole TWD, because
 * payment services give back no cents. The shares of all pieces, with the shipping fee once, add up to the payment.
 *
 * @param payment.hasShipping whether the shipping fee comes back with these pieces
 */
export function shareOf(
  items: readonly ShippedItem[],
  lines: readonly ReturnedLine[],
  { hasShipping, ...payment }: { paid: Money; shippingFee: Money; hasShipping: boolean },
): Money {
  const { unit, ofItems, ofShipping } = partsOf(payment)
  const prices = items.map(({ lineTotal }) => cents(lineTotal))
  const shares = byLargestRemainder(ofItems / unit, prices)
  const units = lines.map(({ item, first, quantity }) => {
    const ofItem = shares[items.indexOf(item)] ?? 0n
    return ofFirst(first + quantity, ofItem, item) - ofFirst(first, ofItem, item)
  })
  const share = units.reduce((sum, share) => sum + share, 0n) * unit
  return ofCents(hasShipping ? share + ofShipping : share)
}

/** The part of an item's share that belongs to its first pieces, in whole units: the first ones are rounded up. */
function ofFirst(pieces: number, share: bigint, item: ShippedItem): bigint {
  const [each, more] = [share / BigInt(item.quantity), share % BigInt(item.quantity)]
  return each * BigInt(pieces) + (more < pieces ? more : BigInt(pieces))
}

/**
 * The parts of a payment for the items and for the shipping, in cents, in a unit of TWD or of cents. A payment in whole TWD has parts in
 * whole TWD, also if the shipping fee has cents.
 */
function partsOf({ paid, shippingFee }: { paid: Money; shippingFee: Money }) {
  const all = cents(paid)
  const unit = isWholeTwd(paid) ? 100n : 1n
  const isMore = all > cents(shippingFee)
  const ofItems = isMore ? ((all - cents(shippingFee) + unit / 2n) / unit) * unit : 0n
  return { unit, ofItems, ofShipping: all - ofItems }
}

const sumOf = <T>(all: readonly T[], count: (one: T) => number): number => all.reduce((sum, one) => sum + count(one), 0)
