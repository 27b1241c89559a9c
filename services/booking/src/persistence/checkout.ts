import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import type { HoldLimits } from '@campstore/holds/hold-limits'
import { takeHold, type UsedKey, usedKeyJson } from '@campstore/holds/take-hold'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { CalendarMark } from '../domain/nights.ts'
import type { NightlyPrices } from '../domain/pricing.ts'
import type { Stay } from '../domain/stay.ts'
import { bookingNames } from '../names.ts'
import { type Booking, bookingRecord } from './bookings.ts'
import { type PolicyColumn, policyJson } from './policy.ts'
import { type BookingRefusal, bookingRefusals } from './refusals.ts'

/** A zone as the campground offers it now. */
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

/** What the price of a stay is made of, as it is now. */
export type PriceInputs = PolicyColumn & {
  /** PostgreSQL's clock. */
  now: string
  campground: { name: string; region: string } | null
  zones: OfferedZone[]
  rentals: OfferedRental[]
  calendar: { date: string; kind: CalendarMark }[]
}

/**
 * The data that a checkout reads before it locks anything, in one statement. `used` is the idempotency key of an earlier
 * request.
 */
export type CheckoutInputs = PriceInputs & { used: UsedKey<BookingCheckoutSession> | null }

/** What is asked for: rental listings and zones of a campground, for a stay if its dates are valid. */
type Wanted = { campgroundId: string; stay: Stay | undefined; zoneIds: string[]; rentalListingIds: string[] }

/** SQL of the rental listings among `listingIds` that the campground `$1` offers, as JSON. */
const offeredRentals = (listingIds: string) => /* sql */ `(
    select coalesce(json_agg(json_build_object(
      'rentalListingId', listing.id, 'rentalSkuVariantId', listing.variant_id, 'locationId', location.location_id,
      'sku', variant.sku, 'name', variant.item_name, 'specification', variant.specification,
      'priceWeekday', listing.price_weekday::text, 'priceHoliday', listing.price_holiday::text,
      'discountRate', listing.discount_rate::text
    )), '[]')
    from booking.rental_listing listing
    join catalog.rental_variant variant on variant.variant_id = listing.variant_id
    join inventory.rental_location location on location.campground_id = listing.campground_id
    where listing.id = any (${listingIds})
      and listing.campground_id = $1
      and listing.active and variant.sku_usable and variant.item_usable
  )`

/** The columns of {@link PriceInputs}: $1 campground, $2 and $3 the stay, $4 zones. */
const priceColumns = (rentals: string) => /* sql */ `
    clock_timestamp() as now,
    ${policyJson} as policy,
    (
      select json_build_object('name', name, 'region', region)
      from booking.campground
      where id = $1 and active
    ) as campground,
    (
      select coalesce(json_agg(json_build_object(
        'zoneId', id, 'type', type, 'priceWeekday', price_weekday::text, 'priceHoliday', price_holiday::text
      )), '[]')
      from booking.zone
      where id = any ($4) and campground_id = $1
    ) as zones,
    ${rentals} as rentals,
    (
      select coalesce(json_agg(json_build_object('date', date, 'kind', kind)), '[]')
      from booking.holiday
      where date >= $2::date and date < $3::date
    ) as calendar`

const noRentals = "'[]'::json"

const checkoutInputsWith = (rentals: string) => /* sql */ `
  select
    ${priceColumns(rentals)},
    (
      select ${usedKeyJson}
      from booking.idempotency_key
      where customer_id = $5 and key = $6
    ) as used`

/** Most bookings have no rentals, and the executor's start-up for their five tables is a fifth of the cost of the statement. */
const checkoutInputs = {
  withRentals: { name: 'checkout-inputs', text: checkoutInputsWith(offeredRentals('$7')) },
  withoutRentals: { name: 'checkout-inputs-without-rentals', text: checkoutInputsWith(noRentals) },
}
const quoteInputs = {
  withRentals: { name: 'quote-inputs', text: `select ${priceColumns(offeredRentals('$5'))}` },
  withoutRentals: { name: 'quote-inputs-without-rentals', text: `select ${priceColumns(noRentals)}` },
}

/** Reads the inputs of a checkout; locks nothing. */
export const readCheckoutInputs = (
  database: Queryable,
  { customerId, idempotencyKey, ...wanted }: Wanted & { customerId: string; idempotencyKey: string },
): Promise<CheckoutInputs> => readInputs(database, checkoutInputs, wanted, [customerId, idempotencyKey])

/** Reads the inputs of a quote; locks nothing. */
export const readQuoteInputs = (database: Queryable, wanted: Wanted): Promise<PriceInputs> =>
  readInputs(database, quoteInputs, wanted, [])

async function readInputs<Inputs extends PriceInputs>(
  database: Queryable,
  statements: typeof checkoutInputs,
  { campgroundId, stay, zoneIds, rentalListingIds }: Wanted,
  more: readonly string[],
): Promise<Inputs> {
  const hasRentals = rentalListingIds.length > 0
  const { rows } = await database.query<Inputs>({
    ...(hasRentals ? statements.withRentals : statements.withoutRentals),
    values: [
      campgroundId,
      stay?.checkIn ?? null,
      stay?.checkOut ?? null,
      zoneIds,
      ...more,
      ...(hasRentals ? [rentalListingIds] : []),
    ],
  })
  const [inputs] = rows
  if (!inputs) throw new Error('The query of a checkout or a quote returned no row')
  return inputs
}

/** Everything that a hold writes, and the limits of its member. */
export type Hold = {
  booking: Booking
  customer: { name: string; email: string }
  /** The rental location of each of the booking's rentals. */
  locationIds: readonly string[]
  limits: HoldLimits
  idempotencyKey: string
  fingerprint: string
  response: BookingCheckoutSession
  messages: readonly OutboxMessage[]
}

const takeHoldStatement = {
  name: 'take-booking-hold',
  text: /* sql */ `
    select booking.take_hold(
      jsonb_populate_record(null::booking.booking, $1),
      $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
    ) as response`,
}

/** Takes the hold of a checkout. Throws for a reused idempotency key and beyond a limit of the member; returns other refusals. */
export const takeBookingHold = (database: Queryable, hold: Hold) =>
  takeHold<BookingCheckoutSession, BookingRefusal>(database, {
    kind: bookingNames.kind,
    limits: hold.limits,
    statement: { ...takeHoldStatement, values: holdParameters(hold) },
    refusals: bookingRefusals,
  })

/** The parameters of `take_hold`, in their order. */
function holdParameters({ booking, customer, limits, ...hold }: Hold): unknown[] {
  const { zones } = booking
  const rentals = booking.rentals.map((rental, line) => ({ ...rental, line, locationId: hold.locationIds[line] }))
  return [
    bookingRecord({ ...booking, customerName: customer.name, customerEmail: customer.email }),
    zones.map(zone => zone.zoneId),
    zones.map(zone => zone.type),
    zones.map(zone => zone.priceWeekday),
    zones.map(zone => zone.priceHoliday),
    zones.map(zone => zone.quantity),
    zones.map(zone => zone.lineTotal),
    JSON.stringify(rentals),
    hold.idempotencyKey,
    hold.fingerprint,
    JSON.stringify(hold.response),
    JSON.stringify(hold.messages),
    limits.openHolds,
    limits.siteNights,
    limits.pieces,
    limits.sharePercent,
  ]
}
