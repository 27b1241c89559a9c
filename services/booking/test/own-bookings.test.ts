import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

const bookingsPath = '/api/booking/bookings'
const fixture = useFixture(startBookingFixture)

const aZone = async (changes?: object) =>
  fixture.scenario.zone(await fixture.scenario.campground(), { total_sites: 99, ...changes })

describe('GET /api/booking/bookings', () => {
  test('a list item has the fields of the contract', async () => {
    const campground = await fixture.scenario.campground({ name: '湖畔營地', region: '花蓮縣' })
    const member = await fixture.member()
    const { bookingId } = await fixture.hold(member, checkoutOf(await fixture.scenario.zone(campground)))
    expect((await member.client.get(bookingsPath)).body).toMatchObject({
      success: true,
      data: [
        {
          bookingId,
          status: 'pending',
          paymentStatus: 'unpaid',
          campgroundName: '湖畔營地',
          region: '花蓮縣',
          checkIn: '2026-12-07',
          checkOut: '2026-12-08',
          guestCount: 2,
          finalAmount: '1000.00',
          createdAt: '2026-11-20T08:00:00.000Z',
        },
      ],
      meta: { page: 0, size: 20, totalElements: 1, totalPages: 1 },
    })
  })
})

describe('GET /api/booking/bookings/{id}', () => {
  test('all list-item fields, and the rest of the detail', async () => {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground)
    const rental = await fixture.scenario.listing(campground)
    const member = await fixture.member()
    const session = await fixture.hold(member, checkoutOf(zone, { rentals: [{ ...rental, quantity: 1 }] }))
    const [item] = (await member.client.get(bookingsPath)).data as object[]
    const answer = await member.client.get(`${bookingsPath}/${session.bookingId}`)
    const { campgroundId, paymentMethod, checkoutExpiresAt, weekdayCount, holidayCount, pricing, zones, rentals } =
      session
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        ...item,
        campgroundId,
        paymentMethod,
        checkoutExpiresAt,
        weekdayCount,
        holidayCount,
        pricing,
        zones,
        rentals,
        paidAt: null,
        updatedAt: '2026-11-20T08:00:00.000Z',
      },
    })
  })

  test('paidAt and updatedAt follow a payment', async () => {
    const member = await fixture.member()
    const session = await fixture.hold(member, checkoutOf(await aZone()))
    fixture.clock.advance(60_000)
    await fixture.pay(session, { paidAt: '2026-11-20T16:00:30+08:00' })
    await fixture.broker.eventOf(session.bookingId, 'booking.paid')
    expect((await member.client.get(`${bookingsPath}/${session.bookingId}`)).data).toMatchObject({
      paymentStatus: 'paid',
      paidAt: '2026-11-20T08:00:30.000Z',
      updatedAt: '2026-11-20T08:01:00.000Z',
    })
  })

  test('snapshots: a booking does not change when its campground does', async () => {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground)
    const { rentalListingId, rentalSkuVariantId, itemId, skuId } = await fixture.scenario.listing(campground)
    const member = await fixture.member()
    const rentals = [{ rentalListingId, rentalSkuVariantId, quantity: 1 }]
    const { bookingId } = await fixture.hold(member, checkoutOf(zone, { rentals }))
    const before = await member.client.get(`${bookingsPath}/${bookingId}`)
    const prices = { price_weekday: '1.00', price_holiday: '2.00' }
    await fixture.scenario.change('booking.campground', campground.id, {
      name: '新名字',
      region: '別處',
      active: false,
    })
    await fixture.scenario.change('booking.zone', zone.id, { ...prices, type: '碎石', active: false })
    await fixture.scenario.change('booking.rental_listing', rentalListingId, {
      ...prices,
      discount_rate: '0.30',
      active: false,
    })
    await fixture.scenario.change('catalog.equipment_item', itemId, { name: '別的', active: false })
    await fixture.scenario.change('catalog.sku', skuId, { code: 'OTHER', active: false })
    await fixture.scenario.change('catalog.variant', rentalSkuVariantId, { specification: '八人' })
    await fixture.scenario.holiday('2026-12-07', 'holiday')
    expect((await member.client.get(`${bookingsPath}/${bookingId}`)).body).toEqual(before.body)
  })
})
