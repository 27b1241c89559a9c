import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// What the sessions of bookings have of their own; test/holds has what every hold does.
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())

test('the order of zones stays that of the request', async () => {
  const campground = await fixture.scenario.campground()
  const zones = ['c', 'a', 'b'].map(letter => ({ zoneId: `${campground.id}-${letter}`, quantity: 1 }))
  for (const { zoneId } of zones) await fixture.scenario.zone(campground, { id: zoneId })
  const member = await fixture.member()
  const session = await fixture.hold(member, checkoutOf({ id: '', campgroundId: campground.id }, { zones }))
  const answer = await member.client.get(`${sessionsPath}/${session.bookingId}`)
  expect(answer.data).toMatchObject({ zones: zones.map(({ zoneId }) => ({ zoneId })) })
})

describe('the two deferred endpoints need a token and nothing else', () => {
  test.each([
    ['PATCH', ''],
    ['POST', '/gateway'],
  ])('%s …/{bookingId}%s', async (method, action) => {
    const zone = await fixture.scenario.zone(await fixture.scenario.campground())
    const { bookingId } = await fixture.hold(await fixture.member(), checkoutOf(zone))
    const path = `${sessionsPath}/${bookingId}`
    const stranger = await fixture.member()
    expect(await fixture.anyone.send(method, `${path}${action}`)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    const deferred = { status: 501, code: 'NOT_IMPLEMENTED' }
    expect(await stranger.client.send(method, `${path}${action}`)).toMatchObject(deferred)
    expect(await stranger.client.send(method, `${sessionsPath}/none${action}`)).toMatchObject(deferred)
    expect(await stranger.client.send(method, `${path}${action}`, { rawBody: '{' })).toMatchObject(deferred)
  })

  test('a suspended customer gets the same answer', async () => {
    const { client } = await fixture.member({ status: 'suspended' })
    expect(await client.send('PATCH', `${sessionsPath}/none`)).toMatchObject({ status: 501, code: 'NOT_IMPLEMENTED' })
  })
})
