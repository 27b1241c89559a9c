import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Which nights a closure closes (docs/contract/booking.md#closed-nights). Monday is 2026-12-07.
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())

const dateRange = { closure_type: 'date_range', start_date: '2026-12-10', end_date: '2026-12-12' }
const mondays = { closure_type: 'weekly', weekday: 1 }
const boundedMondays = { ...mondays, effective_from: '2026-12-07', effective_to: '2026-12-14' }

describe('closures', () => {
  test.each([
    ['date_range: the night before it is open', dateRange, '2026-12-09', '2026-12-10', true],
    ['date_range: its first night is closed', dateRange, '2026-12-09', '2026-12-11', false],
    ['date_range: its last night is closed', dateRange, '2026-12-12', '2026-12-13', false],
    ['date_range: the night after it is open', dateRange, '2026-12-13', '2026-12-14', true],
    ['date_range: a stay around it is closed', dateRange, '2026-12-08', '2026-12-15', false],
    ['weekly: its weekday is closed', mondays, '2026-12-07', '2026-12-08', false],
    ['weekly: leaving on that weekday is open', mondays, '2026-12-06', '2026-12-07', true],
    ['weekly: arriving the day after is open', mondays, '2026-12-08', '2026-12-14', true],
    ['weekly: a stay over it is closed', mondays, '2026-12-11', '2026-12-15', false],
    ['weekly 0 is Sunday', { ...mondays, weekday: 0 }, '2026-12-06', '2026-12-07', false],
    ['weekly 6 is Saturday', { ...mondays, weekday: 6 }, '2026-12-05', '2026-12-06', false],
    ['weekly: closed on effectiveFrom', boundedMondays, '2026-12-07', '2026-12-08', false],
    ['weekly: closed on effectiveTo', boundedMondays, '2026-12-14', '2026-12-15', false],
    ['weekly: open before effectiveFrom', boundedMondays, '2026-11-30', '2026-12-01', true],
    ['weekly: open after effectiveTo', boundedMondays, '2026-12-21', '2026-12-22', true],
    ['weekly: unbounded to the past', { ...mondays, effective_to: '2026-12-01' }, '2026-11-30', '2026-12-01', false],
    [
      'weekly: unbounded to the future',
      { ...mondays, effective_from: '2026-12-01' },
      '2027-02-15',
      '2027-02-16',
      false,
    ],
  ])('%s', async (_, closure, checkIn, checkOut, open) => {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground)
    await fixture.scenario.closure(campground, closure)
    const request = checkoutOf(zone, { checkIn, checkOut })
    const checked = await fixture.anyone.post('/api/booking/check-availability', request)
    const started = await (await fixture.member()).client.post(sessionsPath, request)
    expect(checked.data).toMatchObject({ available: open, reasons: open ? [] : ['CAMPGROUND_CLOSED'] })
    expect(started.code).toBe(open ? undefined : 'ZONE_UNAVAILABLE')
  })
})

test('a closure of one campground leaves the others open', async () => {
  const [closed, open] = [await fixture.scenario.campground(), await fixture.scenario.campground()]
  const zone = await fixture.scenario.zone(open)
  await fixture.scenario.closure(closed, { ...mondays })
  const checked = await fixture.anyone.post('/api/booking/check-availability', checkoutOf(zone))
  expect(checked.data).toMatchObject({ available: true })
})

describe('GET /api/booking/closures', () => {
  test('lists the closures of active campgrounds by id, as one page', async () => {
    const [campground, inactive] = [
      await fixture.scenario.campground(),
      await fixture.scenario.campground({ active: false }),
    ]
    const weekly = await fixture.scenario.closure(campground, { ...boundedMondays, reason: '每週公休' })
    const range = await fixture.scenario.closure(campground, dateRange)
    await fixture.scenario.closure(inactive, dateRange)
    const answer = await fixture.anyone.get(`/api/booking/closures?campgroundId=${campground.id}`)
    const none = { startDate: null, endDate: null, weekday: null, effectiveFrom: null, effectiveTo: null }
    expect(answer.body).toEqual({
      success: true,
      data: [
        {
          ...none,
          id: weekly,
          campgroundId: campground.id,
          closureType: 'weekly',
          weekday: 1,
          reason: '每週公休',
          effectiveFrom: '2026-12-07',
          effectiveTo: '2026-12-14',
        },
        {
          ...none,
          id: range,
          campgroundId: campground.id,
          closureType: 'date_range',
          reason: '整修',
          startDate: '2026-12-10',
          endDate: '2026-12-12',
        },
      ],
      meta: { page: 0, size: 2, totalElements: 2, totalPages: 1 },
    })
    expect((await fixture.anyone.get(`/api/booking/closures?campgroundId=${inactive.id}`)).data).toEqual([])
  })

  test('without a filter: the closures of every active campground, sorted by id', async () => {
    const answer = await fixture.anyone.get('/api/booking/closures')
    const ids = (answer.data as { id: number }[]).map(closure => closure.id)
    expect(ids.length).toBeGreaterThan(10)
    expect(ids).toEqual(ids.toSorted((left, right) => left - right))
  })

  test.each([
    ['date_range ends on from', dateRange, 'from=2026-12-12', true],
    ['date_range ended before from', dateRange, 'from=2026-12-13', false],
    ['date_range begins on to', dateRange, 'to=2026-12-10', true],
    ['date_range begins after to', dateRange, 'to=2026-12-09', false],
    ['weekly with its weekday in the range', mondays, 'from=2026-12-07&to=2026-12-07', true],
    ['weekly with no such weekday in the range', mondays, 'from=2026-12-08&to=2026-12-13', false],
    ['weekly, only from', mondays, 'from=2030-01-01', true],
    ['weekly, only to', mondays, 'to=2020-01-01', true],
    ['weekly with a validity that ended', boundedMondays, 'from=2026-12-15', false],
    ['weekly with its last weekday on from', boundedMondays, 'from=2026-12-14', true],
    ['weekly with a validity that begins later', boundedMondays, 'to=2026-12-06', false],
    ['weekly, without its weekday in both range and validity', boundedMondays, 'from=2026-12-08&to=2026-12-13', false],
  ])('filter: %s', async (_, closure, filter, listed) => {
    const campground = await fixture.scenario.campground()
    await fixture.scenario.closure(campground, closure)
    const answer = await fixture.anyone.get(`/api/booking/closures?campgroundId=${campground.id}&${filter}`)
    expect(answer.data).toHaveLength(listed ? 1 : 0)
  })

  test('an unknown campground: an empty one-page list', async () => {
    expect((await fixture.anyone.get('/api/booking/closures?campgroundId=none')).body).toEqual({
      success: true,
      data: [],
      meta: { page: 0, size: 0, totalElements: 0, totalPages: 1 },
    })
  })
})
