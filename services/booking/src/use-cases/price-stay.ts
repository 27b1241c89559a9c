import type { BookingQuoteRequest } from '@campstore/contract/booking/quotes'
import type { RentalSnapshot, ZoneSnapshot } from '@campstore/contract/booking/schemas'
import { type Money, money } from '@campstore/core/money'
import { countNights, type NightCounts } from '../domain/nights.ts'
import { rentalNotFound, requestedCampgroundNotFound, zoneNotFound } from '../domain/not-found.ts'
import { bookingPricing, type PricedStay, rentalLineTotal, zoneLineTotal } from '../domain/pricing.ts'
import type { Stay } from '../domain/stay.ts'
import type { OfferedRental, PriceInputs } from '../persistence/checkout.ts'

/**
 * What a stay costs now: the part of a checkout that a quote shows (docs/contract/booking.md#quote). It holds nothing, and depends on
 * no other booking.
 *
 * @throws {ApiError} NOT_FOUND for a campground, zone or rental that is not offered
 */
export function priceStay(request: BookingQuoteRequest, stay: Stay, inputs: PriceInputs): PricedStay {
  if (!inputs.campground) throw requestedCampgroundNotFound(request.campgroundId)
  const nights = countNights(stay, new Map(inputs.calendar.map(({ date, kind }) => [date, kind])))
  const zones = request.zones.map((zone, line) => snapshotZone(zone, line, inputs, nights))
  const offeredRentals = request.rentals.map((rental, line) => ({
    quantity: rental.quantity,
    offered: findOfferedRental(rental, line, inputs),
  }))
  const rentals = offeredRentals.map(({ quantity, offered }) => snapshotRental(quantity, offered, nights))
  return {
    ...stay,
    ...nights,
    ...bookingPricing(lineTotals(zones), lineTotals(rentals)),
    campgroundId: request.campgroundId,
    campgroundName: inputs.campground.name,
    region: inputs.campground.region,
    zones,
    rentals,
    locationIds: offeredRentals.map(({ offered }) => offered.locationId),
  }
}

const lineTotals = (lines: readonly { lineTotal: Money }[]): Money[] => lines.map(line => line.lineTotal)

function snapshotZone(
  { zoneId, quantity }: BookingQuoteRequest['zones'][number],
  line: number,
  inputs: PriceInputs,
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
  { rentalListingId, rentalSkuVariantId }: BookingQuoteRequest['rentals'][number],
  line: number,
  inputs: PriceInputs,
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
