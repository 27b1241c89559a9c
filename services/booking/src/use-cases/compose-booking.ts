import type { Member } from '@campstore/auth/members'
import { defaultHolidayWeekdays } from '@campstore/contract/booking/bounds'
import type { BookingQuote, BookingQuoteRequest } from '@campstore/contract/booking/quotes'
import type { StartCheckoutRequest, ZoneSnapshot } from '@campstore/contract/booking/schemas'
import type { Money } from '@campstore/core/money'
import { noRefunds } from '@campstore/holds/refund-reads'
import type { Dependencies } from '../dependencies.ts'
import type { AgreedStay } from '../domain/agreed-prices.ts'
import { initialState } from '../domain/lifecycle.ts'
import { countNights, type HolidayCalendar, holidayNightsOf } from '../domain/nights.ts'
import { policyNotFound, rentalNotFound, requestedCampgroundNotFound, zoneNotFound } from '../domain/not-found.ts'
import { bookingPricing, type PricedStay, rentalLineTotal, zoneLineTotal } from '../domain/pricing.ts'
import { parseStay, requireInsideWindow, type Stay } from '../domain/stay.ts'
import type { Booking } from '../persistence/bookings.ts'
import type { PriceInputs } from '../persistence/checkout.ts'
import { presentQuote } from '../presenters.ts'
import { requireAmountsInRange } from './capacity-refusals.ts'

/**
 * The stay of a request, if it can be booked at an instant. Throws BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED;
 * NOT_FOUND without the policy.
 */
export function requireBookable(request: BookingQuoteRequest, { policy }: PriceInputs, now: Date): Stay {
  const stay = parseStay(request)
  if (!policy) throw policyNotFound()
  requireInsideWindow(stay, policy, now)
  return stay
}

/**
 * What a stay costs now: the part of a checkout that a quote shows (docs/contract/booking.md#quote). It holds nothing,
 * and depends on no other booking. Throws NOT_FOUND for a campground, zone or rental that is not offered.
 */
export function priceStay(
  request: BookingQuoteRequest,
  stay: Stay,
  inputs: PriceInputs,
): PricedStay & Pick<AgreedStay, 'holidayNights'> {
  const { campground } = inputs
  if (!campground) throw requestedCampgroundNotFound(request.campgroundId)
  const holidayNights = holidayNightsOf(stay, calendarOf(inputs))
  const nights = countNights(stay, holidayNights)
  const zones = request.zones.map(({ zoneId, quantity }, line): ZoneSnapshot => {
    const offered = inputs.zones.find(zone => zone.zoneId === zoneId)
    if (!offered) throw zoneNotFound(line, zoneId)
    return { ...offered, quantity, lineTotal: zoneLineTotal(offered, nights, quantity), nights: null }
  })
  const rentals = request.rentals.map(({ rentalListingId, rentalSkuVariantId, quantity }, line) => {
    const offered = inputs.rentals.find(rental => rental.rentalListingId === rentalListingId)
    if (offered?.rentalSkuVariantId !== rentalSkuVariantId) throw rentalNotFound(line, rentalListingId)
    const lineTotal = rentalLineTotal(offered, nights, quantity, offered.discountRate)
    return { ...offered, quantity, lineTotal, nights: null }
  })
  const pricing = bookingPricing(lineTotals(zones), lineTotals(rentals))
  const { name: campgroundName, region } = campground
  const { campgroundId } = request
  return { ...stay, ...nights, ...pricing, holidayNights, campgroundId, campgroundName, region, zones, rentals }
}

/** The holiday calendar of the present offer. */
export const calendarOf = ({ calendar, policy }: PriceInputs): HolidayCalendar => ({
  marks: { get: night => calendar[night] },
  holidayWeekdays: policy?.holidayWeekdays ?? defaultHolidayWeekdays,
})

const lineTotals = (lines: readonly { lineTotal: Money }[]): Money[] => lines.map(line => line.lineTotal)

/**
 * The booking that a checkout request asks for, as it will be stored, with snapshots and prices of the present offer.
 * Throws as {@link priceStay}.
 */
export function composeBooking(
  { newId, holdSeconds }: Pick<Dependencies, 'newId' | 'holdSeconds'>,
  request: StartCheckoutRequest,
  stay: Stay,
  inputs: PriceInputs,
  member: Member,
  now: Date,
): Booking {
  const { zones: _, rentals: __, couponClaimId: ___, idempotencyKey: ____, ...given } = request
  const priced = priceStay(request, stay, inputs)
  const { weekdayCount, holidayCount, holidayNights } = priced
  return {
    ...given,
    ...priced,
    holidayNights: weekdayCount > 0 && holidayCount > 0 ? holidayNights : null,
    id: newId(),
    customerId: member.customerId,
    customerEmailVerified: member.emailVerified,
    ...initialState,
    ...noRefunds(),
    cancellationTiers: inputs.policy?.cancellationTiers ?? [],
    attendance: null,
    paidAt: null,
    checkoutExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * What a stay would cost, by the code that prices a checkout; locks, writes and holds nothing (docs/contract/booking.md#quote).
 * Throws BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND; ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT for quantities
 * beyond every campground's.
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
