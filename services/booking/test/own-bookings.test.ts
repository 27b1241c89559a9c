import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

const bookingsPath = '/api/booking/bookings'
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set('2026-11-20T08:00:00.000Z'))

const aZone = async (changes?: object) =>
  fixture.scenario.zone(await fixture.scenario.campground(), { total_sites: 99, ...changes })
const notFound = { status: 404, code: 'NOT_FOUND' }

/** A member with `count` bookings, `everyMs` apart; their ids in order of creation. */
async function memberWith(count: number, everyMs: number) {
  const member = await fixture.member()
  const zone = await aZone()
  const ids: string[] = []
  for (let number = 0; number < count; number += 1) {
    ids.push((await fixture.hold(member, checkoutOf(zone))).bookingId)
    fixture.clock.advance(everyMs)
  }
  return { ...member, ids }
}
const idsOf = (data: unknown): string[] => (data as { bookingId: string }[]).map(item => item.bookingId)

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

  test('order: createdAt descending', async () => {
    const { client, ids } = await memberWith(4, 1_000)
    expect(idsOf((await client.get(bookingsPath)).data)).toEqual(ids.toReversed())
  })

  test('order: of bookings of the same instant, bookingId descending', async () => {
    const { client, ids } = await memberWith(5, 0)
    expect(idsOf((await client.get(bookingsPath)).data)).toEqual(ids.toSorted().toReversed())
  })

  test('pages do not overlap and lose nothing; totalPages is rounded up', async () => {
    const { client, ids } = await memberWith(5, 0)
    const pages = [0, 1, 2].map(page => client.get(`${bookingsPath}?page=${page}&size=2`))
    const answers = await Promise.all(pages)
    expect(answers.flatMap(answer => idsOf(answer.data))).toEqual(ids.toSorted().toReversed())
    expect(answers.map(answer => answer.meta)).toEqual(
      [0, 1, 2].map(page => ({ page, size: 2, totalElements: 5, totalPages: 3 })),
    )
  })

  test('a page past the end is 200 with an empty array', async () => {
    const { client } = await memberWith(1, 0)
    expect(await client.get(`${bookingsPath}?page=7&size=100`)).toMatchObject({
      status: 200,
      data: [],
      meta: { page: 7, size: 100, totalElements: 1, totalPages: 1 },
    })
  })

  test('nothing booked: totalElements and totalPages 0', async () => {
    const { client } = await fixture.member()
    const meta = { page: 0, size: 20, totalElements: 0, totalPages: 0 }
    expect(await client.get(bookingsPath)).toMatchObject({ status: 200, data: [], meta })
  })

  test('size 1 and size 100 are allowed', async () => {
    const { client } = await memberWith(2, 0)
    expect((await client.get(`${bookingsPath}?size=1`)).data).toHaveLength(1)
    expect((await client.get(`${bookingsPath}?size=100`)).data).toHaveLength(2)
  })

  test('identity rule: no query parameter selects the bookings of another member', async () => {
    const [owner, stranger] = [await memberWith(1, 0), await fixture.member()]
    const query = `memberId=${owner.customerId}&customerId=${owner.customerId}&member_id=${owner.customerId}`
    expect((await stranger.client.get(`${bookingsPath}?${query}`)).data).toEqual([])
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

  test('idempotency key and fingerprint never appear', async () => {
    const member = await fixture.member()
    const session = await fixture.hold(member, checkoutOf(await aZone(), { idempotencyKey: 'a-very-private-key' }))
    const answer = await member.client.get(`${bookingsPath}/${session.bookingId}`)
    expect(JSON.stringify(answer.body)).not.toMatch(/a-very-private-key|fingerprint|idempotency/i)
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

  test('identity rule: missing and foreign bookings get the same NOT_FOUND', async () => {
    const [owner, stranger] = [await memberWith(1, 0), await fixture.member()]
    const foreign = await stranger.client.get(`${bookingsPath}/${owner.ids[0]}?memberId=${owner.customerId}`)
    const missing = await stranger.client.get(`${bookingsPath}/none`)
    expect([foreign, missing]).toMatchObject([notFound, notFound])
    expect(foreign.body).toEqual(missing.body)
  })
})
