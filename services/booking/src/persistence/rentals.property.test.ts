import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBookingActions, firstNight, type Nights } from '../testing/booking-actions.ts'

/** Everything happens in these nights. */
const lastNight = 9

/** Requested units of each listing; 0 for none. */
type Units = readonly number[]
type Reserved = { id: string; nights: Nights; units: Units; active: boolean }
type Step =
  | { kind: 'hold'; nights: Nights; units: Units }
  | { kind: 'end'; booking: number; by: 'cancelling' | 'completing' }

/** The rule in its own words: existing.checkIn < requested.checkOut AND existing.checkOut > requested.checkIn. */
const overlap = (existing: Nights, requested: Nights): boolean =>
  existing.first < requested.end && existing.end > requested.first

const reservedUnits = (reserved: readonly Reserved[], listing: number, nights: Nights): number =>
  reserved
    .filter(booking => booking.active && overlap(booking.nights, nights))
    .reduce((units, booking) => units + (booking.units[listing] ?? 0), 0)

const anyNights: fc.Arbitrary<Nights> = fc
  .tuple(fc.nat(lastNight), fc.integer({ min: 1, max: 4 }))
  .map(([first, length]) => ({ first, end: first + length }))
const anyUnits: fc.Arbitrary<Units> = fc.tuple(fc.nat(3), fc.nat(2))
const anyHold = fc.record({ kind: fc.constant('hold' as const), nights: anyNights, units: anyUnits })
const anyEnd = fc.record({
  kind: fc.constant('end' as const),
  booking: fc.nat(100),
  by: fc.constantFrom('cancelling' as const, 'completing' as const),
})
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ arbitrary: anyHold, weight: 3 }, { arbitrary: anyEnd, weight: 1 }),
  { minLength: 1, maxLength: 25, size: 'max' },
)
const anyStock = fc.tuple(fc.nat(6), fc.nat(6))

// Rental stock, against a model of the overlap rule.
const actions = useFixture(createBookingActions)

async function open(onHand: readonly number[]) {
  const campground = await actions.scenario.campground()
  const zone = await actions.scenario.zone(campground, { total_sites: 1_000 })
  const listings = await Promise.all(onHand.map(units => actions.scenario.listing(campground, { onHand: units })))
  const hold = (nights: Nights, units: Units) =>
    actions.hold({
      campgroundId: campground.id,
      zones: [{ zoneId: zone.id, quantity: 1 }],
      nights,
      rentals: listings.flatMap(({ rentalListingId, rentalSkuVariantId }, line) => {
        const quantity = units[line] ?? 0
        return quantity > 0 ? [{ rentalListingId, rentalSkuVariantId, quantity }] : []
      }),
    })
  return { listings, hold }
}

async function reservedInDatabase(listing: { rentalSkuVariantId: string; locationId: string }, { first, end }: Nights) {
  const { rows } = await actions.database.requests.query<{ units: string }>(
    'select booking.reserved_rentals($1, $2, daterange($3::date + $4::integer, $3::date + $5::integer)) as units',
    [listing.rentalSkuVariantId, listing.locationId, firstNight, first, end],
  )
  return Number(rows[0]?.units)
}

/** Cancels as a member does; completes by the statement that the transition writes, without waiting for the check-out day. */
async function end(reserved: readonly Reserved[], { booking, by }: Extract<Step, { kind: 'end' }>): Promise<void> {
  const ended = reserved[booking % Math.max(reserved.length, 1)]
  if (!ended?.active) return
  if (by === 'cancelling') await actions.cancel(ended.id)
  else
    await actions.owner.query(`update booking.rental_reservation set status = 'fulfilled' where booking_id = $1`, [
      ended.id,
    ])
  ended.active = false
}

test('booking checkout, rule 8: available = on hand - active reservations that overlap', async () => {
  const property = fc.asyncProperty(anyStock, anySteps, anyNights, async (onHand, steps, anyOther) => {
    const { listings, hold } = await open(onHand)
    const reserved: Reserved[] = []
    for (const step of steps) {
      if (step.kind === 'end') await end(reserved, step)
      else {
        const short = step.units.some((units, line) => {
          return units > 0 && units > (onHand[line] ?? 0) - reservedUnits(reserved, line, step.nights)
        })
        const answer = await hold(step.nights, step.units)
        expect('refused' in answer ? answer.refused : 'held').toBe(short ? 'RENTAL_STOCK_INSUFFICIENT' : 'held')
        if ('done' in answer) reserved.push({ ...step, id: answer.done.bookingId, active: true })
      }
      const queried = step.kind === 'hold' ? step.nights : anyOther
      const counted = await Promise.all(listings.map(listing => reservedInDatabase(listing, queried)))
      expect(counted).toEqual(listings.map((_, line) => reservedUnits(reserved, line, queried)))
      for (const listing of listings)
        expect(await reservedInDatabase({ ...listing, locationId: 'elsewhere' }, queried)).toBe(0)
    }
  })
  await fc.assert(forAtMost(20_000, property), { numRuns: 15 })
})
