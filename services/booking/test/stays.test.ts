import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// What staff read of a day (docs/contract/admin.md#stays).
const fixture = useFixture(startBookingFixture)
afterEach(async () => {
  await fixture.owner.query('truncate booking.booking cascade')
  await fixture.scenario.policy()
})
type Query = Record<string, string | string[]>
const read = (path: string, query: Query) => {
  const parameters = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  const staff = fixture.administrator(['bookings.view', 'inventory.view', 'orders.view'])
  return staff.get(`/internal/booking/${path}?${new URLSearchParams(parameters)}`)
}
const dataOf = async (path: string, query: Query) => (await read(path, query)).data

describe('GET /stays', () => {
  const paid = { payment_status: 'paid' }
  const confirmed = { ...paid, status: 'confirmed' }
  /** Bookings at a campground by name: check-in, check-out, state. */
  const booked = {
    arriving: ['2026-12-01', '2026-12-03', paid],
    held: ['2026-12-01', '2026-12-02', {}],
    cancelled: ['2026-12-01', '2026-12-02', { status: 'cancelled' }],
    refunded: ['2026-12-01', '2026-12-02', { ...paid, status: 'cancelled' }],
    departing: ['2026-11-30', '2026-12-01', confirmed],
    left: ['2026-11-30', '2026-12-01', { ...paid, status: 'completed' }],
    staying: ['2026-11-29', '2026-12-02', confirmed],
    long: ['2026-11-10', '2026-12-20', paid],
    overdue: ['2026-11-20', '2026-11-30', confirmed],
    unconfirmed: ['2026-11-20', '2026-11-30', paid],
    later: ['2026-12-02', '2026-12-03', paid],
  } as const

  test.each<[Query, string[]]>([
    [{ kind: 'arriving' }, ['arriving']],
    [{ kind: 'departing' }, ['departing', 'left']],
    [{ kind: 'staying' }, ['arriving', 'long', 'staying']],
    [{ kind: 'overdue' }, ['departing', 'overdue']],
    [{ kind: 'arriving', paymentStatus: 'unpaid' }, ['held']],
    [{ kind: 'arriving', paymentStatus: ['paid', 'unpaid'] }, ['arriving', 'held']],
    [{ kind: 'arriving', q: 'HELD', paymentStatus: 'unpaid' }, ['held']],
  ])('%j', async (query, expected) => {
    for (const [name, [check_in, check_out, state]] of Object.entries(booked))
      await fixture.scenario.booking({ id: name, customer_name: name, check_in, check_out, ...state })
    const answer = await read('stays', { day: '2026-12-01', ...query })
    expect(answer.data).toMatchObject(expected.map(bookingId => ({ bookingId })))
    expect(answer.meta).toMatchObject({ totalElements: expected.length })
  })

  test('with zones and rentals, and the account as it is now; of today, by the date in Taipei', async () => {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground)
    const { rentalListingId, rentalSkuVariantId, locationId, sku } = await fixture.scenario.listing(campground)
    const member = await fixture.member({ name: '林美', phone: '0912-000-101' })
    const rentals = [{ rentalListingId, rentalSkuVariantId, quantity: 2 }]
    const session = await fixture.hold(member, checkoutOf(zone, { rentals }))
    await fixture.paid(session)
    await fixture.scenario.change('member.customer', member.customerId, { name: '林美華', email: '' })
    const { customerId: id } = member
    fixture.clock.set('2026-12-06T16:00:00Z')
    const [{ name, specification } = expect.fail('no rental')] = session.rentals
    expect(await dataOf('stays', { kind: 'arriving' })).toMatchObject([
      {
        bookingId: session.bookingId,
        campgroundId: campground.id,
        paidAt: '2026-11-20T08:00:00.000Z',
        customer: { id, name: '林美華', email: '', emailVerified: false, phone: '0912-000-101' },
        zones: [{ zoneId: zone.id, type: '草地', quantity: 1 }],
        rentals: [{ rentalSkuVariantId, sku, name, specification, quantity: 2, locationId }],
      },
    ])
    await fixture.scenario.policy({ date_boundary_hour: 4 })
    expect(await dataOf('stays', { kind: 'arriving' })).toEqual([])
    await fixture.owner.query('delete from booking.policy')
    expect(await read('stays', { kind: 'arriving' })).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  test('by campground, name and id, in pages; without an account as the booking has it', async () => {
    const arriving = { ...paid, check_in: '2026-12-01', check_out: '2026-12-02' }
    const named = await fixture.member({ name: 'Aki' })
    for (const [id, campground_id, customer_name, customer] of [
      ['4', 'b', 'Aaron', {}],
      ['3', 'a', 'Bo', {}],
      ['2', 'a', 'Bo', {}],
      ['1', 'a', 'Zoe', { customer_id: named.customerId }],
    ])
      await fixture.scenario.booking({ id, campground_id, customer_name, ...Object(customer), ...arriving })
    const page = (number: number) =>
      dataOf('stays', { kind: 'arriving', day: '2026-12-01', size: '3', page: `${number}` })
    const customer = { id: 'someone', email: 'someone@members.test', emailVerified: true, phone: null }
    expect([await page(0), await page(1)]).toMatchObject([
      [{ bookingId: '1' }, { bookingId: '2', customer: { ...customer, name: 'Bo' } }, { bookingId: '3' }],
      [{ bookingId: '4' }],
    ])
  })
})

test('GET /rentals: what leaves, is out and returns, per day; released pieces do not; short ones are negative', async () => {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground, { total_sites: 9 })
  const { rentalListingId, rentalSkuVariantId, locationId, sku } = await fixture.scenario.listing(campground)
  const member = await fixture.member()
  const rent = async (checkIn: string, checkOut: string, quantity: number) => {
    const rentals = [{ rentalListingId, rentalSkuVariantId, quantity }]
    return fixture.hold(member, checkoutOf(zone, { checkIn, checkOut, rentals }))
  }
  await rent('2026-12-07', '2026-12-09', 2)
  await rent('2026-12-08', '2026-12-09', 1)
  const { bookingId } = await rent('2026-12-07', '2026-12-10', 1)
  await fixture.as(member).post(`/api/booking/checkout/sessions/${bookingId}/cancel`)
  await fixture.owner.query('update inventory.stock set on_hand = 2 where location_id = $1', [locationId])
  const place = { locationId, locationName: '營地倉庫', campgroundId: campground.id }
  const shared = { ...place, variantId: rentalSkuVariantId, sku, onHand: 2 }
  const query = { day: '2026-12-06', days: '5', campgroundId: campground.id }
  expect(await dataOf('rentals', query)).toMatchObject([
    { ...shared, day: '2026-12-07', out: 2, leaving: 2, returning: 0, free: 0 },
    { ...shared, day: '2026-12-08', out: 3, leaving: 1, returning: 0, free: -1 },
    { ...shared, day: '2026-12-09', out: 0, leaving: 0, returning: 3, free: 2 },
  ])
  expect(await dataOf('rentals', { ...query, campgroundId: 'another' })).toEqual([])
  fixture.clock.set('2026-12-07T16:00:00Z')
  expect(await dataOf('rentals', { campgroundId: campground.id })).toMatchObject([{ day: '2026-12-08' }])
})

test('GET /occupancy: 31 nights from today of every zone; closed nights; what is not active has nothing free', async () => {
  const campground = await fixture.scenario.campground({ name: '雲海' })
  const zone = await fixture.scenario.zone(campground, { id: `${campground.id}-1` })
  await fixture.scenario.zone(campground, { id: `${campground.id}-2`, active: false })
  const abandoned = await fixture.scenario.zone(await fixture.scenario.campground({ active: false }))
  const second = { closure_type: 'date_range', start_date: '2026-12-02', end_date: '2026-12-02' }
  await fixture.scenario.closure(campground, second)
  fixture.clock.set('2026-11-30T16:00:00Z')
  const night = { date: '2026-12-01', confirmed: 0, paid: 0, held: 0, free: 3, closed: false }
  const shared = { campgroundId: campground.id, campgroundName: '雲海', type: '草地', totalSites: 3 }
  const [open, inactive] = (await dataOf('occupancy', { campgroundId: campground.id })) as { nights: unknown[] }[]
  expect(open).toMatchObject({ ...shared, zoneId: zone.id, active: true })
  expect(open?.nights).toHaveLength(31)
  expect(open?.nights.slice(0, 2)).toEqual([night, { ...night, date: '2026-12-02', closed: true }])
  expect(inactive?.nights).toEqual(open?.nights.map(each => ({ ...(each as object), free: 0 })))
  const all = (await dataOf('occupancy', { days: '1' })) as { zoneId: string }[]
  expect(all.find(({ zoneId }) => zoneId === abandoned.id)).toMatchObject({ active: false, nights: [{ free: 0 }] })
})

test.each([
  ['9999-10-01', '92', 200],
  ['9999-10-02', '92', 400],
])('the last night of all is that of 9999-12-31: occupancy from %s, %s nights', async (from, days, status) => {
  await fixture.scenario.zone(await fixture.scenario.campground())
  expect(await read('occupancy', { from, days })).toMatchObject({ status })
})

test('GET /reports/occupancy: site-nights, closed and sold ones, their rate, and what they bring', async () => {
  const zone = await fixture.scenario.zone(await fixture.scenario.campground())
  const campground = { id: zone.campgroundId }
  await fixture.scenario.closure(campground, { closure_type: 'weekly', weekday: 0 })
  const session = await fixture.hold(await fixture.member(), checkoutOf(zone, { checkOut: '2026-12-10' }))
  await fixture.hold(await fixture.member(), checkoutOf(zone))
  await fixture.paid(session)
  const query = { from: '2026-12-06', to: '2026-12-08', campgroundId: campground.id }
  const line = { siteNights: 9, closedNights: 3, soldNights: 2, rate: '0.3333', zoneAmount: '2000.00' }
  expect(await dataOf('reports/occupancy', query)).toMatchObject([{ zoneId: zone.id, ...line }])
  const closed = { ...query, to: '2026-12-06' }
  expect(await dataOf('reports/occupancy', closed)).toMatchObject([{ soldNights: 0, rate: null, zoneAmount: '0.00' }])
})
