import { bookingQuoteSchema } from '@campstore/contract/booking/quotes'
import { availabilitySchema } from '@campstore/contract/booking/schemas'
import { freeCampgroundSchema, type ZoneCalendar } from '@campstore/contract/booking/search'
import { addDays, type PlainDate, parsePlainDate } from '@campstore/core/plain-date'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'
import type { TestZone } from '../src/testing/scenario.ts'

const fixture = useFixture(startBookingFixture)

/** The first day that can be booked: a Saturday. */
const first = '2026-11-21'
const day = (number: number): PlainDate => addDays(parsePlainDate(first) ?? ('' as PlainDate), number)

const search = (query: Record<string, string | number>) =>
  fixture.anyone.get(`/api/booking/availability?${new URLSearchParams(query as Record<string, string>)}`)

async function hold(zone: TestZone, checkIn: string, checkOut: string, quantity: number) {
  const zones = [{ zoneId: zone.id, quantity }]
  await fixture.hold(await fixture.member(), checkoutOf(zone, { checkIn, checkOut, zones }))
}

// docs/contract/booking.md#search
describe('search', () => {
  test('for every stay, it lists the zones that are available for all guests, at the prices of a quote', async () => {
    const { scenario } = fixture
    const region = '花蓮縣'
    const camps = [await scenario.campground({ region }), await scenario.campground({ region: ' 花蓮縣' })]
    const [open = { id: '' }, closing = { id: '' }] = camps
    const zones = [
      await scenario.zone(open, { total_sites: 5, capacity_per_site: 3, price_weekday: '899.99' }),
      await scenario.zone(open, { total_sites: 2, capacity_per_site: 8 }),
      await scenario.zone(open, { active: false }),
      await scenario.zone(closing, { total_sites: 9 }),
      await scenario.zone(await scenario.campground({ region, active: false })),
    ]
    await scenario.closure(closing, { closure_type: 'weekly', weekday: 2 })
    await scenario.closure(closing, { closure_type: 'date_range', start_date: day(5), end_date: day(6) })
    await scenario.policy({ holiday_weekdays: [5, 6] })
    await scenario.holiday(day(4))
    await scenario.holiday(day(8), 'working')
    const [small, large] = zones
    if (small) await hold(small, day(2), day(4), 3)
    if (small) await hold(small, day(3), day(12), 1)
    if (large) await hold(large, day(0), day(1), 2)
    const { client } = await fixture.member()

    const anyStay = fc.record({
      from: fc.integer({ min: 0, max: 13 }),
      nights: fc.integer({ min: 1, max: 9 }),
      guests: fc.integer({ min: 1, max: 16 }),
    })
    await fc.assert(
      fc.asyncProperty(anyStay, async ({ from, nights, guests }) => {
        const stay = { checkIn: day(from), checkOut: day(from + nights) }
        const answer = await search({ ...stay, guests, region: '花蓮縣' })
        const found = freeCampgroundSchema.array().parse(answer.data)
        const listed = new Map(found.flatMap(camp => camp.zones.map(zone => [zone.id, { ...zone, ...camp }])))
        for (const { id: zoneId, campgroundId } of zones) {
          const capacity = zoneId === small?.id ? 3 : zoneId === large?.id ? 8 : 4
          const request = { campgroundId, ...stay, zones: [{ zoneId, quantity: Math.ceil(guests / capacity) }] }
          const checked = await client.post('/api/booking/check-availability', request)
          const zone = listed.get(zoneId)
          const isFree = checked.status === 200 && availabilitySchema.parse(checked.data).available
          expect(zone !== undefined, zoneId).toBe(isFree)
          if (!zone) continue
          const { pricing, ...quote } = bookingQuoteSchema.parse(
            (await client.post('/api/booking/checkout/quotes', request)).data,
          )
          expect(zone).toMatchObject({
            sites: request.zones[0]?.quantity,
            total: pricing.finalAmount,
            weekdayCount: quote.weekdayCount,
            holidayCount: quote.holidayCount,
          })
          expect(checked.data).toMatchObject({ zones: [{ availableQuantity: zone.availableQuantity }] })
        }
      }),
      { numRuns: 8 },
    )
  })

  test('a hold is seen by the next search that is not answered from two seconds ago; a page has its neighbours', async () => {
    const region = '苗栗縣'
    const anyId = unique('camp')
    const full = await fixture.scenario.zone(await fixture.scenario.campground({ id: `${anyId}-a`, region }))
    const free = await fixture.scenario.zone(await fixture.scenario.campground({ id: `${anyId}-b`, region }))
    const stay = { checkIn: day(20), checkOut: day(21), region }
    await expect.poll(async () => (await search(stay)).meta).toMatchObject({ totalElements: 2 })
    const page = await search({ ...stay, size: 1, page: 1 })
    expect(page).toMatchObject({ data: [{ id: free.campgroundId }], meta: { totalElements: 2, totalPages: 2 } })
    expect(page.headers.get('link')).toContain('rel="prev"')
    await hold(full, day(20), day(21), 3)
    await expect.poll(async () => (await search(stay)).data).toMatchObject([{ id: free.campgroundId }])
  })

  test('dates outside of the window are refused as for availability', async () => {
    expect(await search({ checkIn: '2026-11-20', checkOut: '2026-11-21' })).toMatchObject({
      code: 'BOOKING_WINDOW_EXCEEDED',
    })
    expect(await search({ checkIn: '2026-11-31', checkOut: first })).toMatchObject({ code: 'BOOKING_DATE_INVALID' })
  })
})

// docs/contract/booking.md#calendar
describe('calendar', () => {
  async function calendarOf(id: string, query = '') {
    const path = `/api/booking/campgrounds/${id}/calendar${query}`
    // A new campground is there after two seconds at most.
    await expect.poll(async () => (await fixture.anyone.get(path)).status).toBe(200)
    return { path, zones: (await fixture.anyone.get(path)).data as ZoneCalendar[] }
  }

  test('each night of the active zones, with free sites, price, and why it is closed', async () => {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground, { total_sites: 3 })
    await fixture.scenario.zone(campground, { active: false })
    const oneNight = { closure_type: 'date_range', start_date: day(31), end_date: day(31), reason: '整修' }
    await fixture.scenario.closure(campground, oneNight)
    await fixture.scenario.closure(campground, { closure_type: 'weekly', weekday: 2, reason: '公休' })
    await hold(zone, day(32), day(33), 2)
    const { path, zones } = await calendarOf(campground.id, `?from=${day(30)}&days=3`)
    const open = { closed: false, closedReason: null }
    expect(zones).toEqual([
      {
        id: zone.id,
        type: '草地',
        capacityPerSite: 4,
        nights: [
          { date: '2026-12-21', free: 3, price: '1000.00', ...open },
          { date: '2026-12-22', free: 3, price: '1000.00', closed: true, closedReason: '整修' },
          { date: '2026-12-23', free: 1, price: '1000.00', ...open },
        ],
      },
    ])
    const etag = (await fixture.anyone.get(path)).headers.get('etag') ?? ''
    expect((await fixture.anyone.get(path, { 'if-none-match': etag })).status).toBe(304)
  })

  test('only nights that a stay can have: none before the first day, none after the longest last stay; from midnight in Taipei on the next one', async () => {
    const campground = await fixture.scenario.campground()
    await fixture.scenario.zone(campground)
    const datesOf = async (query: string) =>
      (await calendarOf(campground.id, query)).zones.map(({ nights }) => [nights.at(0)?.date, nights.at(-1)?.date])
    expect(await datesOf('')).toEqual([[first, day(30)]])
    expect(await datesOf('?from=2026-11-01&days=92')).toEqual([[first, '2027-01-31']])
    // The last check-in is 90 days after today, for 14 nights.
    expect(await datesOf('?from=2027-02-10&days=92')).toEqual([['2027-02-10', '2027-03-03']])
    expect(await datesOf('?from=2028-01-01')).toEqual([[undefined, undefined]])
    // Even within the two seconds for which an answer is kept.
    const firstDay = async () => (await calendarOf(campground.id)).zones[0]?.nights[0]?.date
    const now = fixture.clock.now()
    fixture.clock.set('2026-11-20T15:59:59.999Z')
    expect(await firstDay()).toBe(first)
    fixture.clock.set('2026-11-20T16:00:00.000Z')
    expect(await firstDay()).toBe(day(1))
    fixture.clock.set(now)
  })
})
