import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

const fixture = useFixture(startBookingFixture)

test('GET /api/booking/campgrounds: active campgrounds by id, one page, with all their zones', async () => {
  const [later, earlier] = [
    await fixture.scenario.campground({ id: 'camp-zz' }),
    await fixture.scenario.campground({ id: 'camp-aa', description: '看得到雲海' }),
  ]
  await fixture.scenario.campground({ id: 'camp-mm', active: false })
  const prices = { price_weekday: '800', price_holiday: '1200.5' }
  const zone = await fixture.scenario.zone(earlier, { ...prices, active: false })
  const answer = await fixture.anyone.get('/api/booking/campgrounds')
  const shown = { type: '草地', active: false, priceWeekday: '800.00', priceHoliday: '1200.50' }
  expect(answer).toMatchObject({
    data: [
      { ...earlier, description: '看得到雲海', zones: [{ id: zone.id, ...shown }] },
      { ...later, description: null, zones: [] },
    ],
    meta: { page: 0, size: 2, totalElements: 2, totalPages: 1 },
  })
})

describe('GET /api/booking/equipment', () => {
  const listOf = async (campgroundId: string) =>
    fixture.anyone.get(`/api/booking/equipment?campgroundId=${campgroundId}`)

  test('listings of the campground by id, with the names and prices of the contract', async () => {
    const [campground, other] = [await fixture.scenario.campground(), await fixture.scenario.campground()]
    const bag = { listing: { id: `${campground.id}-2` }, item: { name: '睡袋' } }
    const second = await fixture.scenario.listing(campground, bag)
    const first = await fixture.scenario.listing(campground, {
      listing: { id: `${campground.id}-1`, price_weekday: '80', price_holiday: '95.5', discount_rate: '0.30' },
    })
    await fixture.scenario.listing(other)
    expect((await listOf(campground.id)).body).toEqual({
      success: true,
      data: [
        {
          id: first.rentalListingId,
          rentalSkuVariantId: first.rentalSkuVariantId,
          campgroundId: campground.id,
          name: '四人帳篷',
          pricePerDayWeekday: '80.00',
          pricePerDayHoliday: '95.50',
          active: true,
        },
        expect.objectContaining({ id: second.rentalListingId, name: '睡袋', active: true }),
      ],
      meta: { page: 0, size: 2, totalElements: 2, totalPages: 1 },
    })
  })

  test.each(['listing', 'sku', 'variant', 'item'])('active is false when its %s is disabled', async part => {
    const disabled = { [part]: { active: false } }
    const campground = await fixture.scenario.campground()
    await fixture.scenario.listing(campground, disabled)
    expect((await listOf(campground.id)).data).toMatchObject([{ active: false }])
  })
})

test('GET /api/booking/closures: those of active campgrounds by id, as one page', async () => {
  const dateRange = { closure_type: 'date_range', start_date: '2026-12-10', end_date: '2026-12-12' }
  const mondays = { closure_type: 'weekly', weekday: 1, effective_from: '2026-12-07', effective_to: '2026-12-14' }
  const { scenario } = fixture
  const [campground, inactive] = [await scenario.campground(), await scenario.campground({ active: false })]
  const weekly = await fixture.scenario.closure(campground, { ...mondays, reason: '每週公休' })
  const range = await fixture.scenario.closure(campground, dateRange)
  await fixture.scenario.closure(inactive, dateRange)
  const answer = await fixture.anyone.get(`/api/booking/closures?campgroundId=${campground.id}`)
  const limits = { effectiveFrom: '2026-12-07', effectiveTo: '2026-12-14' }
  expect(answer).toMatchObject({
    data: [
      { id: weekly, closureType: 'weekly', weekday: 1, reason: '每週公休', startDate: null, ...limits },
      { id: range, closureType: 'date_range', startDate: '2026-12-10', endDate: '2026-12-12', weekday: null },
    ],
    meta: { page: 0, size: 2, totalElements: 2, totalPages: 1 },
  })
  expect((await fixture.anyone.get(`/api/booking/closures?campgroundId=${inactive.id}`)).data).toEqual([])
})

test('GET /api/booking/policy; where it is missing NOT_FOUND, as for sites (availability, rule 9), a checkout and a search', async () => {
  const request = checkoutOf(await fixture.scenario.zone(await fixture.scenario.campground()))
  const { client } = await fixture.member()
  const window = { bookingWindowDays: 90, advanceDays: 1, maxNights: 14, timezone: 'Asia/Taipei', dateBoundaryHour: 0 }
  const capacity = { lowAvailabilityThreshold: 3, occupyingStatuses: ['pending', 'confirmed'], cancellationTiers: [] }
  const holidayWeekdays = [0, 6]
  expect((await client.get('/api/booking/policy')).data).toEqual({ ...window, ...capacity, holidayWeekdays })
  await fixture.owner.query('delete from booking.policy')
  const answers = await Promise.all([
    client.get('/api/booking/policy'),
    client.post('/api/booking/check-availability', request),
    client.post(sessionsPath, request),
    client.get('/api/booking/availability?checkIn=2026-12-07&checkOut=2026-12-08'),
  ])
  await fixture.scenario.policy()
  for (const answer of answers) expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})
