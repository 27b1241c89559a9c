import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'
import type { TestZone } from '../src/testing/scenario.ts'

// Availability, rule 8, and booking checkout, rule 4, which is the same rule. Policy: from tomorrow, 90 days ahead, 14 nights.
const start = '2026-11-20T08:00:00.000Z'
let fixture: BookingFixture
let zone: TestZone
beforeAll(async () => {
  fixture = await startBookingFixture()
  zone = await fixture.scenario.zone(await fixture.scenario.campground(), { total_sites: 1_000 })
})
afterAll(() => fixture.stop())
afterEach(async () => {
  fixture.clock.set(start)
  await fixture.scenario.policy()
})

async function answersFor(checkIn: string, checkOut: string) {
  const member = await fixture.member()
  const request = checkoutOf(zone, { checkIn, checkOut })
  const checked = await fixture.anyone.post('/api/booking/check-availability', request)
  const started = await member.client.post(sessionsPath, request)
  return [checked.code ?? checked.status, started.code ?? started.status]
}
const bookable = [200, 200]
const refused = ['BOOKING_WINDOW_EXCEEDED', 'BOOKING_WINDOW_EXCEEDED']

describe('the boundary days are bookable and their neighbours are not', () => {
  test.each([
    ['today', '2026-11-20', '2026-11-21', refused],
    ['today + advanceDays', '2026-11-21', '2026-11-22', bookable],
    ['today + bookingWindowDays', '2027-02-18', '2027-02-19', bookable],
    ['a day after the window', '2027-02-19', '2027-02-20', refused],
    ['yesterday', '2026-11-19', '2026-11-21', refused],
    ['maxNights', '2026-12-01', '2026-12-15', bookable],
    ['maxNights beginning on the last day', '2027-02-18', '2027-03-04', bookable],
    ['a night more than maxNights', '2026-12-01', '2026-12-16', refused],
    ['thousands of years', '2026-12-01', '9999-12-31', refused],
  ])('%s', async (_, checkIn, checkOut, expected) => {
    expect(await answersFor(checkIn, checkOut)).toEqual(expected)
  })
})

test('a refusal for the window is 400', async () => {
  const answer = await fixture.anyone.post(
    '/api/booking/check-availability',
    checkoutOf(zone, { checkIn: '2026-11-20' }),
  )
  expect(answer).toMatchObject({ status: 400, code: 'BOOKING_WINDOW_EXCEEDED' })
})

describe('today is the date in Asia/Taipei', () => {
  test('a minute before midnight there, tomorrow is still the earliest', async () => {
    fixture.clock.set('2026-11-20T15:59:59.999Z')
    expect(await answersFor('2026-11-21', '2026-11-22')).toEqual(bookable)
  })

  test('at midnight there a new day has begun, also where UTC has another date', async () => {
    fixture.clock.set('2026-11-20T16:00:00.000Z')
    expect(await answersFor('2026-11-21', '2026-11-22')).toEqual(refused)
    expect(await answersFor('2027-02-19', '2027-02-20')).toEqual(bookable)
  })
})

describe('dateBoundaryHour: the day changes that many hours later', () => {
  test('before the boundary it is still yesterday', async () => {
    await fixture.scenario.policy({ date_boundary_hour: 4 })
    fixture.clock.set('2026-11-20T19:59:59.000Z') // 03:59:59 of the 21st in Taipei
    expect(await answersFor('2026-11-21', '2026-11-22')).toEqual(bookable)
  })

  test('from the boundary on it is today', async () => {
    await fixture.scenario.policy({ date_boundary_hour: 4 })
    fixture.clock.set('2026-11-20T20:00:00.000Z')
    expect(await answersFor('2026-11-21', '2026-11-22')).toEqual(refused)
  })
})

test('advanceDays 0 lets a stay begin today', async () => {
  await fixture.scenario.policy({ advance_days: 0 })
  expect(await answersFor('2026-11-20', '2026-11-21')).toEqual(bookable)
})

test('a changed policy applies at once', async () => {
  await fixture.scenario.policy({ max_nights: 2, booking_window_days: 30 })
  expect(await answersFor('2026-12-01', '2026-12-03')).toEqual(bookable)
  expect(await answersFor('2026-12-01', '2026-12-04')).toEqual(refused)
  expect(await answersFor('2026-12-21', '2026-12-22')).toEqual(refused)
})
