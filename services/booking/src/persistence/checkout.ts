import type { AdminBookingDetail, BookingCheckoutSession, ZoneSnapshot } from '@campstore/contract/booking/schemas'
import { batchStatement, createBatchReader } from '@campstore/database/batch-statement'
import type { Queryable } from '@campstore/database/database'
import { type HoldRequest, takeHold, type UsedKey, usedKeyJson } from '@campstore/holds/take-hold'
import type { CalendarMark } from '../domain/nights.ts'
import type { Stay } from '../domain/stay.ts'
import { bookingNames } from '../names.ts'
import { type Booking, bookingRecord } from './bookings.ts'
import { type PolicyColumn, policyJson } from './policy.ts'

/** A zone as the campground offers it now. */
export type OfferedZone = Omit<ZoneSnapshot, 'quantity' | 'lineTotal'>

/** A rental listing whose equipment item, SKU, variant and rental location are all usable. */
export type OfferedRental = Omit<AdminBookingDetail['rentals'][number], 'quantity' | 'lineTotal'>

/** The current inputs of a stay's price. */
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
 * request; a quote has none.
 */
export type CheckoutInputs = PriceInputs & { used: UsedKey<BookingCheckoutSession> | null }

/** The request: rental listings and zones of a campground, a stay if its dates are valid, and the member of a checkout. */
type Wanted = {
  campgroundId: string
  stay: Stay | undefined
  zoneIds: readonly string[]
  rentalListingIds: readonly string[]
  customerId?: string
  idempotencyKey?: string
}

/** Reads the inputs of a checkout or a quote; locks nothing. */
export type CheckoutInputsReader = (wanted: Wanted) => Promise<CheckoutInputs>

/** SQL of the requested rental listings that the campground offers, as JSON. */
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
    where listing.id = any (wanted."rentalListingIds")
      and listing.campground_id = wanted."campgroundId"
      and listing.active and variant.sku_usable and variant.item_usable
  )`

const inputsStatement = (name: string, rentals: string) =>
  batchStatement<Omit<Wanted, 'stay'> & Partial<Stay>>(
    name,
    {
      campgroundId: 'text',
      checkIn: 'date',
      checkOut: 'date',
      zoneIds: 'text[]',
      rentalListingIds: 'text[]',
      customerId: 'text',
      idempotencyKey: 'text',
    },
    /* sql */ `
    select
      clock_timestamp() as now,
      ${policyJson} as policy,
      (
        select json_build_object('name', name, 'region', region)
        from booking.campground
        where id = wanted."campgroundId" and active
      ) as campground,
      array_to_json(array(
        select json_build_object(
          'zoneId', id, 'type', type, 'priceWeekday', price_weekday::text, 'priceHoliday', price_holiday::text
        )
        from booking.zone
        where id = any (wanted."zoneIds") and campground_id = wanted."campgroundId"
      )) as zones,
      ${rentals} as rentals,
      array_to_json(array(
        select json_build_object('date', date, 'kind', kind)
        from booking.holiday
        where date >= wanted."checkIn" and date < wanted."checkOut"
      )) as calendar,
      (
        select ${usedKeyJson}
        from booking.idempotency_key
        where actor_id = wanted."customerId" and key = wanted."idempotencyKey" and scope = 'hold'
      ) as used`,
  )

/** Most bookings have no rentals, and starting the executor for their five tables is a fifth of the statement's cost. */
const withRentals = inputsStatement('checkout-inputs', offeredRentals)
const withoutRentals = inputsStatement('checkout-inputs-without-rentals', "'[]'::json")

function inputsOf(all: readonly Wanted[]) {
  const statement = all.some(({ rentalListingIds }) => rentalListingIds.length > 0) ? withRentals : withoutRentals
  return statement(all.map(({ stay, ...wanted }) => ({ ...wanted, ...stay })))
}

/** Creates a reader that reads for all waiting callers in one statement. */
export const createCheckoutInputsReader = (database: Queryable): CheckoutInputsReader =>
  createBatchReader(database, inputsOf)

/** Everything that a hold writes, and the member's limits. */
type Hold = HoldRequest<BookingCheckoutSession> & { booking: Booking; customer: { name: string; email: string } }

/** Takes the hold of a checkout. Throws for a reused idempotency key and beyond a limit of the member; returns other refusals. */
export function takeBookingHold(database: Queryable, { booking, customer, ...request }: Hold) {
  const { zones } = booking
  const call = {
    ...bookingNames,
    table: 'booking.booking',
    record: bookingRecord({ ...booking, customerName: customer.name, customerEmail: customer.email }),
    own: [
      zones.map(zone => zone.zoneId),
      zones.map(zone => zone.type),
      zones.map(zone => zone.priceWeekday),
      zones.map(zone => zone.priceHoliday),
      zones.map(zone => zone.quantity),
      zones.map(zone => zone.lineTotal),
      JSON.stringify(booking.rentals.map((rental, line) => ({ ...rental, line }))),
    ],
    limited: ['openHolds', 'siteNights', 'pieces', 'sharePercent'],
    refusals: { CS003: 'zone_unavailable', CS004: 'rental_stock_insufficient' },
  } as const
  return takeHold(database, call, request)
}
