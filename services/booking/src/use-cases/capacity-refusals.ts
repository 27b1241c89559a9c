import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { ApiError, type ErrorDetail, errorAt } from '@campstore/contract/errors'
import { quoted } from '@campstore/contract/quoted'
import { moneyPattern } from '@campstore/core/money'
import { z } from 'zod'
import type { Dependencies } from '../dependencies.ts'
import type { Stay } from '../domain/stay.ts'
import type { Booking } from '../persistence/bookings.ts'

/**
 * The refusal of a checkout whose zones are not free, with the night and what is left of each zone. It is read after the
 * refusal, without a lock, and only for the message: a site may have become free meanwhile, and a failure to read changes
 * nothing about the refusal (docs/contract/booking.md#checkout, rule 5).
 */
export async function zoneUnavailable(
  { readShortages, log }: Pick<Dependencies, 'readShortages' | 'log'>,
  { campgroundId, zones }: Pick<StartCheckoutRequest, 'campgroundId' | 'zones'>,
  stay: Stay,
): Promise<ApiError> {
  try {
    const { closedOn, zones: short } = await readShortages({ campgroundId, stay, zones })
    if (closedOn) {
      const message = `The campground is closed on ${closedOn}.`
      return errorAt('ZONE_UNAVAILABLE', 'campgroundId', `is closed on ${closedOn}`, message)
    }
    const [first] = short
    if (!first) return someoneElseWasFaster()
    const message = `${quoted(first.name)} ${sitesLeft(first)}; you asked for ${first.requested}.`
    const details = short.map((zone): ErrorDetail => ({ path: `zones.${zone.line}`, message: sitesLeft(zone) }))
    return new ApiError('ZONE_UNAVAILABLE', message, { details })
  } catch (error) {
    log.warn({ err: error }, 'Cannot read what is left for a refused checkout')
    return new ApiError('ZONE_UNAVAILABLE', notEnoughSites)
  }
}

const notEnoughSites = 'Not enough sites are left for these dates.'

const someoneElseWasFaster = (): ApiError =>
  new ApiError('ZONE_UNAVAILABLE', 'Someone else took these sites while you were checking out. Please try again.')

function sitesLeft({ remaining, night }: { remaining: number; night: string }): string {
  const sites = remaining === 0 ? 'no sites' : remaining === 1 ? 'only 1 site' : `only ${remaining} sites`
  return `has ${sites} left on ${night}`
}

const shortRentals = z.array(z.object({ line: z.number(), name: z.string(), requested: z.number(), left: z.number() }))

/**
 * The refusal of a checkout whose rentals are not free.
 *
 * @param detail of the refusal of `take_hold`: JSON of the rentals of which too few are left
 */
export function rentalStockInsufficient(detail: string | undefined): ApiError {
  const short = shortRentals.parse(JSON.parse(detail ?? '[]'))
  const [first] = short
  const message = first
    ? `${quoted(first.name)} ${piecesLeft(first.left)} for these dates; you asked for ${first.requested}.`
    : 'Not enough rental equipment is free for these dates.'
  const details = short.map(({ line, left }): ErrorDetail => ({ path: rentalPath(line), message: piecesLeft(left) }))
  return new ApiError('RENTAL_STOCK_INSUFFICIENT', message, { details })
}

const rentalPath = (line: number): string => `rentals.${line}.rentalListingId`

const piecesLeft = (left: number): string => {
  const pieces = left === 0 ? 'no pieces' : left === 1 ? 'only 1 piece' : `only ${left} pieces`
  return `has ${pieces} left`
}

/** What a booking costs, and for how many of what. */
type PricedBooking = Pick<Booking, 'zones' | 'rentals' | 'zoneTotal' | 'finalAmount'>

/**
 * Refuses amounts past numeric(12,2): they come only of quantities that no campground has.
 *
 * @throws {ApiError} ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT
 */
export function requireAmountsInRange({ zones, rentals, zoneTotal, finalAmount }: PricedBooking): void {
  const reason = 'is more than exists'
  if (!moneyPattern.test(zoneTotal)) {
    throw errorAt('ZONE_UNAVAILABLE', `zones.${mostOf(zones)}`, reason, notEnoughSites)
  }
  if (moneyPattern.test(finalAmount)) return
  const message = 'Not enough rental equipment is free for these dates.'
  throw errorAt('RENTAL_STOCK_INSUFFICIENT', rentalPath(mostOf(rentals)), reason, message)
}

/** The line with the greatest quantity. */
const mostOf = (lines: readonly { quantity: number }[]): number =>
  lines.findIndex(({ quantity }) => quantity === Math.max(...lines.map(line => line.quantity)))
