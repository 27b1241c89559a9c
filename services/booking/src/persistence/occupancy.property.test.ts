import { addDays } from '@campstore/core/plain-date'
import { insertRow } from '@campstore/testing/rows'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingActions, createBookingActions, firstNight, stayOf } from '../testing/booking-actions.ts'
import { findOccupancy, findOccupancyReport } from './occupancy.ts'

const states = {
  held: { status: 'pending', payment_status: 'unpaid' },
  paid: { status: 'pending', payment_status: 'paid' },
  confirmed: { status: 'confirmed', payment_status: 'paid' },
  completed: { status: 'completed', payment_status: 'paid' },
  cancelled: { status: 'cancelled', payment_status: 'unpaid' },
} as const
type State = keyof typeof states

/** Nights of the range, and how far before and after it stays lie. */
const days = 10
const around = 12

const anyStay = fc.record({
  first: fc.integer({ min: -around, max: days + 2 }),
  nights: fc.integer({ min: 1, max: around }),
  sites: fc.integer({ min: 1, max: 3 }),
  state: fc.constantFrom<State>('held', 'paid', 'confirmed', 'completed', 'cancelled'),
})

describe('occupancy, against a model that looks at every night', () => {
  let actions: BookingActions
  beforeAll(async () => {
    actions = await createBookingActions()
  })
  afterAll(() => actions.close())

  const property = fc.asyncProperty(fc.array(anyStay, { maxLength: 14 }), fc.nat(days - 1), async (stays, half) => {
    const { owner, scenario, database } = actions
    const zone = await scenario.zone(await scenario.campground(), { total_sites: 9 })
    const { campgroundId } = zone
    for (const { first, nights, sites, state } of stays) {
      const { checkIn, checkOut } = stayOf({ first, end: first + nights })
      const dates = { check_in: checkIn, check_out: checkOut }
      const id = await scenario.booking({ campground_id: campgroundId, ...dates, ...states[state] })
      await insertRow(owner, 'booking.booking_zone', {
        booking_id: id,
        zone_id: zone.id,
        line: 0,
        type: '草地',
        price_weekday: '100.00',
        price_holiday: '100.00',
        quantity: sites,
        line_total: `${100 * nights * sites}.00`,
        stay: `[${checkIn},${checkOut})`,
        status: states[state].status,
      })
    }
    /** Sites on a night, of bookings in some states. */
    const sitesOn = (night: number, ...of: State[]) =>
      stays
        .filter(({ first, nights, state }) => of.includes(state) && first <= night && night < first + nights)
        .reduce((sum, { sites }) => sum + sites, 0)

    const [shown] = await findOccupancy(database.staff, { from: firstNight, days, campgroundId })
    const free = await owner.query<{ free: number[] }>(
      `select array_agg(remaining order by night) as free
      from generate_series(0, $3::integer - 1) as night
      cross join booking.remaining_sites(array[$1], daterange($2::date + night, $2::date + night + 1))`,
      [zone.id, firstNight, days],
    )
    expect(shown?.nights).toEqual(
      Array.from({ length: days }, (_, night) => ({
        date: addDays(firstNight, night),
        confirmed: sitesOn(night, 'confirmed'),
        paid: sitesOn(night, 'paid'),
        held: sitesOn(night, 'held'),
        free: free.rows[0]?.free[night],
        closed: false,
      })),
    )
    const reportOf = async (first: number, end: number) => {
      const range = { from: addDays(firstNight, first), days: end - first, campgroundId }
      const [line] = end === first ? [] : await findOccupancyReport(database.staff, range)
      return [line?.soldNights ?? 0, Number(line?.zoneAmount ?? 0)] as const
    }
    const nights = Array.from({ length: days }, (_, night) => sitesOn(night, 'paid', 'confirmed', 'completed'))
    const sold = nights.reduce((sum, sites) => sum + sites, 0)
    expect(await reportOf(0, days)).toEqual([sold, sold * 100])
    const [before, after] = [await reportOf(0, half), await reportOf(half, days)]
    expect([before[0] + after[0], before[1] + after[1]]).toEqual([sold, sold * 100])
  })

  test('each night has the sites of each state, and as many free ones as a customer is told; sold nights add up', () =>
    fc.assert(property, { numRuns: 40, interruptAfterTimeLimit: 20_000 }))
})
