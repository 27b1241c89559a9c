import { ApiError, errorAt, type Mistake } from '@campstore/contract/errors'
import { shortened } from '@campstore/contract/quoted'
import { type Text, text } from '@campstore/contract/texts/text'
import { moneyPattern } from '@campstore/core/money'
import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import type { PricedStay } from '../domain/pricing.ts'
import type { ShortageQuery, Shortages } from '../persistence/shortages.ts'

/**
 * The refusal of a checkout whose zones are not free, with the night and the free sites of each zone. It is read after the
 * refusal, without a lock, and only for the message: a site may have become free meanwhile, and a failure to read changes
 * nothing about the refusal (docs/contract/booking.md#checkout, rule 5).
 */
export async function zoneUnavailable(
  { readShortages, log }: Pick<Dependencies, 'readShortages' | 'log'>,
  wanted: ShortageQuery,
): Promise<ApiError> {
  try {
    return shortageOf(await readShortages(wanted)) ?? new ApiError('ZONE_UNAVAILABLE', text('zone.justTaken'))
  } catch (error) {
    log.warn({ err: error }, 'Cannot read the remaining capacity for a refused checkout')
    return new ApiError('ZONE_UNAVAILABLE', text('zone.notEnough'))
  }
}

/** The refusal of a stay with some shortages; undefined without any. */
export function shortageOf({ closedOn, zones: short }: Shortages): ApiError | undefined {
  if (closedOn) {
    const message = text('campground.closed', { date: closedOn })
    return errorAt('ZONE_UNAVAILABLE', 'campgroundId', text('campground.isClosed', { date: closedOn }), message)
  }
  const [first] = short
  if (!first) return undefined
  const { name, requested } = first
  const message = text('zone.short', { name: shortened(name), left: sitesLeft(first), requested })
  const details = short.map((zone): Mistake => ({ path: `zones.${zone.line}`, reason: sitesLeft(zone) }))
  return new ApiError('ZONE_UNAVAILABLE', message, { details })
}

const sitesLeft = ({ remaining: count, night: date }: { remaining: number; night: string }): Text =>
  count === 0 ? text('zone.noneLeft', { date }) : text('zone.left', { count, date })

const shortRentals = z.array(z.object({ line: z.number(), name: z.string(), requested: z.number(), left: z.number() }))

/**
 * The refusal of a checkout whose rentals are not free.
 *
 * @param detail of the outcome of `take_holds`: JSON of the rentals with too few pieces left
 */
export const rentalStockInsufficient = (detail: string): ApiError =>
  shortRentalsOf(shortRentals.parse(JSON.parse(detail)))

/** The refusal of a stay with some rentals that have too few pieces left. */
export function shortRentalsOf(short: z.output<typeof shortRentals>): ApiError {
  const [first] = short
  const message = first
    ? text('rental.short', { name: shortened(first.name), left: piecesLeft(first.left), requested: first.requested })
    : text('rental.notEnough')
  const details = short.map(({ line, left }): Mistake => ({ path: rentalPath(line), reason: piecesLeft(left) }))
  return new ApiError('RENTAL_STOCK_INSUFFICIENT', message, { details })
}

const rentalPath = (line: number): string => `rentals.${line}.rentalListingId`

const piecesLeft = (count: number): Text => (count === 0 ? text('pieces.noneLeft') : text('pieces.left', { count }))

/**
 * Refuses amounts beyond numeric(12,2), which need quantities that no campground has. Throws ZONE_UNAVAILABLE,
 * RENTAL_STOCK_INSUFFICIENT.
 */
export function requireAmountsInRange({ zones, rentals, zoneTotal, finalAmount }: PricedStay): void {
  const reason = text('pieces.moreThanExist')
  if (!moneyPattern.test(zoneTotal)) {
    throw errorAt('ZONE_UNAVAILABLE', `zones.${mostOf(zones)}`, reason, text('zone.notEnough'))
  }
  if (moneyPattern.test(finalAmount)) return
  throw errorAt('RENTAL_STOCK_INSUFFICIENT', rentalPath(mostOf(rentals)), reason, text('rental.notEnough'))
}

/** The line with the greatest quantity. */
const mostOf = (lines: readonly { quantity: number }[]): number =>
  lines.findIndex(({ quantity }) => quantity === Math.max(...lines.map(line => line.quantity)))
