import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, shownOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

const bookingsPath = '/api/booking/bookings'
const fixture = useFixture(startBookingFixture)

const aZone = async (changes?: object) => fixture.scenario.zone(await fixture.scenario.campground(), { ...changes })

test('booking checkout, rule 9: the session of a booking with two zones and a discounted rental', async () => {
  const campground = await fixture.scenario.campground({ name: '杉林營地', region: '苗栗縣' })
  const zone = await fixture.scenario.zone(campground)
  const dear = { type: '木屋', price_weekday: '2500.00', price_holiday: '3200.50' }
  const cabin = await fixture.scenario.zone(campground, dear)
  const tent = await fixture.scenario.listing(campground, {
    listing: { price_weekday: '100.00', price_holiday: '150.00', discount_rate: '0.10' },
    sku: { code: 'TENT-4' },
  })
  const { client } = await fixture.member()
  // Thursday, Friday, Saturday and Sunday night: two weekday nights, two holiday nights.
  const request = checkoutOf(zone, {
    checkIn: '2026-12-03',
    checkOut: '2026-12-07',
    guestCount: 5,
    // Not in the order of their ids.
    zones: [
      { zoneId: cabin.id, quantity: 1 },
      { zoneId: zone.id, quantity: 2 },
    ],
    rentals: [{ ...tent, quantity: 3 }],
  })
  const answer = await client.post(sessionsPath, request)
  const state = { status: 'pending', paymentStatus: 'unpaid', paymentMethod: 'gateway-credit' }
  const step = { checkoutStep: 'ready_to_pay', checkoutExpiresAt: '2026-11-20T08:15:00.000Z' }
  const place = { campgroundId: campground.id, campgroundName: '杉林營地', region: '苗栗縣' }
  const nights = { checkIn: '2026-12-03', checkOut: '2026-12-07', guestCount: 5, weekdayCount: 2, holidayCount: 2 }
  const lineOf = ([priceWeekday, priceHoliday]: [string, string], quantity: number, lineTotal: string) => {
    return { priceWeekday, priceHoliday, quantity, lineTotal }
  }
  const [meadow, lodge] = [lineOf(['1000.00', '1500.00'], 2, '10000.00'), lineOf(['2500.00', '3200.50'], 1, '11401.00')]
  const { rentalListingId, rentalSkuVariantId } = tent
  const named = { sku: 'TENT-4', name: '四人帳篷', specification: '四人', discountRate: '0.10' }
  const rented = { rentalListingId, rentalSkuVariantId, ...named, ...lineOf(['100.00', '150.00'], 3, '1350.00') }
  expect(answer).toMatchObject({
    status: 200,
    data: {
      bookingId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      ...state,
      ...step,
      ...place,
      ...nights,
      pricing: { zoneTotal: '21401.00', rentalTotal: '1350.00', discount: '0.00', finalAmount: '22751.00' },
      zones: [
        { zoneId: cabin.id, type: '木屋', ...lodge },
        { zoneId: zone.id, type: '草地', ...meadow },
      ],
      rentals: [rented],
    },
  })
  const { bookingId } = answer.data as { bookingId: string }
  expect((await client.get(`${sessionsPath}/${bookingId}`)).data).toEqual(answer.data)
})

test('booking checkout, rule 1: amounts that a client sends are ignored, like other unknown fields', async () => {
  const ignored = { finalAmount: '1.00', pricing: { finalAmount: '1.00' }, discount: '999.00', memberId: 'other' }
  const session = await fixture.hold(await fixture.member(), checkoutOf(await aZone(), ignored))
  expect(session.pricing.finalAmount).toBe('1000.00')
})

// Tests of booking sessions; test/holds tests the behaviour of every hold.

test('contact: who comes, in the session and the booking; absent, blank or half given', async () => {
  const zone = await aZone()
  const { client, ...member } = await fixture.member()
  const contact = { name: '林冠宇', phone: '0912-000-115' }
  const { bookingId, ...session } = await fixture.hold(
    member,
    checkoutOf(zone, { contact: { ...contact, name: ' 林冠宇 ' } }),
  )
  expect(session).toMatchObject({ contact })
  expect((await client.get(`${bookingsPath}/${bookingId}`)).data).toMatchObject({ contact })
  expect(await fixture.hold(member, checkoutOf(zone, { contact: null }))).toMatchObject({ contact: null })
  for (const wrong of [{ name: 'Lin' }, { ...contact, phone: ' ' }])
    expect((await client.post(sessionsPath, checkoutOf(zone, { contact: wrong }))).code).toBe('VALIDATION_ERROR')
})

describe('GET /api/booking/bookings and /{id}', () => {
  async function booked() {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground)
    const { itemId, skuId, ...listing } = await fixture.scenario.listing(campground)
    const member = await fixture.member()
    const request = { arrivalTime: '23:59', rentals: [{ ...listing, quantity: 1 }] }
    const session = await fixture.hold(member, checkoutOf(zone, request))
    const read = () => member.client.get(`${bookingsPath}/${session.bookingId}`)
    return { zone, itemId, skuId, ...listing, member, session, read }
  }

  test('the list item is part of the detail, and both show what the session does', async () => {
    const { member, session, read } = await booked()
    const { data } = await read()
    const createdAt = '2026-11-20T08:00:00.000Z'
    const { finalAmount } = session.pricing
    expect(data).toMatchObject({ ...shownOf(session), finalAmount, createdAt, paidAt: null, updatedAt: createdAt })
    const list = await member.client.get(bookingsPath)
    expect(list.meta).toEqual({ page: 0, size: 20, totalElements: 1, totalPages: 1 })
    expect([data]).toMatchObject(list.data as object[])
  })

  test('snapshots: a booking does not change when its campground does', async () => {
    const { zone, itemId, skuId, rentalListingId, rentalSkuVariantId, read } = await booked()
    const before = await read()
    const prices = { price_weekday: '1.00', price_holiday: '2.00', active: false }
    const { change } = fixture.scenario
    await change('booking.campground', zone.campgroundId, { name: '新名字', region: '別處', active: false })
    await change('booking.zone', zone.id, { ...prices, type: '碎石' })
    await change('booking.rental_listing', rentalListingId, { ...prices, discount_rate: '0.30' })
    await change('catalog.equipment_item', itemId, { name: '別的', active: false })
    await change('catalog.sku', skuId, { code: 'OTHER', active: false })
    await change('catalog.variant', rentalSkuVariantId, { specification: '八人' })
    await fixture.scenario.holiday('2026-12-07', 'holiday')
    expect((await read()).body).toEqual(before.body)
  })
})
