import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// What staff change of campgrounds, the calendar and the policy (docs/contract/admin.md#campgrounds).
const fixture = useFixture(startBookingFixture)
afterEach(() => fixture.scenario.policy())

const at = (path: string) => `/internal/booking/${path}`
const editor = () => fixture.administrator(['campgrounds.view', 'campgrounds.edit'])

/** An open zone of 3 sites, which `hold` books from the 7th of December on. */
async function openZone(changes: object = {}) {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground, { type: 'Shore', ...changes })
  const member = await fixture.member()
  const hold = (quantity: number, stay: object = {}) =>
    member.client.post(sessionsPath, checkoutOf(zone, { zones: [{ zoneId: zone.id, quantity }], ...stay }))
  const change = (body: object) => editor().patch(at(`zones/${zone.id}`), body)
  return { campground, zone, member, hold, change }
}

test('campgrounds and zones are created, changed and taken out of use; only active ones are public', async () => {
  const fields = { name: ' Cloud Terrace ', region: 'Nantou' }
  const { status, data } = await editor().post(at('campgrounds'), fields)
  const { id } = data as { id: string }
  const placeless = { address: null, phone: null, latitude: null, longitude: null }
  const texts = { name: 'Cloud Terrace', region: 'Nantou', description: null, ...placeless }
  const created = { id, ...texts, active: true, images: [], zones: [] }
  expect({ status, data }).toEqual({ status: 201, data: created })

  const images = ['/api/products/images/a.webp', 'https://images.test/b.png']
  const prices = { priceWeekday: '800.00', priceHoliday: '1200.5' }
  const site = { type: 'Meadow', capacityPerSite: 4, ...prices, totalSites: 2, images }
  const added = await editor().post(at(`campgrounds/${id}/zones`), site)
  const { campgroundId, ...zone } = added.data as { id: string; campgroundId: string }
  expect(added).toMatchObject({ status: 201, data: { ...site, priceHoliday: '1200.50', active: true } })
  expect(campgroundId).toBe(id)
  expect((await editor().get(at(`zones/${zone.id}`))).data).toEqual(added.data)
  const lakeside = { type: 'Lakeside', priceWeekday: '2000.00', priceHoliday: '3000.00' }
  const moved = await editor().patch(at(`zones/${zone.id}`), lakeside)
  expect(moved).toMatchObject({ status: 200, data: { ...zone, ...lakeside } })

  const place = { address: '1 Ridge Road', phone: '049-280-0108', latitude: 23.5, longitude: -121.125 }
  const changes = { description: 'High', name: 'Terrace', images, ...place }
  const changed = await editor().patch(at(`campgrounds/${id}`), changes)
  const now = { ...created, ...changes, zones: [{ ...zone, ...lakeside }] }
  expect(changed).toMatchObject({ status: 200, data: now })
  expect((await fixture.anyone.get(`/api/booking/campgrounds/${id}`)).data).toEqual(now)

  expect((await editor().patch(at(`campgrounds/${id}`), { active: false })).data).toEqual({ ...now, active: false })
  expect(await fixture.anyone.get(`/api/booking/campgrounds/${id}`)).toMatchObject({ code: 'NOT_FOUND' })
  expect((await editor().get(at(`campgrounds/${id}`))).data).toEqual({ ...now, active: false })
})

describe('totalSites', () => {
  test('is not lowered below the sites of the fullest night from today on: CONFLICT names the night', async () => {
    const { hold, change } = await openZone({ total_sites: 10 })
    await hold(2, { checkIn: '2026-12-07', checkOut: '2026-12-10' })
    await hold(3, { checkIn: '2026-12-09', checkOut: '2026-12-20' })
    await hold(4, { checkIn: '2026-12-10', checkOut: '2026-12-11' })
    expect(await change({ totalSites: 6 })).toMatchObject({
      code: 'CONFLICT',
      message: '“Shore” has 7 sites booked on 2026-12-10.',
      details: [{ path: 'totalSites', message: 'must be at least 7: that many are booked on 2026-12-10' }],
    })
    expect(await change({ totalSites: 7 })).toMatchObject({ status: 200, data: { totalSites: 7 } })
    expect(await hold(1, { checkIn: '2026-12-10', checkOut: '2026-12-11' })).toMatchObject({ code: 'ZONE_UNAVAILABLE' })
  })

  test('counts neither nights that are over, nor bookings that do not occupy', async () => {
    const { hold, change, member } = await openZone({ total_sites: 10 })
    const cancelled = (await hold(5)).data as { bookingId: string }
    await member.client.post(`${sessionsPath}/${cancelled.bookingId}/cancel`)
    await hold(4, { checkIn: '2026-12-07', checkOut: '2026-12-09' })
    await hold(2, { checkIn: '2026-12-08', checkOut: '2026-12-20' })
    // The last moment of the 8th, and the first of the 9th in Taipei.
    fixture.clock.set(new Date('2026-12-08T15:59:59.000Z'))
    expect(await change({ totalSites: 5 })).toMatchObject({ status: 409 })
    fixture.clock.set(new Date('2026-12-08T16:00:00.000Z'))
    expect(await change({ totalSites: 1 })).toMatchObject({ status: 409 })
    expect(await change({ totalSites: 2 })).toMatchObject({ status: 200 })
    await fixture.scenario.policy({ occupying_statuses: ['confirmed'] })
    expect(await change({ totalSites: 0 })).toMatchObject({ status: 200 })
  })

  test('of an overbooked zone may be raised, and sent as it is with other changes', async () => {
    const { zone, hold, change } = await openZone({ total_sites: 4 })
    await hold(4)
    await fixture.scenario.change('booking.zone', zone.id, { total_sites: 1 })
    expect(await change({ totalSites: 2 })).toMatchObject({ status: 200, data: { totalSites: 2 } })
    expect(await change({ totalSites: 2, active: false })).toMatchObject({ status: 200, data: { active: false } })
    expect(await change({ totalSites: 1 })).toMatchObject({ status: 409 })
  })

  test('the bookings that occupy it from today on, and those on nights with more sites taken than would be left', async () => {
    const { zone, member, hold } = await openZone()
    const held = async (quantity: number, stay?: object) =>
      ((await hold(quantity, stay)).data as { bookingId: string }).bookingId
    const early = await held(1, { checkIn: '2026-12-01', checkOut: '2026-12-02' })
    const two = await held(2)
    const one = await held(1)
    const staff = fixture.administrator(['campgrounds.view', 'bookings.view'])
    const find = async (query = '') => {
      const { data } = await staff.get(at(`zones/${zone.id}/bookings${query}`))
      return (data as { bookingId: string }[]).map(({ bookingId }) => bookingId)
    }
    const byId = [one, two].toSorted()
    expect(await find()).toEqual([early, ...byId])
    expect(await find('?above=1')).toEqual(byId)
    expect(await find('?above=3')).toEqual([])
    await member.client.post(`${sessionsPath}/${two}/cancel`)
    expect(await find('?above=1')).toEqual([])
    fixture.clock.set(new Date('2026-12-03T08:00:00.000Z'))
    expect(await find()).toEqual([one])
  })
})

describe('rental listings', () => {
  test('are created once for a campground and a variant', async () => {
    const campground = await fixture.scenario.campground()
    const other = await fixture.scenario.listing(await fixture.scenario.campground())
    const variantId = other.rentalSkuVariantId
    const body = { campgroundId: campground.id, variantId, priceWeekday: '90.00', priceHoliday: '120.00' }
    const create = (changes: object) => editor().post(at('rental-listings'), { ...body, ...changes })
    const created = await create({ discountRate: '0.30' })
    expect(created).toMatchObject({
      status: 201,
      data: { ...body, sku: other.sku, name: expect.any(String), discountRate: '0.30', active: true },
    })
    const { id } = created.data as { id: string }
    expect((await editor().get(at(`rental-listings/${id}`))).data).toEqual(created.data)
    expect(await create({})).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('change for the next checkout', async () => {
    const { campground, zone, member } = await openZone()
    const { rentalListingId, rentalSkuVariantId } = await fixture.scenario.listing(campground)
    const rentals = [{ rentalListingId, rentalSkuVariantId, quantity: 1 }]
    const hold = () => member.client.post(sessionsPath, checkoutOf(zone, { rentals }))
    const change = (body: object) => editor().patch(at(`rental-listings/${rentalListingId}`), body)
    expect(await change({ priceWeekday: '200.00', discountRate: '0.25' })).toMatchObject({
      status: 200,
      data: { priceWeekday: '200.00', priceHoliday: '150.00', discountRate: '0.25' },
    })
    expect(await hold()).toMatchObject({ data: { rentals: [{ priceWeekday: '200.00', lineTotal: '150.00' }] } })
    await change({ active: false })
    expect(await hold()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

test('the holiday calendar: a date is written, changed and removed; the next checkout has the price of its kind', async () => {
  const { hold, member } = await openZone()
  const date = at('holidays/2026-12-07')
  const counts = async () => {
    const { data } = await hold(1)
    const { bookingId, weekdayCount, holidayCount } = data as Record<string, unknown>
    await member.client.post(`${sessionsPath}/${bookingId}/cancel`)
    return [weekdayCount, holidayCount]
  }
  expect(await editor().get(date)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  const holiday = { kind: 'holiday', name: 'Founding Day' }
  const answer = { status: 200, data: { date: '2026-12-07', ...holiday } }
  expect(await editor().put(date, holiday)).toMatchObject(answer)
  expect(await editor().get(date)).toMatchObject(answer)
  expect(await counts()).toEqual([0, 1])
  expect(await editor().put(date, { ...holiday, kind: 'working' })).toMatchObject({ data: { kind: 'working' } })
  expect(await counts()).toEqual([1, 0])
  expect(await editor().delete(date)).toMatchObject({ status: 204 })
  // The date is a Monday.
  await editor().patch(at('booking-policy'), { holidayWeekdays: [1] })
  expect(await counts()).toEqual([0, 1])
  expect(await editor().delete(date)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

describe('the booking policy', () => {
  test('changes in the fields that are sent, for the next checkout; everybody reads it at once', async () => {
    const { hold, member } = await openZone()
    const stay = { checkIn: '2026-12-07', checkOut: '2026-12-10' }
    const { bookingId } = (await hold(1, stay)).data as { bookingId: string }
    const { data: before } = await editor().get(at('booking-policy'))
    const change = { maxNights: 2, occupyingStatuses: ['pending', 'confirmed', 'completed'] }
    const changed = await editor().patch(at('booking-policy'), change)
    const now = { ...Object(before), ...change }
    expect(changed).toMatchObject({ status: 200, data: now })
    expect((await fixture.anyone.get('/api/booking/policy')).data).toEqual(now)
    expect(await hold(1, stay)).toMatchObject({ code: 'BOOKING_WINDOW_EXCEEDED' })
    expect(await member.client.get(`/api/booking/bookings/${bookingId}`)).toMatchObject({ data: { status: 'pending' } })
  })

  test('under which no stay could be booked is refused, judged as it would be stored', async () => {
    const patch = (body: object) => editor().patch(at('booking-policy'), body)
    expect(await patch({ bookingWindowDays: 90, advanceDays: 10 })).toMatchObject({ status: 200 })
    const refused = (path: string) => ({ status: 400, code: 'VALIDATION_ERROR', details: [{ path }] })
    expect(await patch({ bookingWindowDays: 9 })).toMatchObject(refused('bookingWindowDays'))
    expect(await patch({ advanceDays: 91 })).toMatchObject(refused('advanceDays'))
    expect(await patch({ bookingWindowDays: 3, advanceDays: 4 })).toMatchObject(refused('advanceDays'))
    expect(await patch({ bookingWindowDays: 3, advanceDays: 3 })).toMatchObject({ status: 200 })
  })
})
