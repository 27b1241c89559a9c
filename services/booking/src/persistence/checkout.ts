import type { AdminBookingDetail, BookingCheckoutSession, ZoneSnapshot } from '@campstore/contract/booking/schemas'
import { batchStatement, createBatchReader } from '@campstore/database/batch-statement'
import type { Queryable } from '@campstore/database/database'
import type { DatabaseClock } from '@campstore/database/database-clock'
import {
  type BatchDefinition,
  createHolds,
  type HoldRequest,
  type HoldSettings,
  lineParameters,
  type UsedKey,
  usedKeyJson,
} from '@campstore/holds/take-hold'
import { LRUCache } from 'lru-cache'
import { type CalendarMark, nightsOf } from '../domain/nights.ts'
import { parseStay } from '../domain/stay.ts'
import { bookingNames } from '../names.ts'
import type { Booking } from './bookings.ts'
import { type PolicyColumn, policyJson } from './calendar.ts'

/** A zone as the campground offers it now. */
export type OfferedZone = Omit<ZoneSnapshot, 'quantity' | 'lineTotal' | 'nights'>

/** A rental listing whose equipment item, SKU, variant and rental location are all usable. */
export type OfferedRental = Omit<AdminBookingDetail['rentals'][number], 'quantity' | 'lineTotal' | 'nights'>

/** The current inputs of a stay's price. */
export type PriceInputs = PolicyColumn & {
  /** PostgreSQL's clock. */
  now: string
  campground: { name: string; region: string } | null
  /** All zones of the campground. */
  zones: OfferedZone[]
  /** The listings that were asked for. */
  rentals: OfferedRental[]
  /** The holiday calendar, from a day on that is over in every time zone. */
  calendar: Readonly<Record<string, CalendarMark>>
  /** The token of booking.price_revision. */
  revision: string
  /** Until when, by PostgreSQL's clock, a hold may have known inputs. It is over only if that clock or this process was stopped or set. */
  usableUntil?: string
}

/**
 * The data that a checkout reads before it locks anything, in one statement. `used` is the idempotency key of an earlier
 * request; a quote has none.
 */
export type CheckoutInputs = PriceInputs & { used: UsedKey<BookingCheckoutSession> | null }

/** The request: rental listings of a campground, and the member of a checkout. */
type Wanted = {
  campgroundId: string
  rentalListingIds: readonly string[]
  customerId?: string
  idempotencyKey?: string
}

/** With the first date of the holiday calendar that is read. */
type WantedSince = Wanted & { since: string }

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
  batchStatement<WantedSince>(
    name,
    { campgroundId: 'text', rentalListingIds: 'text[]', customerId: 'text', idempotencyKey: 'text', since: 'date' },
    /* sql */ `
    select
      clock_timestamp() as now,
      ${policyJson} as policy,
      (select token from booking.price_revision) as revision,
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
        where campground_id = wanted."campgroundId"
      )) as zones,
      ${rentals} as rentals,
      (
        select coalesce(json_object_agg(date, kind), '{}')
        from booking.holiday
        where date >= wanted.since
      ) as calendar,
      (
        select ${usedKeyJson}
        from booking.idempotency_key
        where actor_id = wanted."customerId" and key = wanted."idempotencyKey" and scope = 'hold'
      ) as used`,
  )

/** Most bookings have no rentals, and starting the executor for their five tables is a fifth of the statement's cost. */
const withRentals = inputsStatement('checkout-inputs', offeredRentals)
const withoutRentals = inputsStatement('checkout-inputs-without-rentals', "'[]'::json")

const inputsOf = (all: readonly WantedSince[]) =>
  (all.some(({ rentalListingIds }) => rentalListingIds.length > 0) ? withRentals : withoutRentals)(all)

/** Reads in a transaction, with the holidays of all dates: a stay that is changed or imported may have nights in the past. */
export const readInputsWithPast = (tx: Queryable, wanted: Wanted): Promise<CheckoutInputs> =>
  createBatchReader<WantedSince, CheckoutInputs>(tx, inputsOf)({ ...wanted, since: '-infinity' })

/** A day that began this many milliseconds ago is over in every time zone. */
const longAgoMs = 3 * 86_400_000

/** Inputs that were read longer ago, in milliseconds, are read again. A hold compares them, so old ones cost no more than an attempt. */
const maxAgeMs = 60_000
/** How far known inputs may be behind PostgreSQL's clock at the hold: as long as a request waits for a connection. */
const maxLagMs = 5_000

/**
 * Creates the readers of the inputs of checkouts and quotes, which lock nothing.
 *
 * @param maxReadMs a read that takes longer, in milliseconds, says too little about PostgreSQL's clock for the holds after it
 */
export function createCheckoutInputs(
  database: Queryable,
  { monotonic, now, maxReadMs = 50 }: Pick<DatabaseClock, 'monotonic' | 'now'> & { maxReadMs?: number },
) {
  const latest = new LRUCache<string, { inputs: PriceInputs; readAt: number }>({ max: 500 })
  const read = createBatchReader<WantedSince, CheckoutInputs>(database, inputsOf)
  return {
    /** Reads for all waiting callers in one statement. */
    async readCheckoutInputs(wanted: Wanted): Promise<CheckoutInputs> {
      const sentAt = monotonic()
      const since = new Date(now().getTime() - longAgoMs).toISOString().slice(0, 10)
      const inputs = await read({ ...wanted, since })
      // Counted from before the read, and rounded up below, a known `now` is never behind PostgreSQL's: no hold is shorter than it has to be.
      const isQuick = monotonic() - sentAt <= maxReadMs
      if (inputs.campground && isQuick) latest.set(wanted.campgroundId, { inputs, readAt: sentAt })
      return inputs
    },
    /** What this process has read lately, for a checkout without rentals. Its `now` has moved on by the monotonic clock. */
    knownCheckoutInputs(campgroundId: string): CheckoutInputs | undefined {
      const { inputs, readAt } = latest.get(campgroundId) ?? {}
      const age = monotonic() - (readAt ?? Number.NEGATIVE_INFINITY)
      if (!inputs || age > maxAgeMs) return undefined
      // PostgreSQL's microseconds, which a Date drops, count as a millisecond.
      const known = Math.ceil(Date.parse(inputs.now) + 1 + age)
      const usableUntil = new Date(known + maxLagMs).toISOString()
      return { ...inputs, now: new Date(known).toISOString(), usableUntil, used: null }
    },
  }
}

/** A hold of a booking. */
export type Hold = HoldRequest<BookingCheckoutSession> & {
  booking: Booking
  /** The inputs of the booking, if the hold may not be taken after they have changed. */
  ifCurrent?: PriceInputs | undefined
}

/** The fields of a zone in the order of the parameters of `take_holds`. */
const zoneFields = ['line', 'zoneId', 'type', 'priceWeekday', 'priceHoliday', 'quantity', 'lineTotal'] as const

/** The nights that a booking wants, of each zone. */
const wantedNights = ({ booking }: Hold) =>
  booking.zones.flatMap(({ zoneId, quantity }) =>
    nightsOf(parseStay(booking)).map(night => ({ zoneId, night, quantity })),
  )

/** How holds of bookings are taken; the outcome is `outdated` after a change. */
export const bookingHolds = (
  settings: HoldSettings,
): BatchDefinition<Hold, 'zone_unavailable' | 'rental_stock_insufficient'> => ({
  ...bookingNames,
  ...settings,
  limited: ['openHolds', 'siteNights', 'pieces', 'sharePercent'],
  refusals: ['zone_unavailable', 'rental_stock_insufficient'],
  parametersOf: holds => [
    holds.map(({ booking }) => booking.createdAt),
    holds.map(({ booking }) => booking.campgroundId),
    holds.map(({ booking: { checkIn, checkOut } }) => `[${checkIn},${checkOut})`),
    holds.map(({ ifCurrent }) => ifCurrent?.revision),
    holds.map(({ ifCurrent }) => ifCurrent?.usableUntil),
    ...lineParameters(holds, wantedNights, ['zoneId', 'night', 'quantity']),
    ...lineParameters(holds, ({ booking }) => booking.zones.map((zone, line) => ({ line, ...zone })), zoneFields),
    JSON.stringify(
      holds.flatMap(({ booking }, index) =>
        booking.rentals.map((rental, line) => ({ ...rental, line, hold: index + 1 })),
      ),
    ),
  ],
  sizeOf: ({ booking }) => booking.zones.length + booking.rentals.length,
})

/** Creates a function that takes holds of checkouts ({@link createHolds}). */
export const createBookingHolds = (database: Queryable, settings: HoldSettings) =>
  createHolds<BookingCheckoutSession, Hold, ReturnType<typeof bookingHolds>['refusals'][number]>(
    database,
    bookingHolds(settings),
  )
