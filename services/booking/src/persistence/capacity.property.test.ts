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
/** Requested sites by zone; 0 for none. */
type Sites = readonly number[]
type HoldDefinition = { id: string; nights: Nights; sites: Sites; status: BookingStatus }
type Step =
  | { kind: 'hold'; nights: Nights; sites: Sites }
  | { kind: 'move'; booking: number; to: 'cancelled' | 'confirmed' | 'completed' }

/** An independent picture of a campground: bookings in a list, counted night by night. */
type Model = { zones: readonly Zone[]; occupying: readonly BookingStatus[]; held: HoldDefinition[] }

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

const fits = (model: Model, nights: Nights, sites: Sites): boolean =>
  sites.every((requested, zone) => requested === 0 || requested <= remainingIn(model, zone, nights))

const anyNights: fc.Arbitrary<Nights> = fc
  .tuple(fc.nat(lastNight), fc.integer({ min: 1, max: 8 }))
  .map(([first, length]) => ({ first, end: Math.min(first + length, lastNight + 1) }))
const anySites: fc.Arbitrary<Sites> = fc
  .array(fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.integer({ min: 1, max: 3 })), {
    minLength: 3,
    maxLength: 3,
  })
  .filter(sites => sites.some(requested => requested > 0))
const anyHold = fc.record({ kind: fc.constant('hold' as const), nights: anyNights, sites: anySites })
const anyMove = fc.record({
  kind: fc.constant('move' as const),
  booking: fc.nat(100),
  to: fc.constantFrom('cancelled' as const, 'confirmed' as const, 'completed' as const),
})
const anySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ arbitrary: anyHold, weight: 3 }, { arbitrary: anyMove, weight: 1 }),
  { minLength: 1, maxLength: 30, size: 'max' },
)
const anyZones = fc.array(
  fc.record({ totalSites: fc.nat(5), active: fc.constantFrom(true, true, true, true, false) }),
  { minLength: 3, maxLength: 3 },
)
const anyOccupying: fc.Arbitrary<BookingStatus[]> = fc.subarray(['pending', 'confirmed', 'completed'])

/** Where the state machine leads from a status. */
const transitions: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ['cancelled', 'confirmed'],
  confirmed: ['completed'],
  completed: [],
  cancelled: [],
}

/** Policies under which no booking starts to occupy sites later, so that the limit holds. */
const neverGrows = (occupying: readonly BookingStatus[]): boolean =>
  occupying.join() === ['pending', 'confirmed', 'completed'].slice(0, occupying.length).join()

// Per-night capacity, against a model that counts every night.
const actions = useFixture(createBookingActions)

async function open(zones: readonly Zone[], occupying: readonly BookingStatus[]) {
  await actions.scenario.policy({ occupying_statuses: occupying })
  const campground = await actions.scenario.campground()
  const zoneIds: string[] = []
  for (const { totalSites, active } of zones) {
    zoneIds.push((await actions.scenario.zone(campground, { total_sites: totalSites, active })).id)
  }
  const model: Model = { zones, occupying, held: [] }
  const hold = (nights: Nights, sites: Sites) => {
    const queried = zoneIds.flatMap((zoneId, zone) => {
      const quantity = sites[zone] ?? 0
      return quantity > 0 ? [{ zoneId, quantity }] : []
    })
    return actions.hold({ campgroundId: campground.id, nights, zones: queried.reverse() })
  }
  return { zoneIds, model, hold }
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
  moved.status = to
}

test('availability, rules 1 and 2, and booking checkout, rule 5: a hold is refused exactly when a night of a zone lacks the sites', async () => {
  const property = fc.asyncProperty(anyZones, anyOccupying, anySteps, async (zones, occupying, steps) => {
    const { zoneIds, model, hold } = await open(zones, occupying)
    const stays = [...allNights.map(night => ({ first: night, end: night + 1 })), { first: 0, end: lastNight + 1 }]
    for (const step of steps) {
      if (step.kind === 'move') await move(model, step)
      else {
        const expected = fits(model, step.nights, step.sites) ? 'held' : 'ZONE_UNAVAILABLE'
        const answer = await hold(step.nights, step.sites)
        expect('refused' in answer ? answer.refused : 'held').toBe(expected)
        if ('done' in answer) {
          model.held.push({ ...step, id: answer.done.bookingId, status: 'pending' })
        }
      }
      const queried = step.kind === 'hold' ? [...stays, step.nights] : stays
      const expected = queried.map(stay => zones.map((_, zone) => remainingIn(model, zone, stay)))
      expect(await remainingSites(zoneIds, queried)).toEqual(expected)
      if (neverGrows(occupying)) expectNoNightAboveTotal(model)
    }
  })
  // The count looks back for stays of up to seven nights.
  const site = { totalSites: 1, active: true }
  const steps = [7, 8].flatMap(end => [
    { kind: 'hold' as const, nights: { first: 0, end }, sites: [end - 7, 8 - end, 0] },
    { kind: 'hold' as const, nights: { first: end - 1, end }, sites: [end - 7, 8 - end, 0] },
  ])
  const examples: [Zone[], BookingStatus[], Step[]][] = [[[site, site, site], ['pending'], steps]]
  await fc.assert(forAtMost(20_000, property), { examples, numRuns: 8 })
})

test('a stay that is longer than the policy allows now counts until its last night', async () => {
  const { zoneIds, hold } = await open([{ totalSites: 1, active: true }], ['pending'])
  await actions.scenario.policy({ max_nights: 365 })
  expect(await hold({ first: 0, end: 365 }, [1])).toHaveProperty('done')
  await actions.scenario.policy({ max_nights: 14 })
  expect(await hold({ first: 13, end: 14 }, [1])).toEqual({ refused: 'ZONE_UNAVAILABLE' })
  const lastAndNext = [364, 365].map(night => ({ first: night, end: night + 1 }))
  expect(await remainingSites(zoneIds, lastAndNext)).toEqual([[0], [1]])
})

function expectNoNightAboveTotal(model: Model): void {
  for (const [zone, { totalSites }] of model.zones.entries()) {
    const fullest = Math.max(...allNights.map(night => occupiedOn(model, zone, night)))
    expect(fullest).toBeLessThanOrEqual(totalSites)
  }
}
