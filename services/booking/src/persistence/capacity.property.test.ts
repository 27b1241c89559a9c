import type { BookingStatus } from '@campstore/contract/booking/schemas'
import { useFixture } from '@campstore/testing/use-fixture'
import { forAtMost } from '@campstore/testing/waiting'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBookingActions, firstNight, type Nights } from '../testing/booking-actions.ts'

/** Everything happens in these nights. */
const lastNight = 9
const allNights = Array.from({ length: lastNight + 1 }, (_, night) => night)

type Zone = { totalSites: number; active: boolean }
/** Requested sites of each zone, and requested units of each rental listing; 0 for none. */
type Request = { nights: Nights; sites: readonly number[]; units: readonly number[] }
type HoldDefinition = Request & { id: string; status: BookingStatus }
type Step =
  | ({ kind: 'hold' } & Request)
  | { kind: 'move'; booking: number; to: 'cancelled' | 'confirmed' | 'completed' }

/** An independent picture of a campground: bookings in a list, counted night by night; `onHand` of each rental listing. */
type Model = {
  zones: readonly Zone[]
  onHand: readonly number[]
  occupying: readonly BookingStatus[]
  held: HoldDefinition[]
}

const occupiedOn = ({ held, occupying }: Model, zone: number, night: number): number =>
  held
    .filter(({ status, nights }) => occupying.includes(status) && nights.first <= night && night < nights.end)
    .reduce((sites, booking) => sites + (booking.sites[zone] ?? 0), 0)

function remainingIn(model: Model, zone: number, { first, end }: Nights): number {
  const { totalSites, active } = model.zones[zone] ?? { totalSites: 0, active: false }
  const free = allNights
    .filter(night => first <= night && night < end)
    .map(night => totalSites - occupiedOn(model, zone, night))
  return active ? Math.max(0, Math.min(...free)) : 0
}

/** The rule in its own words: existing.checkIn < requested.checkOut AND existing.checkOut > requested.checkIn. */
const reservedUnits = ({ held }: Model, listing: number, { first, end }: Nights): number =>
  held
    .filter(
      ({ status, nights }) => ['pending', 'confirmed'].includes(status) && nights.first < end && nights.end > first,
    )
    .reduce((sum, { units }) => sum + (units[listing] ?? 0), 0)

function answerOf(model: Model, { nights, sites, units }: Request): string {
  if (sites.some((requested, zone) => requested > 0 && requested > remainingIn(model, zone, nights)))
    return 'ZONE_UNAVAILABLE'
  const left = model.onHand.map((onHand, listing) => onHand - reservedUnits(model, listing, nights))
  return units.some((requested, listing) => requested > 0 && requested > (left[listing] ?? 0))
    ? 'RENTAL_STOCK_INSUFFICIENT'
    : 'held'
}

const anyNights: fc.Arbitrary<Nights> = fc
  .tuple(fc.nat(lastNight), fc.integer({ min: 1, max: 8 }))
  .map(([first, length]) => ({ first, end: Math.min(first + length, lastNight + 1) }))
const anyQuantity = fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.integer({ min: 1, max: 3 }))
/** Of three small zones, or of a roomy one. */
const anySites: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([0, 0, 0, 1]),
  fc.tuple(anyQuantity, anyQuantity, anyQuantity).filter(sites => sites.some(requested => requested > 0)),
)
const anyUnits = fc.tuple(fc.oneof(fc.constant(0), fc.nat(3)), fc.nat(2))
const anyHold = fc.record({ kind: fc.constant('hold' as const), nights: anyNights, sites: anySites, units: anyUnits })
const anyMove = fc.record({
  kind: fc.constant('move' as const),
  booking: fc.nat(100),
  to: fc.constantFrom('cancelled' as const, 'confirmed' as const, 'completed' as const),
})
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ arbitrary: anyHold, weight: 3 }, { arbitrary: anyMove, weight: 1 }),
  { minLength: 1, maxLength: 30, size: 'max' },
)
const anyZone = fc.record({ totalSites: fc.nat(5), active: fc.constantFrom(true, true, true, true, false) })
const anyZones = fc.tuple(anyZone, anyZone, anyZone)
const anyStock = fc.tuple(fc.nat(6), fc.nat(6))
const anyOccupying: fc.Arbitrary<BookingStatus[]> = fc.subarray(['pending', 'confirmed', 'completed'])

/** Where the state machine leads from a status. */
const transitions: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['cancelled', 'confirmed'],
  confirmed: ['completed'],
  completed: [],
  cancelled: [],
}

// Per-night capacity against a model that counts every night, and rental stock against the overlap rule.
const actions = useFixture(createBookingActions)

async function open(zones: readonly Zone[], onHand: readonly number[], occupying: readonly BookingStatus[]) {
  await actions.scenario.policy({ occupying_statuses: occupying })
  const campground = await actions.scenario.campground()
  const zoneIds: string[] = []
  for (const { totalSites, active } of zones) {
    zoneIds.push((await actions.scenario.zone(campground, { total_sites: totalSites, active })).id)
  }
  const listings = await Promise.all(onHand.map(units => actions.scenario.listing(campground, { onHand: units })))
  const model: Model = { zones, onHand, occupying, held: [] }
  const hold = ({ nights, sites, units }: Request) =>
    actions.hold({
      campgroundId: campground.id,
      nights,
      zones: zoneIds
        .map((zoneId, zone) => ({ zoneId, quantity: sites[zone] ?? 0 }))
        .filter(({ quantity }) => quantity > 0)
        .reverse(),
      rentals: listings
        .map(({ rentalListingId, rentalSkuVariantId }, line) => ({
          rentalListingId,
          rentalSkuVariantId,
          quantity: units[line] ?? 0,
        }))
        .filter(({ quantity }) => quantity > 0),
    })
  return { zoneIds, listings, model, hold }
}

/** Units of each listing that are reserved in some nights; none elsewhere. */
function reservedInDatabase(listings: readonly { rentalSkuVariantId: string; locationId: string }[], stay: Nights) {
  const counted = async ({ rentalSkuVariantId, locationId }: (typeof listings)[number]) => {
    const { rows } = await actions.database.requests.query<{ units: string }>(
      'select booking.reserved_rentals($1, $2, daterange($3::date + $4::integer, $3::date + $5::integer)) as units',
      [rentalSkuVariantId, locationId, firstNight, stay.first, stay.end],
    )
    return Number(rows[0]?.units)
  }
  return Promise.all([...listings, ...listings.map(listing => ({ ...listing, locationId: 'elsewhere' }))].map(counted))
}

/** Remaining sites as the database sees them: for every zone, of each single night and of the whole stay. */
async function remainingSites(zoneIds: readonly string[], stays: readonly Nights[]): Promise<number[][]> {
  const { rows } = await actions.database.requests.query<{ remaining: number[] }>(
    /* sql */ `
    select array_agg(free.remaining order by array_position($1, free.zone_id)) as remaining
    from unnest($2::integer[], $3::integer[]) with ordinality as queried (first, "end", line)
    cross join booking.remaining_sites($1, daterange($4::date + queried.first, $4::date + queried.end)) free
    group by queried.line
    order by queried.line`,
    [zoneIds, stays.map(stay => stay.first), stays.map(stay => stay.end), firstNight],
  )
  return rows.map(row => row.remaining)
}

async function move({ held }: Model, { booking, to }: Extract<Step, { kind: 'move' }>): Promise<void> {
  const moved = held[booking % Math.max(held.length, 1)]
  if (!moved || !transitions[moved.status].includes(to)) return
  if (to === 'cancelled') await actions.cancel(moved.id)
  else await actions.scenario.change('booking.booking', moved.id, { status: to })
  // By the statement that the transition writes, without waiting for the check-out day.
  if (to === 'completed')
    await actions.owner.query(`update booking.rental_reservation set status = 'fulfilled' where booking_id = $1`, [
      moved.id,
    ])
  moved.status = to
}

test('availability, rules 1 and 2, and booking checkout, rules 5 and 8: a hold is refused exactly when a night lacks the sites, or the stay the units', async () => {
  const property = fc.asyncProperty(
    anyZones,
    anyStock,
    anyOccupying,
    anySteps,
    async (small, onHand, occupying, steps) => {
      const zones = [...small, { totalSites: 1_000, active: true }]
      const { zoneIds, listings, model, hold } = await open(zones, onHand, occupying)
      const stays = [...allNights.map(night => ({ first: night, end: night + 1 })), { first: 0, end: lastNight + 1 }]
      for (const step of steps) {
        if (step.kind === 'move') await move(model, step)
        else {
          const expected = answerOf(model, step)
          const answer = await hold(step)
          expect('refused' in answer ? answer.refused : 'held').toBe(expected)
          if ('done' in answer) {
            model.held.push({ ...step, id: answer.done.bookingId, status: 'pending' })
          }
        }
        const queried = step.kind === 'hold' ? [...stays, step.nights] : stays
        const expected = queried.map(stay => zones.map((_, zone) => remainingIn(model, zone, stay)))
        expect(await remainingSites(zoneIds, queried)).toEqual(expected)
        const stay = queried.at(-1) ?? expect.fail()
        const reserved = listings.map((_, listing) => reservedUnits(model, listing, stay))
        expect(await reservedInDatabase(listings, stay)).toEqual([...reserved, 0, 0])
      }
    },
  )
  // The count looks back for stays of up to seven nights.
  const site = { totalSites: 1, active: true }
  const steps = [7, 8].flatMap(end =>
    [
      { first: 0, end },
      { first: end - 1, end },
    ].map(nights => ({ kind: 'hold' as const, nights, sites: [end - 7, 8 - end, 0], units: [1, 0] })),
  )
  const examples: [Zone[], [number, number], BookingStatus[], Step[]][] = [
    [[site, site, site], [1, 0], ['pending'], steps],
  ]
  await fc.assert(forAtMost(20_000, property), { examples, numRuns: 10 })
})

test('a stay that is longer than the policy allows now counts until its last night', async () => {
  const { zoneIds, hold } = await open([{ totalSites: 1, active: true }], [], ['pending'])
  await actions.scenario.policy({ max_nights: 365 })
  expect(await hold({ nights: { first: 0, end: 365 }, sites: [1], units: [] })).toHaveProperty('done')
  await actions.scenario.policy({ max_nights: 14 })
  expect(await hold({ nights: { first: 13, end: 14 }, sites: [1], units: [] })).toEqual({ refused: 'ZONE_UNAVAILABLE' })
  const lastAndNext = [364, 365].map(night => ({ first: night, end: night + 1 }))
  expect(await remainingSites(zoneIds, lastAndNext)).toEqual([[0], [1]])
})
