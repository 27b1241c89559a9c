import type { Member } from '@campstore/auth/members'
import type { RentalSnapshot, StartCheckoutRequest, ZoneSnapshot } from '@campstore/contract/booking/schemas'
import { type Money, money } from '@campstore/core/money'
import type { Dependencies } from '../dependencies.ts'
import { initialState } from '../domain/lifecycle.ts'
import { countNights, type NightCounts } from '../domain/nights.ts'
import { bookingPricing, rentalLineTotal, zoneLineTotal } from '../domain/pricing.ts'
import type { Stay } from '../domain/stay.ts'
import type { Booking } from '../persistence/bookings.ts'
import type { CheckoutInputs, OfferedRental } from '../persistence/checkout.ts'
import { rentalNotFound, requestedCampgroundNotFound, zoneNotFound } from './not-found.ts'

/** A booking as it will be stored, and the rental location that serves each of its rentals. */
export type ComposedBooking = { booking: Booking; locationIds: string[] }

/**
 * The booking that a checkout request asks for, with snapshots and prices of the present offer.
 *
 * @throws {ApiError} NOT_FOUND for a campground, zone or rental that is not offered
 */
export function composeBooking(
  { newId, holdSeconds }: Pick<Dependencies, 'newId' | 'holdSeconds'>,
  request: StartCheckoutRequest,
  stay: Stay,
  inputs: CheckoutInputs,
  member: Member,
  now: Date,
): ComposedBooking {
  if (!inputs.campground) throw requestedCampgroundNotFound(request.campgroundId)
  const nights = countNights(stay, new Map(inputs.calendar.map(({ date, kind }) => [date, kind])))
  const zones = request.zones.map((zone, line) => snapshotZone(zone, line, inputs, nights))
  const offeredRentals = request.rentals.map((rental, line) => ({
    quantity: rental.quantity,
    offered: findOfferedRental(rental, line, inputs),
  }))
  const rentals = offeredRentals.map(({ quantity, offered }) => snapshotRental(quantity, offered, nights))
  const booking: Booking = {
    id: newId(),
    customerId: member.customerId,
    customerEmailVerified: member.emailVerified,
    campgroundId: request.campgroundId,
    campgroundName: inputs.campground.name,
    region: inputs.campground.region,
    ...stay,
    guestCount: request.guestCount,
    arrivalTime: request.arrivalTime ?? null,
    ...nights,
    ...bookingPricing(lineTotals(zones), lineTotals(rentals)),
    ...initialState,
    paymentMethod: request.paymentMethod,
    paidAt: null,
    checkoutExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    createdAt: now,
    updatedAt: now,
    zones,
    rentals,
  }
  return { booking, locationIds: offeredRentals.map(({ offered }) => offered.locationId) }
}

const lineTotals = (lines: readonly { lineTotal: Money }[]): Money[] => lines.map(line => line.lineTotal)

function snapshotZone(
  { zoneId, quantity }: StartCheckoutRequest['zones'][number],
  line: number,
  inputs: CheckoutInputs,
  nights: NightCounts,
): ZoneSnapshot {
  const offered = inputs.zones.find(zone => zone.zoneId === zoneId)
  if (!offered) throw zoneNotFound(line, zoneId)
  return {
    zoneId,
    type: offered.type,
    priceWeekday: money(offered.priceWeekday),
    priceHoliday: money(offered.priceHoliday),
    quantity,
    lineTotal: zoneLineTotal(offered, nights, quantity),
  }
}

function findOfferedRental(
  { rentalListingId, rentalSkuVariantId }: StartCheckoutRequest['rentals'][number],
  line: number,
  inputs: CheckoutInputs,
): OfferedRental {
  const offered = inputs.rentals.find(rental => rental.rentalListingId === rentalListingId)
  if (offered?.rentalSkuVariantId !== rentalSkuVariantId) throw rentalNotFound(line, rentalListingId)
  return offered
}

const snapshotRental = (quantity: number, offered: OfferedRental, nights: NightCounts): RentalSnapshot => ({
  rentalListingId: offered.rentalListingId,
  rentalSkuVariantId: offered.rentalSkuVariantId,
  sku: offered.sku,
  name: offered.name,
  specification: offered.specification,
  priceWeekday: money(offered.priceWeekday),
  priceHoliday: money(offered.priceHoliday),
  discountRate: money(offered.discountRate),
  quantity,
  lineTotal: rentalLineTotal(offered, nights, quantity, offered.discountRate),
})
