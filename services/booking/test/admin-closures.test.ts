import type { BookingListItem, CampgroundClosure } from '@campstore/contract/booking/schemas'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// How administrators close campgrounds (docs/contract/admin.md#closures). More that is refused is in test/bad-requests.
const fixture = useFixture(startBookingFixture)

const path = '/internal/booking/campground-closures'
const viewer = () => fixture.administrator('closures.view')
const editor = () => fixture.administrator('closures.edit')
const create = (body: object) => editor().post(path, body)
const change = (id: number, body: unknown) => editor().send('PATCH', `${path}/${id}`, { body })
const remove = (id: number | string) => editor().send('DELETE', `${path}/${id}`)
const read = async (id: number) => (await viewer().get(`${path}/${id}`)).data

const none = { startDate: null, endDate: null, weekday: null, effectiveFrom: null, effectiveTo: null }
const range = { closureType: 'date_range', startDate: '2026-12-07', endDate: '2026-12-08', reason: '整修' }
const mondays = { closureType: 'weekly', weekday: 1, reason: '週一公休' }
const invalid = { status: 400, code: 'VALIDATION_ERROR' }
const unknown = { status: 404, code: 'NOT_FOUND' }

/** A closure that an administrator created for a new campground. */
async function closureOf(body: object): Promise<CampgroundClosure> {
  const { id: campgroundId } = await fixture.scenario.campground()
  return (await create({ campgroundId, ...body })).data as CampgroundClosure
}

/** The details of a refusal by their paths. */
const pathsOf = (body: unknown): string[] =>
  (body as { error: { details: { path: string }[] } }).error.details.map(detail => detail.path)

describe('POST /campground-closures', () => {
  test.each([
    ['date_range', range],
    ['date_range of one night', { ...range, endDate: '2026-12-07' }],
    ['weekly without bounds', mondays],
    ['weekly with bounds', { ...mondays, effectiveFrom: '2026-12-01', effectiveTo: '2026-12-31' }],
    ['with null for what is of the other type', { ...range, weekday: null, effectiveFrom: null, effectiveTo: null }],
  ])('%s: 201 with the closure, which can be read', async (_, body) => {
    const { id: campgroundId } = await fixture.scenario.campground()
    const answer = await create({ campgroundId, ...body })
    const expected = { ...none, ...body, id: expect.any(Number), campgroundId }
    expect([answer.status, answer.body]).toEqual([201, { success: true, data: expected }])
    const { id } = answer.data as CampgroundClosure
    expect(await read(id)).toEqual({ ...expected, id })
  })

  test('the reason is trimmed; an inactive campground can be closed', async () => {
    const { id: campgroundId } = await fixture.scenario.campground({ active: false })
    const answer = await create({ campgroundId, ...range, reason: '  整修 ' })
    expect(answer).toMatchObject({ status: 201, data: { campgroundId, reason: '整修' } })
  })

  test('an unknown campground: NOT_FOUND', async () => {
    expect(await create({ campgroundId: 'none', ...range })).toMatchObject(unknown)
  })

  test.each([
    ['date_range without endDate', { ...range, endDate: null }, 'endDate'],
    ['date_range with weekday', { ...range, weekday: 1 }, 'weekday'],
    ['date_range with effectiveTo', { ...range, effectiveTo: '2026-12-31' }, 'effectiveTo'],
    ['date_range that ends before it begins', { ...range, endDate: '2026-12-06' }, 'endDate'],
  ])('%s: VALIDATION_ERROR, also for an unknown campground', async (_, body, field) => {
    const answer = await create({ campgroundId: 'none', ...body })
    expect(answer).toMatchObject(invalid)
    expect(pathsOf(answer.body)).toContain(field)
  })
})

describe('PATCH /campground-closures/{id}', () => {
  test.each([
    ['its dates', range, { startDate: '2026-12-09', endDate: '2026-12-10' }],
    ['one of its dates', range, { endDate: '2026-12-31' }],
    ['its reason', range, { reason: '颱風' }],
    ['its weekday', mondays, { weekday: 0 }],
    ['its validity', mondays, { effectiveFrom: '2026-12-01', effectiveTo: '2026-12-31' }],
    ['null clears a bound', { ...mondays, effectiveTo: '2026-12-31' }, { effectiveTo: null }],
    ['null for a field that it does not have', range, { weekday: null }],
    ['type and campground, sent as they are', range, { closureType: 'date_range' }],
    ['nothing', range, {}],
  ])('changes %s', async (_, body, changes) => {
    const closure = await closureOf(body)
    const { campgroundId } = closure
    const answer = await change(closure.id, { campgroundId, ...changes })
    expect([answer.status, answer.data]).toEqual([200, { ...closure, ...changes }])
    expect(await read(closure.id)).toEqual({ ...closure, ...changes })
  })

  test.each([
    ['another campground', range, { campgroundId: 'another' }, 'campgroundId'],
    ['a start after the end that it has', range, { startDate: '2026-12-09' }, 'endDate'],
    ['a date that it needs, cleared', range, { startDate: null }, 'startDate'],
    ['a field of the other type', mondays, { startDate: '2026-12-07' }, 'startDate'],
    [
      'a bound before the one that it has',
      { ...mondays, effectiveFrom: '2026-12-01' },
      { effectiveTo: '2026-11-30' },
      'effectiveTo',
    ],
  ])('%s: VALIDATION_ERROR, and nothing is changed', async (_, body, changes, field) => {
    const closure = await closureOf(body)
    const answer = await change(closure.id, changes)
    expect(answer).toMatchObject(invalid)
    expect(pathsOf(answer.body)).toContain(field)
    expect(await read(closure.id)).toEqual(closure)
  })

  test('two changes at once that together make no closure: one is refused', async () => {
    const { id } = await closureOf({ ...range, startDate: '2026-12-01', endDate: '2026-12-31' })
    const answers = await Promise.all([change(id, { startDate: '2026-12-20' }), change(id, { endDate: '2026-12-10' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })
})

describe('DELETE /campground-closures/{id}', () => {
  test('204 without a body; a second time NOT_FOUND', async () => {
    const { id } = await closureOf(range)
    const answer = await remove(id)
    expect([answer.status, answer.body]).toEqual([204, undefined])
    expect(await remove(id)).toMatchObject(unknown)
  })
})

describe('GET /campground-closures/{id}/bookings', () => {
  test('the bookings that it affects and that still occupy, by check-in, then id, in pages', async () => {
    const zone = await fixture.scenario.zone(await fixture.scenario.campground(), { total_sites: 9 })
    const member = await fixture.member()
    const hold = (checkIn: string, checkOut: string) => fixture.hold(member, checkoutOf(zone, { checkIn, checkOut }))
    const last = await hold('2026-12-08', '2026-12-09')
    const firsts = [await hold('2026-12-06', '2026-12-08'), await hold('2026-12-06', '2026-12-11')]
    await hold('2026-12-05', '2026-12-07')
    await hold('2026-12-09', '2026-12-10')
    const cancelled = await hold('2026-12-07', '2026-12-08')
    await fixture.as(member).post(`${sessionsPath}/${cancelled.bookingId}/cancel`)
    const { id } = (await create({ campgroundId: zone.campgroundId, ...range })).data as CampgroundClosure
    const both = fixture.administrator(['closures.view', 'bookings.view'])
    const answer = await both.get(`${path}/${id}/bookings`)
    expect(answer.body).toMatchObject({ meta: { page: 0, size: 20, totalElements: 3, totalPages: 1 } })
    const ids = (answer.data as BookingListItem[]).map(({ bookingId }) => bookingId)
    expect(ids).toEqual([...firsts.map(({ bookingId }) => bookingId).toSorted(), last.bookingId])
    const paged = await both.get(`${path}/${id}/bookings?size=2&page=1`)
    expect(paged.body).toMatchObject({
      data: [{ bookingId: last.bookingId }],
      meta: { totalElements: 3, totalPages: 2 },
    })
  })
})
