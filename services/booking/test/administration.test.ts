import type { AdminBookingDetail, CampgroundClosure } from '@campstore/contract/booking/schemas'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, shownOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// How administrators act on bookings and close campgrounds (docs/contract/admin.md#bookings, #closures).
const fixture = useFixture(startBookingFixture)
afterEach(() => fixture.scenario.policy())

/** A paid booking from the 7th to the 9th of December, with a rental. */
async function paidBooking() {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground)
  const listing = await fixture.scenario.listing(campground)
  const member = await fixture.member({ name: '林美', phone: '0912-000-101' })
  const rentals = [{ ...listing, quantity: 1 }]
  const session = await fixture.hold(member, checkoutOf(zone, { checkOut: '2026-12-09', rentals }))
  await fixture.paid(session)
  const path = `/internal/booking/bookings/${session.bookingId}`
  const act = (action: string, body?: object) => fixture.administrator().post(`${path}/${action}`, body)
  const attend = (attendance: 'arrived' | 'no-show' | null) =>
    fixture.administrator().put(`${path}/attendance`, { attendance })
  const contact = (contact: unknown, by: 'staff' | 'member' = 'staff') =>
    by === 'staff'
      ? fixture.administrator().patch(`${path}/contact`, { contact })
      : member.client.patch(`/api/booking/bookings/${session.bookingId}/contact`, { contact })
  const change = (wanted: object) =>
    act('change', { ...wanted, price: 'kept', expectedAmount: session.pricing.finalAmount, reason: 'They asked' })
  return { session, member, locationId: listing.locationId, act, attend, contact, change }
}

test('POST /bookings/{id}/confirm: answers the detail with the places of its rentals; the list has the customer', async () => {
  const { session, member, locationId, act } = await paidBooking()
  fixture.clock.advance(60_000)
  const { customerId: id, name, email } = member
  const updatedAt = '2026-11-20T08:01:00.000Z'
  const customer = { id, name, email, emailVerified: true, phone: '0912-000-101' }
  const rentals = session.rentals.map(rental => ({ ...rental, locationId }))
  const data = { ...shownOf(session), status: 'confirmed', paymentStatus: 'paid', updatedAt, customer, rentals }
  expect(await act('confirm')).toMatchObject({ status: 200, data })
  const path = `/internal/booking/bookings?q=${session.bookingId}`
  const { data: listed } = await fixture.administrator(['bookings.view']).get(path)
  expect(listed).toMatchObject([{ bookingId: session.bookingId, customer: { id, name } }])
})

test.each([
  ['the check-out date, by the date in Taipei', '2026-12-08T16:00:00.000Z', 0, 200],
  ['the check-out date, before dateBoundaryHour', '2026-12-08T19:59:59.000Z', 4, 409],
  ['the check-out date, from dateBoundaryHour on', '2026-12-08T20:00:00.000Z', 4, 200],
])(
  'POST /bookings/{id}/complete: on %s: %s, boundary %i -> %i, and its rentals are fulfilled',
  async (_, instant, boundary, status) => {
    const { session, act } = await paidBooking()
    await act('confirm')
    await fixture.scenario.policy({ date_boundary_hour: boundary })
    fixture.clock.set(instant)
    expect((await act('complete')).status).toBe(status)
    const sql = 'select status from booking.rental_reservation where booking_id = $1'
    const { rows } = await fixture.owner.query(sql, [session.bookingId])
    expect(rows).toEqual([{ status: status === 200 ? 'fulfilled' : 'active' }])
  },
)

test('PUT /bookings/{id}/attendance: from the day of check-in on, with history and event; it can be withdrawn', async () => {
  const { session, act, attend } = await paidBooking()
  const { bookingId, campgroundId } = session
  await act('confirm')
  fixture.clock.set('2026-12-06T15:59:59.000Z')
  expect((await attend('arrived')).code).toBe('CONFLICT')
  fixture.clock.set('2026-12-06T16:00:00.000Z')
  for (const attendance of ['no-show', 'no-show', 'arrived', null] as const)
    expect(await attend(attendance)).toMatchObject({ status: 200, data: { status: 'confirmed', attendance } })
  await attend('arrived')
  const { data } = await fixture.administrator('bookings.view').get(`/internal/booking/bookings/${bookingId}`)
  const { statusHistory } = data as AdminBookingDetail
  const entry = { from: 'confirmed', to: 'confirmed', actor: { type: 'admin', id: 'admin-1' } }
  const reasons = ['no-show', 'arrived', 'attendance withdrawn', 'arrived']
  expect(statusHistory.slice(3)).toMatchObject(reasons.map(reason => ({ ...entry, reason })))
  const told = ['no-show', 'arrived', null, 'arrived'].map(attendance => ({ attendance }))
  await expect.poll(() => fixture.broker.dataAbout(bookingId, 'booking.attendance')).toMatchObject(told)
  const stays = async (query: string) => {
    const path = `/internal/booking/stays?kind=arriving&campgroundId=${campgroundId}&${query}`
    return (await fixture.administrator(['bookings.view']).get(path)).data
  }
  expect(await stays('attendance=arrived')).toMatchObject([{ bookingId, attendance: 'arrived' }])
  expect(await stays('attendance=none&attendance=no-show')).toEqual([])
  const list = await fixture.administrator('bookings.view').get(`/internal/booking/bookings?q=${bookingId}`)
  expect(list.data).toMatchObject([{ bookingId, attendance: 'arrived' }])
})

const guest = { name: '周小姐', phone: '0912-000-115' }
const corrected = { name: '周小雯', phone: '0912-000-511' }
const readBooking = async (id: string) =>
  (await fixture.administrator('bookings.view').get(`/internal/booking/bookings/${id}`)).data as AdminBookingDetail

test('PATCH /bookings/{id}/contact: staff and the member correct, set and remove the guest contact; the history keeps both, and lists and searches follow', async () => {
  const { session, member, contact } = await paidBooking()
  const { bookingId } = session
  expect(await contact({ ...guest, name: ` ${guest.name} ` })).toMatchObject({ status: 200, data: { contact: guest } })
  expect(await contact(corrected, 'member')).toMatchObject({ status: 200, data: { contact: corrected } })
  const unchanged = await contact(corrected, 'member')
  expect([unchanged.status, unchanged.headers.get('x-changed')]).toEqual([200, 'no'])
  expect(await contact(corrected)).toMatchObject({ status: 200, data: { contact: corrected } })
  const found = async (q: string) =>
    (await fixture.administrator('bookings.view').get(`/internal/booking/bookings?q=${encodeURIComponent(q)}`)).data
  expect([await found('周小雯'), await found('周小姐')]).toMatchObject([[{ bookingId }], []])
  const stays = `/internal/booking/stays?kind=arriving&day=2026-12-07&campgroundId=${session.campgroundId}`
  expect((await fixture.administrator('bookings.view').get(stays)).data).toMatchObject([{ contact: corrected }])
  expect(await contact(null)).toMatchObject({ status: 200, data: { contact: null } })
  for (const q of [corrected.name, corrected.phone]) expect(await found(q), q).toEqual([])
  expect((await member.client.get(`/api/booking/bookings/${bookingId}`)).data).toMatchObject({ contact: null })
  expect((await readBooking(bookingId)).statusHistory.slice(2)).toMatchObject([
    { reason: 'contact changed, before: none', actor: { type: 'admin', id: 'admin-1' } },
    { reason: 'contact changed, before: 周小姐, 0912-000-115', actor: { type: 'member', id: member.customerId } },
    { reason: 'contact changed, before: 周小雯, 0912-000-511', actor: { type: 'admin', id: 'admin-1' } },
  ])
  await expect.poll(() => fixture.broker.dataAbout(bookingId, 'booking.contact-changed')).toHaveLength(3)
})

test('PATCH /bookings/{id}/contact: until the day of check-out, of one that is paid', async () => {
  const unpaid = await fixture.hold(
    await fixture.member(),
    checkoutOf(await fixture.scenario.zone(await fixture.scenario.campground())),
  )
  const path = `/internal/booking/bookings/${unpaid.bookingId}/contact`
  expect(await fixture.administrator().patch(path, { contact: guest })).toMatchObject({ code: 'CONFLICT' })
  const { member, session, contact } = await paidBooking()
  const other = await fixture.member()
  const foreign = await other.client.patch(`/api/booking/bookings/${session.bookingId}/contact`, { contact: null })
  expect(foreign.code).toBe('NOT_FOUND')
  fixture.clock.set('2026-12-09T15:59:59.000Z')
  expect((await contact(guest, 'member')).status).toBe(200)
  fixture.clock.set('2026-12-09T16:00:00.000Z')
  for (const by of ['staff', 'member'] as const)
    for (const late of [corrected, guest]) expect(await contact(late, by)).toMatchObject({ code: 'CONFLICT' })
  expect((await member.client.get(`/api/booking/bookings/${session.bookingId}`)).data).toMatchObject({ contact: guest })
})

test('a booking takes at most 500 notes, and at most 500 changes each of stay, attendance and contact', async () => {
  const { session, act, attend, contact, change } = await paidBooking()
  const changes = [await change({ guestCount: 3 })]
  await fixture.owner.query(
    `insert into booking.stay_change (booking_id, at, by, reason, before, after)
     select booking_id, at, by, reason, before, after from booking.stay_change, generate_series(1, 498) where booking_id = $1`,
    [session.bookingId],
  )
  changes.push(await change({ guestCount: 4 }), await change({ guestCount: 3 }))
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 409])
  await act('confirm')
  fixture.clock.set('2026-12-07T08:00:00.000Z')
  const fill = (sql: string) => fixture.owner.query(`${sql} from generate_series(1, 499) number`, [session.bookingId])
  await fill(
    `insert into booking.note (id, booking_id, text, at, by) select 'full-' || number, $1, 'n', now(), 'admin-1'`,
  )
  for (const reason of ['arrived', 'contact changed, before: none'])
    await fill(`insert into booking.status_history (booking_id, from_status, to_status, at, actor_type, actor_id, reason)
      select $1, 'confirmed', 'confirmed', now(), 'admin', 'admin-1', '${reason}'`)
  const last = [await act('notes', { text: 'n' }), await attend('arrived'), await contact(corrected, 'member')]
  expect(last.map(({ status }) => status)).toEqual([200, 200, 200])
  const more = [await act('notes', { text: 'n' }), await attend('no-show'), await contact(guest, 'member')]
  expect(more.map(({ code }) => code)).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT'])
  fixture.clock.set('2026-12-10T08:00:00.000Z')
  expect(await act('complete')).toMatchObject({ status: 200 })
})

test('notes of a booking: newest first, also on the stays of the day; their author removes them, or who may edit permissions', async () => {
  const { session } = await paidBooking()
  const notes = `/internal/booking/bookings/${session.bookingId}/notes`
  const [author, other] = [fixture.administrator(), fixture.administrator(['bookings.edit'], 'admin-2')]
  const first = { text: 'Late, with a dog', at: fixture.clock.now().toISOString(), by: { id: 'admin-1', name: null } }
  expect(await author.post(notes, { text: ' Late, with a dog ' })).toMatchObject({
    status: 200,
    data: { notes: [first] },
  })
  fixture.clock.advance(60_000)
  const second = { text: 'Paid the deposit of the key', by: { id: 'admin-2' } }
  const { data } = await other.post(notes, { text: second.text })
  expect(data).toMatchObject({ notes: [second, first] })
  const stays = `/internal/booking/stays?kind=arriving&day=2026-12-07&campgroundId=${session.campgroundId}`
  expect((await fixture.administrator(['bookings.view']).get(stays)).data).toMatchObject([{ notes: [second, first] }])
  const [newest, oldest] = (data as AdminBookingDetail).notes
  const remove = async (by: typeof author, note = '') => {
    const { status, code } = await by.delete(`${notes}/${note}`)
    return code ?? status
  }
  expect(await remove(other, oldest?.id)).toBe('FORBIDDEN')
  expect(await remove(fixture.administrator(['bookings.edit', 'permissions.edit'], 'admin-3'), newest?.id)).toBe(204)
  expect([await remove(author, oldest?.id), await remove(author, oldest?.id)]).toEqual([204, 'NOT_FOUND'])
})

const path = '/internal/booking/campground-closures'
const viewer = () => fixture.administrator('closures.view')
const editor = () => fixture.administrator('closures.edit')
const create = (body: object) => editor().post(path, body)
const change = (id: number, body: unknown) => editor().patch(`${path}/${id}`, body)
const read = async (id: number) => (await viewer().get(`${path}/${id}`)).data

const none = { startDate: null, endDate: null, weekday: null, effectiveFrom: null, effectiveTo: null }
const range = { closureType: 'date_range', startDate: '2026-12-07', endDate: '2026-12-08', reason: '整修' }
const mondays = { closureType: 'weekly', weekday: 1, reason: '週一公休' }
/** A closure that an administrator created for a new campground. */
async function closureOf(body: object): Promise<CampgroundClosure> {
  const { id: campgroundId } = await fixture.scenario.campground()
  return (await create({ campgroundId, ...body })).data as CampgroundClosure
}

test.each([
  ['date_range', range],
  ['weekly without bounds', mondays],
  ['weekly with bounds', { ...mondays, effectiveFrom: '2026-12-01', effectiveTo: '2026-12-31' }],
])('a %s closure is created, read and deleted once', async (_, body) => {
  const { id: campgroundId } = await fixture.scenario.campground()
  const answer = await create({ campgroundId, ...body })
  const expected = { ...none, ...body, id: expect.any(Number), campgroundId }
  expect([answer.status, answer.body]).toEqual([201, { success: true, data: expected }])
  const { id } = answer.data as CampgroundClosure
  expect(await read(id)).toEqual(answer.data)
  const remove = () => editor().delete(`${path}/${id}`)
  expect([(await remove()).status, (await remove()).code]).toEqual([204, 'NOT_FOUND'])
})

describe('PATCH /campground-closures/{id}', () => {
  test.each([
    ['its dates', range, { startDate: '2026-12-09', endDate: '2026-12-10' }],
    ['a bound to none', { ...mondays, effectiveTo: '2026-12-31' }, { effectiveTo: null }],
    ['nothing', range, { closureType: 'date_range', weekday: null }],
  ])('changes %s', async (_, body, changes) => {
    const closure = await closureOf(body)
    const { campgroundId } = closure
    const answer = await change(closure.id, { campgroundId, ...changes })
    expect([answer.status, answer.data]).toEqual([200, { ...closure, ...changes }])
    expect(await read(closure.id)).toEqual({ ...closure, ...changes })
  })

  test('to another campground: VALIDATION_ERROR', async () => {
    expect(await change((await closureOf(mondays)).id, { campgroundId: 'another' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ path: 'campgroundId' }],
    })
  })

  test('two changes at once that together make no closure: one is refused', async () => {
    const { id } = await closureOf({ ...range, startDate: '2026-12-01', endDate: '2026-12-31' })
    const answers = await Promise.all([change(id, { startDate: '2026-12-20' }), change(id, { endDate: '2026-12-10' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('bookings that a closure affects', () => {
  const staff = () => fixture.administrator(['closures.view', 'bookings.view'])
  const queryOf = (fields: object) =>
    new URLSearchParams(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, `${value}`])))
  const foretold = (fields: object) => staff().get(`${path}/affected?${queryOf(fields)}`)
  const { reason: _, ...rangeDates } = range
  const { reason: __, ...mondayDates } = mondays

  test('those that still occupy, by check-in, then id, and whom to call; the same before the closure exists', async () => {
    const zone = await fixture.scenario.zone(await fixture.scenario.campground(), { total_sites: 9 })
    const { campgroundId } = zone
    const member = await fixture.member({ phone: '0912-000-101' })
    const hold = async (checkIn: string, checkOut: string) =>
      (await fixture.hold(member, checkoutOf(zone, { checkIn, checkOut }))).bookingId
    const last = await hold('2026-12-08', '2026-12-09')
    const firsts = [await hold('2026-12-06', '2026-12-08'), await hold('2026-12-06', '2026-12-11')]
    await hold('2026-12-05', '2026-12-07')
    await hold('2026-12-09', '2026-12-10')
    const cancelled = await hold('2026-12-07', '2026-12-08')
    await fixture.as(member).post(`${sessionsPath}/${cancelled}/cancel`)
    const before = await foretold({ campgroundId, ...rangeDates })
    const { id } = (await create({ campgroundId, ...range })).data as CampgroundClosure
    const { data, meta } = await staff().get(`${path}/${id}/bookings`)
    expect(meta).toEqual({ page: 0, size: 20, totalElements: 3, totalPages: 1 })
    const customer = { id: member.customerId, name: member.name, email: member.email, phone: '0912-000-101' }
    expect(data).toMatchObject([...firsts.toSorted(), last].map(bookingId => ({ bookingId, customer })))
    expect(before.data).toEqual(data)
    expect((await foretold({ campgroundId, ...mondayDates })).data).toHaveLength(2)
  })
})

// docs/contract/admin.md#cancel-affected-bookings; the admin service sends one such request for each id.
describe('a booking is cancelled for a closure', () => {
  const closedBooking = async (isPaid: boolean) => {
    const zone = await fixture.scenario.zone(await fixture.scenario.campground())
    const session = await fixture.hold(await fixture.member(), checkoutOf(zone, { checkOut: '2026-12-09' }))
    if (isPaid) await fixture.paid(session)
    const { data } = await editor().post(path, { ...range, campgroundId: zone.campgroundId })
    return { id: session.bookingId, closure: data as CampgroundClosure }
  }
  const cancel = (id: string, closureId: number | string) =>
    fixture
      .administrator(['closures.edit', 'bookings.edit'])
      .post(`/internal/booking/bookings/${id}/cancel-for-closure`, { closureId: String(closureId), reason: '整修' })
  const refundsOf = async (id: string) =>
    (await fixture.owner.query('select cause, reason from booking.refund where target_id = $1', [id])).rows

  test('a paid one with a refund, an unpaid one without; again is harmless', async () => {
    for (const isPaid of [true, false]) {
      const { id, closure } = await closedBooking(isPaid)
      for (const _ of [1, 2]) {
        expect(await cancel(id, closure.id)).toMatchObject({ status: 200, data: { status: 'cancelled' } })
        expect(await refundsOf(id)).toEqual(isPaid ? [{ cause: 'cancelled', reason: '整修' }] : [])
      }
    }
  })

  test('CONFLICT where the closure does not affect it, NOT_FOUND for an unknown one', async () => {
    const { id, closure } = await closedBooking(true)
    const other = await closureOf({ ...mondays, effectiveFrom: '2026-12-14' })
    expect(await cancel(id, other.id)).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await cancel('none', closure.id)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await cancel(id, 'none')).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await refundsOf(id)).toEqual([])
  })
})
