import type { BookingQuote, BookingQuoteRequest } from '@campstore/contract/booking/quotes'
import type { Dependencies } from '../dependencies.ts'
import { presentQuote } from '../presenters.ts'
import { requireAmountsInRange } from './capacity-refusals.ts'
import { priceStay, requireBookable } from './compose-booking.ts'

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
  const rentalListingIds = request.rentals.map(rental => rental.rentalListingId)
  const inputs = await readCheckoutInputs({ campgroundId: request.campgroundId, rentalListingIds })
  const stay = requireBookable(request, inputs, databaseClock.instantOf(inputs.now))
  const priced = priceStay(request, stay, inputs)
  requireAmountsInRange(priced)
  return presentQuote(priced)
}
