import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { CalendarMark } from '../domain/nights.ts'
import type { NightlyPrices } from '../domain/pricing.ts'
import type { Stay } from '../domain/stay.ts'
import type { Booking } from './bookings.ts'
import { type PolicyColumn, policyJson } from './policy.ts'

/** A zone as it is offered now. */
export type OfferedZone = NightlyPrices & { zoneId: string; type: string }

/** A rental listing whose equipment item, SKU, variant and rental location are all usable. */
export type OfferedRental = NightlyPrices & {
  rentalListingId: string
  rentalSkuVariantId: string
  locationId: string
  sku: string
  name: string
  specification: string
  discountRate: string
}

/** What a checkout reads before it locks anything, in one statement. */
export type CheckoutInputs = PolicyColumn & {
  used: { fingerprint: string; response: BookingCheckoutSession } | null
  campground: { name: string; region: string } | null
  zones: OfferedZone[]
  rentals: OfferedRental[]
  calendar: { date: string; kind: CalendarMark }[]
}

/** SQL of the rental listings among `$7` that the campground offers, as JSON. */
const offeredRentals = /* sql */ `(
    select coalesce(json_agg(json_build_object(
      'rentalListingId', listing.id, 'rentalSkuVariantId', listing.variant_id, 'locationId', location.location_id,
      'sku', variant.sku, 'name', variant.item_name, 'specification', variant.specification,
      'priceWeekday', listing.price_weekday::text, 'priceHoliday', listing.price_holiday::text,
      'discountRate', listing.discount_rate::text
    )), '[]')
    from booking.rental_listing listing
    join catalog.rental_variant variant on variant.variant_id = listing.variant_id
    join inventory.rental_location location on location.campground_id = listing.campground_id
    where listing.id = any ($7)
      and listing.campground_id = $3
      and listing.active and variant.sku_usable and variant.item_usable
  )`

const factsWith = (rentals: string) => /* sql */ `
  select
    ${policyJson} as policy,
    (
      select json_build_object('fingerprint', fingerprint, 'response', response)
      from booking.idempotency_key
      where customer_id = $1 and key = $2
    ) as used,
    (
      select json_build_object('name', name, 'region', region)
      from booking.campground
      where id = $3 and active
    ) as campground,
    (
      select coalesce(json_agg(json_build_object(
        'zoneId', id, 'type', type, 'priceWeekday', price_weekday::text, 'priceHoliday', price_holiday::text
      )), '[]')
      from booking.zone
      where id = any ($6) and campground_id = $3
    ) as zones,
    ${rentals} as rentals,
    (
      select coalesce(json_agg(json_build_object('date', date, 'kind', kind)), '[]')
      from booking.holiday
      where date >= $4::date and date < $5::date
    ) as calendar
  `

/** Most bookings are without rentals; to get ready for reading five tables is a fifth of the cost of the whole statement. */
const factsOfCheckout = {
  withRentals: { name: 'facts-of-checkout', text: factsWith(offeredRentals) },
  withoutRentals: { name: 'facts-of-checkout-without-rentals', text: factsWith("'[]'::json") },
}

/** Reads what {@link CheckoutInputs} says; locks nothing. */
export async function readCheckoutInputs(
  database: Queryable,
  request: {
    customerId: string
    idempotencyKey: string
    campgroundId: string
    stay: Stay | undefined
    zoneIds: string[]
    rentalListingIds: string[]
  },
): Promise<CheckoutInputs> {
  const asksForRentals = request.rentalListingIds.length > 0
  const { rows } = await database.query<CheckoutInputs>({
    ...(asksForRentals ? factsOfCheckout.withRentals : factsOfCheckout.withoutRentals),
    values: [
      request.customerId,
      request.idempotencyKey,
      request.campgroundId,
      request.stay?.checkIn ?? null,
      request.stay?.checkOut ?? null,
      request.zoneIds,
      ...(asksForRentals ? [request.rentalListingIds] : []),
    ],
  })
  const [facts] = rows
  if (!facts) throw new Error('the checkout query answered no row')
  return facts
}

/** Everything that a hold writes, and the limit it is taken within. */
export type Hold = {
  booking: Booking
  customer: { name: string; email: string }
  /** Lines of `rental_reservation`, as its function reads them. */
  rentals: readonly object[]
  /** How many open holds the customer may have with this one; 0 is no limit. */
  maxOpenHolds: number
  idempotencyKey: string
  fingerprint: string
  response: BookingCheckoutSession
  messages: readonly OutboxMessage[]
}

/** What came of a hold; only `held` leaves anything behind. */
export type HoldOutcome =
  | { outcome: 'held' | 'key_reused' | 'too_many_open' | 'zone_unavailable' | 'rental_stock_insufficient' }
  | { outcome: 'replayed'; stored_response: BookingCheckoutSession }

const holdStay = {
  name: 'hold-stay',
  text: /* sql */ `
    select outcome, stored_response
    from booking.hold_stay(
      $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
      $26, $27, $28, $29, $30, $31, $32, $33
    )`,
}

/** Takes a hold: one statement, one transaction, all or nothing. */
export async function takeHold(database: Queryable, hold: Hold): Promise<HoldOutcome> {
  const { booking, customer } = hold
  const { zones } = booking
  const { rows } = await database.query<HoldOutcome>({
    ...holdStay,
    values: [
      booking.id,
      booking.customerId,
      customer.name,
      customer.email,
      booking.campgroundId,
      booking.campgroundName,
      booking.region,
      booking.checkIn,
      booking.checkOut,
      booking.guestCount,
      booking.weekdayCount,
      booking.holidayCount,
      booking.zoneTotal,
      booking.rentalTotal,
      booking.discount,
      booking.finalAmount,
      booking.status,
      booking.paymentStatus,
      booking.paymentMethod,
      booking.checkoutExpiresAt.toISOString(),
      booking.createdAt.toISOString(),
      zones.map(zone => zone.zoneId),
      zones.map(zone => zone.type),
      zones.map(zone => zone.priceWeekday),
      zones.map(zone => zone.priceHoliday),
      zones.map(zone => zone.quantity),
      zones.map(zone => zone.lineTotal),
      JSON.stringify(hold.rentals),
      hold.idempotencyKey,
      hold.fingerprint,
      JSON.stringify(hold.response),
      JSON.stringify(hold.messages),
      hold.maxOpenHolds,
    ],
  })
  const [outcome] = rows
  if (!outcome) throw new Error('the hold answered no row')
  return outcome
}
