import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { startBookingFixture } from '../src/testing/booking-fixture.ts'

// Which nights a closure closes (docs/contract/booking.md#closed-nights). Monday is 2026-12-07.
const fixture = useFixture(startBookingFixture)

const dateRange = { closure_type: 'date_range', start_date: '2026-12-10', end_date: '2026-12-12' }
const mondays = { closure_type: 'weekly', weekday: 1 }
const boundedMondays = { ...mondays, effective_from: '2026-12-07', effective_to: '2026-12-14' }

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
    const campgrounds = [await fixture.scenario.campground(), await fixture.scenario.campground()]
    const made: number[] = []
    for (const campground of [...campgrounds, ...campgrounds])
      made.push(await fixture.scenario.closure(campground, dateRange))
    const { data } = await fixture.anyone.get('/api/booking/closures')
    const ids = (data as { id: number }[]).map(({ id }) => id)
    expect(ids.filter(id => made.includes(id))).toEqual(made)
  })

  test.each([
    ['date_range ends on from', dateRange, 'from=2026-12-12', true],
    ['date_range begins after to', dateRange, 'to=2026-12-09', false],
    ['weekly, without its weekday in both range and validity', boundedMondays, 'from=2026-12-08&to=2026-12-13', false],
  ])('filter: %s', async (_, closure, filter, listed) => {
    const campground = await fixture.scenario.campground()
    await fixture.scenario.closure(campground, closure)
    const answer = await fixture.anyone.get(`/api/booking/closures?campgroundId=${campground.id}&${filter}`)
    expect(answer.data).toHaveLength(listed ? 1 : 0)
  })
})
