import { givesAnyAmount } from '@campstore/contract/admin/fields'
import type { ChangeQuote } from '@campstore/contract/admin/stay-changes'
import type { AdminBookingDetail, BookingDetail } from '@campstore/contract/booking/schemas'
import type { Fields } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// How staff change paid stays (docs/contract/admin.md#change-a-stay).
const fixture = useFixture(startBookingFixture)
afterEach(async () => {
  fixture.clock.set('2026-11-20T08:00:00.000Z')
  await fixture.scenario.policy()
  await fixture.owner.query('delete from booking.holiday')
})

const twoNights = { checkIn: '2026-12-07', checkOut: '2026-12-09' }

/** A paid booking of two weekday nights from the 7th of December, for 2000.00 in a zone of its own. */
async function paidStay(changes: object = {}, zoneChanges: Fields = {}) {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground, zoneChanges)
  const member = await fixture.member({ name: '林美' })
  const session = await fixture.hold(member, checkoutOf(zone, { ...twoNights, ...changes }))
  await fixture.paid(session)
  return { campground, zone, member, id: session.bookingId, ...actionsOn(session.bookingId) }
}

function actionsOn(id: string) {
  const path = `/internal/booking/bookings/${id}`
  const staff = () => fixture.administrator(['bookings.edit', givesAnyAmount])
  const act = async (action: string, body: object) => staff().post(`${path}/${action}`, body)
  const quote = async (body: object) => {
    const { body: answer, data } = await act('change/quotes', body)
    expect(answer).toMatchObject({ success: true })
    return data as ChangeQuote
  }
  return {
    act,
    quote,
    /** Changes it for the price that the quote says. */
    change: async (body: object) => {
      const expectedAmount = (await quote(body)).pricing.finalAmount
      return act('change', { reason: 'They asked', expectedAmount, ...body })
    },
    read: async () => (await fixture.administrator('bookings.view').get(path)).data as AdminBookingDetail,
  }
}

const sites = (zone: { id: string }, quantity = 1) => ({ zones: [{ zoneId: zone.id, quantity }] })

test('POST /bookings/{id}/change: the stay moves to other nights and another zone, and its history, event and member have it', async () => {
  const { campground, zone, member, id, act, change, read } = await paidStay()
  const other = await fixture.scenario.zone(campground, { price_weekday: '900.00', type: '林間' })
  await act('confirm', {})
  const before = await read()
  const moved = { checkIn: '2026-12-08', checkOut: '2026-12-11', guestCount: 3 }
  const answer = await change({ ...moved, ...sites(other) })
  const after = {
    ...moved,
    weekdayCount: 3,
    pricing: { zoneTotal: '2700.00', rentalTotal: '0.00', discount: '700.00', finalAmount: '2000.00' },
    zones: [{ zoneId: other.id, type: '林間', quantity: 1, priceWeekday: '900.00', lineTotal: '2700.00' }],
  }
  expect(answer).toMatchObject({ status: 409, code: 'CONFLICT', details: [{ path: 'price' }, { path: 'zones.0' }] })
  expect(await fixture.scenario.takenSites(zone)).toEqual({ '2026-12-07': 1, '2026-12-08': 1 })

  const kept = await change({ ...moved, ...sites(other), price: 'kept' })
  expect(kept).toMatchObject({
    status: 200,
    data: { bookingId: id, status: 'confirmed', ...after, finalAmount: '2000.00', refunds: [] },
  })
  const { changes, statusHistory, ...detail } = await read()
  expect(kept.data).toEqual({ ...detail, changes, statusHistory })
  const { checkIn, checkOut, pricing, zones } = before
  expect(changes).toMatchObject([
    { by: { id: 'admin-1' }, reason: 'They asked', before: { checkIn, checkOut, pricing, zones }, after },
  ])
  expect(statusHistory.at(-1)).toMatchObject({ from: 'confirmed', to: 'confirmed', reason: 'They asked' })
  expect(await fixture.scenario.takenSites(zone)).toEqual({})
  expect(await fixture.scenario.takenSites(other)).toEqual({ '2026-12-08': 1, '2026-12-09': 1, '2026-12-10': 1 })
  expect((await fixture.as(member).get(`/api/booking/bookings/${id}`)).data).toMatchObject(after)
  await expect
    .poll(() => fixture.broker.dataAbout(id, 'booking.changed'))
    .toMatchObject([
      {
        checkIn: '2026-12-08',
        before: { checkIn: '2026-12-07', finalAmount: '2000.00', zones: [{ zoneId: zone.id, quantity: 1 }] },
        after: { checkIn: '2026-12-08', guestCount: 3, zones: [{ zoneId: other.id, quantity: 1 }], rentals: [] },
      },
    ])
})

describe('capacity', () => {
  test('the booking does not count against itself: in a zone that it fills, it moves by a night and keeps the other', async () => {
    const { zone, change } = await paidStay({}, { total_sites: 1 })
    expect(await change({ checkIn: '2026-12-08', checkOut: '2026-12-10' })).toMatchObject({ status: 200 })
    expect(await fixture.scenario.takenSites(zone)).toEqual({ '2026-12-08': 1, '2026-12-09': 1 })
  })

  test('the sites of others count: ZONE_UNAVAILABLE with the night, and nothing changes', async () => {
    const { zone, change, quote, read } = await paidStay({}, { total_sites: 2 })
    await fixture.hold(await fixture.member(), checkoutOf(zone, { checkIn: '2026-12-08', checkOut: '2026-12-10' }))
    const before = [await read(), await fixture.scenario.takenSites(zone)]
    const wanted = { checkOut: '2026-12-10', ...sites(zone, 2), price: 'kept' }
    expect((await quote(wanted)).shortages).toEqual([{ path: 'zones.0', requested: 2, left: 1, night: '2026-12-08' }])
    expect(await change(wanted)).toMatchObject({
      code: 'ZONE_UNAVAILABLE',
      details: [{ path: 'zones.0', message: 'has only 1 site left on 2026-12-08' }],
    })
    expect([await read(), await fixture.scenario.takenSites(zone)]).toEqual(before)
  })

  test('an added night on which the campground is closed is refused; a night that the booking has it may keep', async () => {
    const { campground, change, quote } = await paidStay()
    const closed = { closure_type: 'date_range', start_date: '2026-12-08', end_date: '2026-12-10' }
    await fixture.scenario.closure(campground, closed)
    const longer = { checkOut: '2026-12-11', price: 'kept' }
    expect(await quote(longer)).toMatchObject({ closedOn: '2026-12-09', shortages: [] })
    expect(await change(longer)).toMatchObject({ code: 'ZONE_UNAVAILABLE' })
    expect(await change({ checkIn: '2026-12-06', checkOut: '2026-12-09', price: 'kept' })).toMatchObject({
      status: 200,
    })
  })

  test('in a zone that is no longer active a stay can be shortened, and not extended', async () => {
    const { zone, change } = await paidStay()
    await fixture.scenario.change('booking.zone', zone.id, { active: false })
    expect(await change({ checkOut: '2026-12-10', price: 'kept' })).toMatchObject({ code: 'ZONE_UNAVAILABLE' })
    expect(await change({ checkOut: '2026-12-08' })).toMatchObject({ status: 200 })
    expect(await fixture.scenario.takenSites(zone)).toEqual({ '2026-12-07': 1 })
  })

  test('rentals: the own pieces are free for the booking, the pieces of others are not', async () => {
    const { campground, zone, member, id, change, act, read } = await paidStay()
    const { rentalListingId, rentalSkuVariantId } = await fixture.scenario.listing(campground, { onHand: 3 })
    const rented = (quantity: number) => ({ rentals: [{ rentalListingId, rentalSkuVariantId, quantity }] })
    const others = await fixture.hold(member, checkoutOf(zone, { ...twoNights, ...rented(1) }))
    expect(await change({ ...rented(3), price: 'kept' })).toMatchObject({
      code: 'RENTAL_STOCK_INSUFFICIENT',
      details: [{ path: 'rentals.0.rentalListingId', message: 'has only 2 pieces left' }],
    })
    expect(await change({ ...rented(2), price: 'kept' })).toMatchObject({ status: 200 })
    expect(await change({ checkOut: '2026-12-10', price: 'kept' })).toMatchObject({ status: 200 })
    const stored = async () => {
      const sql = 'select stay, quantity, status from booking.rental_reservation where booking_id = $1'
      return (await fixture.owner.query(sql, [id])).rows
    }
    expect(await stored()).toEqual([{ stay: '[2026-12-07,2026-12-10)', quantity: 2, status: 'active' }])
    expect(await read()).toMatchObject({ rentals: [{ quantity: 2, lineTotal: '600.00' }] })
    expect(
      await act('change', { rentals: [], price: 'kept', expectedAmount: '2000', reason: 'Own tent' }),
    ).toMatchObject({ status: 200 })
    expect(await stored()).toEqual([])
    expect(others.rentals).toHaveLength(1)
  })
})

describe('price', () => {
  test('`new`: a cheaper stay opens a refund of the difference, which the member sees; a later one counts from the rest', async () => {
    const { member, id, change, quote, read } = await paidStay({ checkOut: '2026-12-10' })
    expect(await quote({ checkOut: '2026-12-09' })).toMatchObject({ difference: '-1000.00', refundAmount: '1000.00' })
    const { data } = await change({ checkOut: '2026-12-09' })
    const refund = { cause: 'changed', amount: '1000.00', status: 'due' }
    expect(data).toMatchObject({ finalAmount: '2000.00', refundStatus: 'due', refunds: [refund] })
    const seen = (await fixture.as(member).get(`/api/booking/bookings/${id}`)).data as BookingDetail
    expect(seen).toMatchObject({ checkOut: '2026-12-09', refunds: [refund] })
    expect(await quote({ checkOut: '2026-12-10' })).toMatchObject({ difference: '1000.00', refundAmount: '0.00' })
    expect(await change({ checkOut: '2026-12-10' })).toMatchObject({ code: 'CONFLICT' })
    expect((await read()).refunds).toHaveLength(1)
  })

  test('`kept`: no money moves; what was paid is the price of a later change', async () => {
    const { change, quote } = await paidStay()
    const shorter = await change({ checkOut: '2026-12-08', price: 'kept' })
    expect(shorter.data).toMatchObject({ pricing: { finalAmount: '1000.00' }, refunds: [] })
    expect(await quote({ checkOut: '2026-12-09' })).toMatchObject({ difference: '0.00' })
    expect(await change({ checkOut: '2026-12-09' })).toMatchObject({ status: 200, data: { refunds: [] } })
  })

  test('what was sold keeps its price: what is added has the present one, which staff and the member see by night', async () => {
    const { zone, member, id, change, quote, read } = await paidStay()
    await fixture.scenario.change('booking.zone', zone.id, { price_weekday: '1600.00', price_holiday: '1700.00' })
    await fixture.scenario.holiday('2026-12-07', 'holiday')
    expect(await quote({ checkOut: '2026-12-08' })).toMatchObject({ difference: '-1000.00', refundAmount: '1000.00' })
    const longer = { checkOut: '2026-12-10', ...sites(zone) }
    expect(await quote(longer)).toMatchObject({
      difference: '1600.00',
      added: [{ path: 'zones.0', nights: 1, amount: '1600.00' }],
    })
    expect(await change(longer)).toMatchObject({
      code: 'CONFLICT',
      details: [
        { path: 'price', message: 'costs 1600.00 more' },
        { path: 'zones.0', message: 'adds 1 night for 1600.00' },
      ],
    })
    expect(await change({ ...longer, price: 'kept' })).toMatchObject({ status: 200 })
    const at = { quantity: 1, price: '1000.00', total: '1000.00', discount: '0.00' }
    const given = { quantity: 1, price: '1600.00', total: '1600.00', discount: '1600.00' }
    const nights = [
      { night: '2026-12-07', ...at },
      { night: '2026-12-08', ...at },
      { night: '2026-12-09', ...given },
    ]
    const zones = [{ priceWeekday: '1000.00', lineTotal: '3600.00', nights }]
    expect(await read()).toMatchObject({ holidayCount: 0, finalAmount: '2000.00', zones })
    expect((await fixture.as(member).get(`/api/booking/bookings/${id}`)).data).toMatchObject({ zones })
  })

  test('a booking of version 1.0.0, which has no nights of its holidays, keeps its price too', async () => {
    const { id, quote } = await paidStay()
    await fixture.owner.query('update booking.booking set holiday_nights = null where id = $1', [id])
    await fixture.scenario.holiday('2026-12-08', 'holiday')
    expect(await quote({ checkOut: '2026-12-08' })).toMatchObject({ refundAmount: '1000.00', holidayCount: 0 })
  })

  test('`kept` of a stay that costs more needs payments.edit; of a cheaper one it does not', async () => {
    const { id } = await paidStay()
    const act = (checkOut: string, expectedAmount: string) =>
      fixture
        .administrator('bookings.edit')
        .post(`/internal/booking/bookings/${id}/change`, { checkOut, price: 'kept', expectedAmount, reason: 'Rain' })
    expect(await act('2026-12-10', '2000.00')).toMatchObject({
      status: 403,
      details: [{ path: 'price', message: expect.stringContaining('payments.edit') }],
    })
    expect(await act('2026-12-08', '1000.00')).toMatchObject({ status: 200 })
  })

  test('another amount than the expected one: CONFLICT with the amount, and nothing changes', async () => {
    const { act, read } = await paidStay()
    const body = { checkOut: '2026-12-08', expectedAmount: '800.00', reason: 'They asked' }
    expect(await act('change', body)).toMatchObject({
      code: 'CONFLICT',
      details: [{ path: 'expectedAmount', message: 'is now 1000.00' }],
    })
    expect(await read()).toMatchObject({ checkOut: '2026-12-09', changes: [] })
  })

  test('guests and time of arrival change no price; the same content again changes nothing', async () => {
    const { zone, change, act, read } = await paidStay()
    await fixture.scenario.change('booking.zone', zone.id, { price_weekday: '8000.00', active: false })
    const guests = { guestCount: 4, arrivalTime: '22:00' }
    const { data } = await change(guests)
    expect(data).toMatchObject({ ...guests, finalAmount: '2000.00', zones: [{ priceWeekday: '1000.00' }] })
    expect((await act('change', { ...guests, price: 'new', expectedAmount: '1', reason: 'Twice' })).data).toEqual(data)
    expect((await read()).changes).toHaveLength(1)
    expect((await change({ arrivalTime: null })).data).toMatchObject({ guestCount: 4, arrivalTime: null })
  })
})

describe('refusals', () => {
  const body = { checkOut: '2026-12-08', price: 'new', expectedAmount: '1000.00', reason: 'They asked' }

  test('a booking that is not to come: CONFLICT, of the quote too', async () => {
    const { act } = await paidStay()
    await act('cancel-paid', { reason: 'ill' })
    expect(await act('change', body)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await act('change/quotes', { price: 'new' })).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test.each([
    ['a check-out before the check-in', { checkOut: '2026-12-06' }, 'BOOKING_DATE_INVALID'],
    ['a check-in beyond the window', { checkIn: '2027-03-01', checkOut: '2027-03-02' }, 'BOOKING_WINDOW_EXCEEDED'],
    ['more nights than the policy allows', { checkOut: '2026-12-22' }, 'BOOKING_WINDOW_EXCEEDED'],
    ['a zone of another campground', { zones: [{ zoneId: 'none', quantity: 1 }] }, 'NOT_FOUND'],
  ])('%s: as at a checkout', async (_, wanted, code) => {
    const { act } = await paidStay()
    expect(await act('change', { ...body, ...wanted })).toMatchObject({ code })
    expect(await act('change/quotes', { price: 'new', ...wanted })).toMatchObject({ code })
  })

  test('nights that have passed stay: a stay under way is shortened to today at the earliest, or extended', async () => {
    const { zone, change, act, read } = await paidStay({ checkOut: '2026-12-11' })
    await act('confirm', {})
    fixture.clock.set('2026-12-09T08:00:00.000Z')
    for (const wanted of [
      { checkIn: '2026-12-08' },
      { checkOut: '2026-12-08' },
      sites(zone, 2),
      { checkIn: '2026-12-06' },
    ])
      expect(await act('change', { ...body, checkOut: '2026-12-11', ...wanted })).toMatchObject({ code: 'CONFLICT' })
    expect(await change({ checkOut: '2026-12-12', price: 'kept' })).toMatchObject({ status: 200 })
    expect(await change({ checkOut: '2026-12-09' })).toMatchObject({ status: 200 })
    expect(await fixture.scenario.takenSites(zone)).toEqual({ '2026-12-07': 1, '2026-12-08': 1 })
    expect((await read()).changes).toHaveLength(2)
  })

  test('attendance is withdrawn where the new check-in is still to come', async () => {
    const { id, act, change } = await paidStay()
    await act('confirm', {})
    fixture.clock.set('2026-12-07T08:00:00.000Z')
    await fixture.administrator().put(`/internal/booking/bookings/${id}/attendance`, { attendance: 'no-show' })
    expect((await change({ checkOut: '2026-12-08' })).data).toMatchObject({ attendance: 'no-show' })
    expect((await change({ checkIn: '2026-12-14', checkOut: '2026-12-15' })).data).toMatchObject({ attendance: null })
  })
})
