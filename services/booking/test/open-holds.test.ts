import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Decisions, 13: MAX_OPEN_HOLDS.
const limit = 3
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture({ MAX_OPEN_HOLDS: String(limit) })
})
afterAll(() => fixture.stop())

const aRequest = async () =>
  checkoutOf(await fixture.set.zone(await fixture.set.campground(), { total_sites: 100 }), { guestCount: 1 })

/** A member who holds as much as one may, with the requests that did it. */
async function atTheLimit() {
  const member = await fixture.member()
  const requests = await Promise.all(Array.from({ length: limit }, aRequest))
  const sessions = []
  for (const request of requests) sessions.push(await fixture.hold(member, request))
  const [first] = sessions
  if (!first) throw new Error('nothing is held')
  return { member, requests, first, oneMore: async () => member.client.post(sessionsPath, await aRequest()) }
}

test('one unpaid booking more than the limit is refused, and says what to do', async () => {
  const { oneMore, member } = await atTheLimit()
  expect(await oneMore()).toMatchObject({
    status: 409,
    code: 'CONFLICT',
    body: {
      error: {
        message: 'You can have at most 3 unpaid bookings at a time. Pay for one or cancel one, then try again.',
      },
    },
  })
  const { rows } = await fixture.owner.query('select from booking.idempotency_key where customer_id = $1', [
    member.customerId,
  ])
  expect(rows).toHaveLength(limit)
})

test('fifty checkouts of one member at once hold exactly as many as the limit', async () => {
  const member = await fixture.member()
  const requests = await Promise.all(Array.from({ length: 50 }, aRequest))
  const answers = await Promise.all(requests.map(request => member.client.post(sessionsPath, request)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(limit)
  expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(50 - limit)
})

test('a repeated request is answered as before, also at the limit', async () => {
  const { member, requests, first } = await atTheLimit()
  expect(await fixture.hold(member, requests[0] ?? {})).toEqual(first)
})

test('a booking that was cancelled no longer counts', async () => {
  const { member, first, oneMore } = await atTheLimit()
  await member.client.post(`${sessionsPath}/${first.bookingId}/cancel`)
  expect(await oneMore()).toMatchObject({ status: 200 })
  expect(await oneMore()).toMatchObject({ status: 409 })
})

test('an overdue booking counts until it is ended', async () => {
  const { first, oneMore } = await atTheLimit()
  fixture.clock.advance(901_000)
  expect(await oneMore()).toMatchObject({ status: 409 })
  await fixture.expire(first.bookingId)
  expect(await oneMore()).toMatchObject({ status: 200 })
})

test('what others hold does not count', async () => {
  await atTheLimit()
  const other = await fixture.member()
  expect(await other.client.post(sessionsPath, await aRequest())).toMatchObject({ status: 200 })
})
