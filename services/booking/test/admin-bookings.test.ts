import type { BookingListItem } from '@campstore/contract/booking/schemas'
import { type Fields, insertRow, unique } from '@campstore/testing/rows'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// What administrators see of bookings (docs/contract/admin.md#bookings).
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())

const path = '/internal/booking/bookings'
const viewer = () => fixture.administrator('bookings.view')
const list = (query: Record<string, string> | [string, string][] = {}) =>
  viewer().get(`${path}?${new URLSearchParams(query)}`)
const idsOf = async (query: Record<string, string> | [string, string][]): Promise<string[]> => {
  const answer = await list(query)
  expect(answer.status).toBe(200)
  return (answer.data as BookingListItem[]).map(({ bookingId }) => bookingId)
}

/** Inserts a booking of noon on 2026-11-20 in Taipei, for one night and still held, with changes. */
const stored = async (changes: Fields = {}): Promise<string> => {
  const id = unique('booking')
  await insertRow(fixture.owner, 'booking.booking', {
    id,
    customer_id: 'someone',
    customer_name: 'Someone',
    customer_email: 'someone@members.test',
    campground_id: 'camp',
    campground_name: 'Camp',
    region: 'Region',
    check_in: '2026-12-07',
    check_out: '2026-12-08',
    guest_count: 2,
    weekday_count: 1,
    holiday_count: 0,
    zone_total: '1000.00',
    rental_total: '0.00',
    discount: '0.00',
    final_amount: '1000.00',
    status: 'pending',
    payment_status: 'unpaid',
    payment_method: 'gateway-credit',
    checkout_expires_at: '2026-11-20T08:15:00Z',
    created_at: '2026-11-20T04:00:00Z',
    updated_at: '2026-11-20T04:00:00Z',
    ...changes,
  })
  return id
}

describe('GET /bookings', () => {
  test('entries have the list item shape, with meta', async () => {
    const campground = unique('camp')
    const first = await stored({ campground_id: campground, created_at: '2026-11-19T04:00:00Z' })
    const second = await stored({ campground_id: campground, final_amount: '2500.50' })
    const last = await stored({ campground_id: campground, created_at: '2026-11-18T04:00:00Z' })
    expect((await list({ campgroundId: campground, size: '2' })).body).toMatchObject({
      success: true,
      data: [
        {
          bookingId: second,
          status: 'pending',
          paymentStatus: 'unpaid',
          campgroundName: 'Camp',
          region: 'Region',
          checkIn: '2026-12-07',
          checkOut: '2026-12-08',
          guestCount: 2,
          finalAmount: '2500.50',
          createdAt: '2026-11-20T04:00:00.000Z',
        },
        expect.objectContaining({ bookingId: first }),
      ],
      meta: { page: 0, size: 2, totalElements: 3, totalPages: 2 },
    })
    expect(await idsOf({ campgroundId: campground, size: '2', page: '1' })).toEqual([last])
    expect(await idsOf({ campgroundId: campground, page: '7' })).toEqual([])
  })

  test.each(['createdAt', 'checkIn', 'checkOut', 'finalAmount', 'updatedAt'])(
    'sort=%s: both ways, ties by id in the same direction',
    async field => {
      const campground_id = unique('camp')
      const low = { check_in: '2026-12-05', check_out: '2026-12-06', final_amount: '99.00' }
      const early = { created_at: '2026-11-19T04:00:00Z', updated_at: '2026-11-19T04:00:00Z' }
      const equal = [await stored({ campground_id }), await stored({ campground_id })].toSorted()
      const lowest = await stored({ campground_id, ...low, ...early })
      const ascending = [lowest, ...equal]
      expect(await idsOf({ campgroundId: campground_id, sort: `${field},asc` })).toEqual(ascending)
      expect(await idsOf({ campgroundId: campground_id, sort: `${field},desc` })).toEqual(ascending.toReversed())
    },
  )

  test('without sort: createdAt, newest first', async () => {
    const campground_id = unique('camp')
    const older = await stored({
      campground_id,
      created_at: '2026-11-19T04:00:00Z',
      updated_at: '2026-11-22T04:00:00Z',
    })
    const newer = await stored({ campground_id })
    expect(await idsOf({ campgroundId: campground_id })).toEqual([newer, older])
  })

  test.each([
    ['status', { status: 'confirmed', payment_status: 'paid' }, [['status', 'confirmed']]],
    [
      'status, repeated',
      { status: 'completed' },
      [
        ['status', 'confirmed'],
        ['status', 'completed'],
      ],
    ],
    ['paymentStatus', { payment_status: 'paid' }, [['paymentStatus', 'paid']]],
    ['region', { region: '南投縣' }, [['region', '南投縣']]],
    ['region, with blanks around it', { region: '南投縣' }, [['region', ' 南投縣 ']]],
    ['checkInFrom, inclusive', { check_in: '2026-12-07' }, [['checkInFrom', '2026-12-07']], { check_in: '2026-12-06' }],
    ['checkInTo, inclusive', { check_in: '2026-12-06' }, [['checkInTo', '2026-12-06']]],
    [
      'createdFrom, a date is that day in Taipei from its first instant',
      { created_at: '2026-11-20T16:00:00Z' },
      [['createdFrom', '2026-11-21']],
      { created_at: '2026-11-20T15:59:59.999Z' },
    ],
    [
      'createdTo, a date is that day in Taipei to its last instant',
      { created_at: '2026-11-20T15:59:59.999Z' },
      [['createdTo', '2026-11-20']],
      { created_at: '2026-11-20T16:00:00Z' },
    ],
    [
      'createdFrom, a timestamp, inclusive',
      { created_at: '2026-11-20T05:00:00Z' },
      [['createdFrom', '2026-11-20T13:00:00+08:00']],
    ],
    [
      'createdTo, a timestamp, inclusive',
      { created_at: '2026-11-20T03:00:00Z' },
      [['createdTo', '2026-11-20T03:00:00Z']],
    ],
    [
      'all together',
      { status: 'confirmed', payment_status: 'paid', region: '南投縣', customer_name: '王小明' },
      [
        ['status', 'confirmed'],
        ['paymentStatus', 'paid'],
        ['region', '南投縣'],
        ['q', '小明'],
        ['hasRental', 'false'],
      ],
      { status: 'confirmed', payment_status: 'paid', region: '南投縣' },
    ],
  ] as [string, Fields, [string, string][], Fields?][])('filter: %s', async (_, ofFound, query, ofOthers = {}) => {
    const campground_id = unique('camp')
    await stored({ campground_id, ...ofOthers })
    const found = await stored({ campground_id, ...ofFound })
    expect(await idsOf([['campgroundId', campground_id], ...query])).toEqual([found])
  })

  test('filter: hasRental separates bookings with rentals from those without', async () => {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground)
    const { rentalListingId, rentalSkuVariantId } = await fixture.scenario.listing(campground)
    const rentals = [{ rentalListingId, rentalSkuVariantId, quantity: 1 }]
    const member = await fixture.member()
    const { bookingId: bare } = await fixture.hold(member, checkoutOf(zone))
    const { bookingId: furnished } = await fixture.hold(member, checkoutOf(zone, { rentals }))
    expect(await idsOf({ campgroundId: campground.id, hasRental: 'true' })).toEqual([furnished])
    expect(await idsOf({ campgroundId: campground.id, hasRental: 'false' })).toEqual([bare])
  })

  test('filter: an unknown campground finds nothing', async () => {
    expect((await list({ campgroundId: 'none' })).body).toMatchObject({ data: [], meta: { totalElements: 0 } })
  })
})

describe('GET /bookings?q=', () => {
  const text = { campground_name: '雲海Camp', customer_name: '王小明 Ming', customer_email: 'Ming_50%\\@members.test' }

  test.each([
    ['campgroundName', '雲海camp'],
    ['customer name', '小明 m'],
    ['customer e-mail', 'MING_50'],
    ['one character of a name', '王'],
    ['two characters of a name', '小明'],
    ['one ASCII character', '@'],
    ['with blanks around it', '  王小明 '],
    ['% means itself', '50%'],
    ['_ means itself', 'g_5'],
    ['\\ means itself', '%\\@'],
    ['blank: as if absent', '   '],
  ])('%s', async (_, q) => {
    const campground_id = unique('camp')
    const found = await stored({ campground_id, ...text })
    expect(await idsOf({ campgroundId: campground_id, q })).toEqual([found])
  })

  test.each([
    ['no wildcard %', '王%明'],
    ['no wildcard _', '王_明'],
    ['characters twice that are there once', '小小'],
    ['characters in another order', '明小'],
    ['another field', 'Region'],
  ])('does not find: %s', async (_, q) => {
    const campground_id = unique('camp')
    await stored({ campground_id, ...text })
    expect(await idsOf({ campgroundId: campground_id, q })).toEqual([])
  })

  test("finds a checked-out booking by the member's name and by part of the id", async () => {
    const zone = await fixture.scenario.zone(await fixture.scenario.campground())
    const name = `歐陽${unique('name')}`
    const { bookingId } = await fixture.hold(await fixture.member({ name }), checkoutOf(zone))
    expect(await idsOf({ q: name.toUpperCase() })).toEqual([bookingId])
    expect(await idsOf({ q: bookingId.slice(3).toUpperCase() })).toEqual([bookingId])
  })
})

describe('GET /bookings/{id}', () => {
  test('answers snapshots, customer and status history of any member', async () => {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground)
    const { rentalListingId, rentalSkuVariantId } = await fixture.scenario.listing(campground)
    const member = await fixture.member({ name: '林美' })
    const rentals = [{ rentalListingId, rentalSkuVariantId, quantity: 2 }]
    const session = await fixture.hold(member, checkoutOf(zone, { rentals }))
    const { bookingId, pricing, zones, checkoutExpiresAt, campgroundId } = session
    const at = fixture.clock.now().toISOString()
    const { customerId: id, name, email } = member
    const expected = {
      bookingId,
      status: 'pending',
      paymentStatus: 'unpaid',
      campgroundName: '雲海營地',
      region: '南投縣',
      checkIn: '2026-12-07',
      checkOut: '2026-12-08',
      guestCount: 2,
      finalAmount: pricing.finalAmount,
      createdAt: at,
      campgroundId,
      paymentMethod: 'gateway-credit',
      paidAt: null,
      checkoutExpiresAt,
      weekdayCount: 1,
      holidayCount: 0,
      pricing,
      zones,
      rentals: session.rentals,
      updatedAt: at,
      customer: { id, name, email, emailVerified: true },
      statusHistory: [{ from: null, to: 'pending', at, actor: { type: 'member', id }, reason: null }],
    }
    expect((await viewer().get(`${path}/${bookingId}`)).body).toMatchObject({ success: true, data: expected })
  })

  test.each(['none', '%00', 'a'.repeat(300)])('an unknown id (%s): NOT_FOUND', async id => {
    expect(await viewer().get(`${path}/${id}`)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

test.each([path, `${path}/none`])('GET %s needs bookings.view', async requested => {
  const answer = await fixture.administrator('bookings.edit').get(requested)
  expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})
