import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

const fixture = useFixture(startBookingFixture)

const unlistedZone = {
  capacity_per_site: 6,
  total_sites: 8,
  price_weekday: '800',
  price_holiday: '1200.5',
  active: false,
}

describe('GET /api/booking/campgrounds', () => {
  test('active campgrounds by id, one page, with all their zones', async () => {
    const [later, earlier] = [
      await fixture.scenario.campground({ id: 'camp-zz' }),
      await fixture.scenario.campground({ id: 'camp-aa', description: '看得到雲海' }),
    ]
    await fixture.scenario.campground({ id: 'camp-mm', active: false })
    const zone = await fixture.scenario.zone(earlier, unlistedZone)
    const answer = await fixture.anyone.get('/api/booking/campgrounds')
    expect(answer.body).toEqual({
      success: true,
      data: [
        {
          id: earlier.id,
          name: earlier.name,
          region: earlier.region,
          description: '看得到雲海',
          active: true,
          zones: [
            {
              id: zone.id,
              type: '草地',
              capacityPerSite: 6,
              totalSites: 8,
              active: false,
              priceWeekday: '800.00',
              priceHoliday: '1200.50',
            },
          ],
        },
        { id: later.id, name: later.name, region: later.region, description: null, active: true, zones: [] },
      ],
      meta: { page: 0, size: 2, totalElements: 2, totalPages: 1 },
    })
  })
})

describe('GET /api/booking/campgrounds/{id}', () => {
  test('one campground with active and inactive zones, by id; no meta', async () => {
    const campground = await fixture.scenario.campground()
    await fixture.scenario.zone(campground, { id: `${campground.id}-b` })
    await fixture.scenario.zone(campground, { id: `${campground.id}-a`, active: false })
    const answer = await fixture.anyone.get(`/api/booking/campgrounds/${campground.id}`)
    expect(Object.keys(answer.body as object)).toEqual(['success', 'data'])
    expect(answer.data).toMatchObject({
      id: campground.id,
      zones: [
        { id: `${campground.id}-a`, active: false },
        { id: `${campground.id}-b`, active: true },
      ],
    })
  })
})

describe('GET /api/booking/equipment', () => {
  const listOf = async (campgroundId: string) =>
    fixture.anyone.get(`/api/booking/equipment?campgroundId=${campgroundId}`)

  test('listings of the campground by id, with the names and prices of the contract', async () => {
    const [campground, other] = [await fixture.scenario.campground(), await fixture.scenario.campground()]
    const second = await fixture.scenario.listing(campground, {
      listing: { id: `${campground.id}-2` },
      item: { name: '睡袋' },
    })
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

  test.each([
    ['the listing', { listing: { active: false } }],
    ['the SKU', { sku: { active: false } }],
    ['the variant', { variant: { active: false } }],
    ['the equipment item', { item: { active: false } }],
  ])('active is false when %s is disabled', async (_, disabled) => {
    const campground = await fixture.scenario.campground()
    await fixture.scenario.listing(campground, disabled)
    expect((await listOf(campground.id)).data).toMatchObject([{ active: false }])
  })
})

describe('GET /api/booking/policy', () => {
  test('the one record', async () => {
    expect((await fixture.anyone.get('/api/booking/policy')).body).toEqual({
      success: true,
      data: {
        bookingWindowDays: 90,
        advanceDays: 1,
        maxNights: 14,
        timezone: 'Asia/Taipei',
        dateBoundaryHour: 0,
        lowAvailabilityThreshold: 3,
        occupyingStatuses: ['pending', 'confirmed'],
      },
    })
  })

  test('missing: NOT_FOUND, also for who asks for sites (availability, rule 9) and starts a checkout', async () => {
    const request = checkoutOf(await fixture.scenario.zone(await fixture.scenario.campground()))
    const { client } = await fixture.member()
    await fixture.owner.query('delete from booking.policy')
    try {
      for (const answer of [
        await client.get('/api/booking/policy'),
        await client.post('/api/booking/check-availability', request),
        await client.post(sessionsPath, request),
      ])
        expect(answer).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    } finally {
      await fixture.scenario.policy()
    }
  })
})

// docs/contract/conventions.md#caching
test('a public read is not sent again until it has changed', async () => {
  const campground = await fixture.scenario.campground()
  const paths = ['campgrounds', `campgrounds/${campground.id}`, `equipment?campgroundId=${campground.id}`, 'policy']
  for (const path of [...paths, 'closures'].map(rest => `/api/booking/${rest}`)) {
    const etag = (await fixture.anyone.get(path)).headers.get('etag') ?? ''
    const again = await fixture.anyone.get(path, { 'if-none-match': etag })
    expect([path, again.status, again.body]).toEqual([path, 304, undefined])
    expect((await fixture.anyone.get(path, { 'if-none-match': '"another"' })).status).toBe(200)
  }
})
