import type { BookingQuote, BookingQuoteRequest } from '@campstore/contract/booking/quotes'
import type { Dependencies } from '../dependencies.ts'
import { policyNotFound } from '../domain/not-found.ts'
import { parseStay, requireInsideWindow } from '../domain/stay.ts'
import { presentQuote } from '../presenters.ts'
import { requireAmountsInRange } from './capacity-refusals.ts'
import { priceStay } from './compose-booking.ts'

/**
 * What a stay would cost, by the code that prices a checkout; locks, writes and holds nothing (docs/contract/booking.md#quote).
 *
 * @throws {ApiError} BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND; ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT for
 *   quantities beyond every campground's
 */
export async function quoteBooking(
  { readCheckoutInputs, databaseClock }: Dependencies,
  request: BookingQuoteRequest,
): Promise<BookingQuote> {
  const stay = parseStay(request)
  const inputs = await readCheckoutInputs({
    campgroundId: request.campgroundId,
    stay,
    zoneIds: request.zones.map(zone => zone.zoneId),
    rentalListingIds: request.rentals.map(rental => rental.rentalListingId),
  })
  if (!inputs.policy) throw policyNotFound()
  requireInsideWindow(stay, inputs.policy, databaseClock.instantOf(inputs.now))
  const priced = priceStay(request, stay, inputs)
  requireAmountsInRange(priced)
  return presentQuote(priced)
}
