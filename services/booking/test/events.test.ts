import { type EventType, eventDataSchemas } from '@campstore/contract/messages/events'
import type { SeenEvent } from '@campstore/testing/broker-spy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Decisions, 10: events on `campstore.events`, CloudEvents 1.0 in structured mode.
const start = '2026-11-20T08:00:00.000Z'
let fixture: BookingFixture
let completed: { bookingId: string; customerId: string; facts: object; events: SeenEvent[] }
beforeAll(async () => {
  fixture = await startBookingFixture()
  completed = await completeOne()
})
afterAll(() => fixture.stop())

const aZone = async () => fixture.set.zone(await fixture.set.campground())
const act = (bookingId: string, action: string) =>
  fixture.administrator().post(`/internal/booking/bookings/${bookingId}/${action}`)

/** One booking all the way from created to completed. */
async function completeOne() {
  const member = await fixture.member({ name: '林美', email: 'mei.lin@example.com' })
  const session = await fixture.hold(member, checkoutOf(await aZone()))
  const { bookingId, campgroundId, checkIn, checkOut, checkoutExpiresAt } = session
  await fixture.broker.eventOf(bookingId, 'booking.created')
  await fixture.pay(session)
  await fixture.broker.eventOf(bookingId, 'booking.paid')
  await act(bookingId, 'confirm')
  fixture.clock.set('2026-12-08T08:00:00.000Z')
  await act(bookingId, 'complete')
  await fixture.broker.eventOf(bookingId, 'booking.completed')
  fixture.clock.set(start)
  const { customerId } = member
  const facts = { bookingId, customerId, campgroundId, checkIn, checkOut, finalAmount: '1000.00', checkoutExpiresAt }
  return { bookingId, customerId, facts, events: fixture.broker.eventsAbout(bookingId) }
}

const eventOf = (type: string): SeenEvent => {
  const found = completed.events.find(({ routingKey }) => routingKey === type)
  if (!found) throw new Error(`no ${type}`)
  return found
}

test('a booking that goes all the way tells each step once, in order', () => {
  const types = completed.events.map(({ routingKey }) => routingKey)
  expect(types).toEqual(['booking.created', 'booking.paid', 'booking.confirmed', 'booking.completed'])
})

describe.each([
  ['booking.created', start, { status: 'pending', paymentStatus: 'unpaid' }],
  ['booking.paid', start, { status: 'pending', paymentStatus: 'paid', paidAt: start }],
  ['booking.confirmed', start, { status: 'confirmed', paymentStatus: 'paid' }],
  ['booking.completed', '2026-12-08T08:00:00.000Z', { status: 'completed', paymentStatus: 'paid' }],
] as const)('%s', (type, time, state) => {
  test('is a CloudEvent: routing key = type, content type, ids, source, subject, time', () => {
    const { event, contentType, messageId } = eventOf(type)
    expect(event).toMatchObject({
      specversion: '1.0',
      type,
      source: '/campstore/booking',
      subject: completed.bookingId,
      time,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      datacontenttype: 'application/json',
    })
    expect([contentType, messageId]).toEqual(['application/cloudevents+json', event.id])
  })

  test('its data is what the contract declares, and names nobody', () => {
    const { event } = eventOf(type)
    expect(eventDataSchemas[type].parse(event.data)).toEqual({ ...completed.facts, ...state })
    expect(JSON.stringify(event)).not.toMatch(/林美|mei\.lin/)
  })
})

test('every event has an id of its own', () => {
  expect(new Set(completed.events.map(({ event }) => event.id)).size).toBe(4)
})

describe('booking.cancelled carries its reason', () => {
  const declared = (type: EventType, event: Record<string, unknown>) => eventDataSchemas[type].parse(event.data)

  test('member', async () => {
    const member = await fixture.member()
    const { bookingId } = await fixture.hold(member, checkoutOf(await aZone()))
    await member.client.post(`/api/booking/checkout/sessions/${bookingId}/cancel`)
    const { event } = await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    expect(declared('booking.cancelled', event)).toMatchObject({ status: 'cancelled', reason: 'member' })
  })

  test('expired', async () => {
    const { bookingId } = await fixture.hold(await fixture.member(), checkoutOf(await aZone()))
    fixture.clock.advance(15 * 60_000)
    await fixture.expire(bookingId)
    fixture.clock.set(start)
    const { event } = await fixture.broker.eventOf(bookingId, 'booking.cancelled')
    expect(declared('booking.cancelled', event)).toMatchObject({ status: 'cancelled', reason: 'expired' })
  })

  test('payment.unapplied is declared too', async () => {
    const session = await fixture.hold(await fixture.member(), checkoutOf(await aZone()))
    await fixture.pay(session, { currency: 'USD' })
    const { event } = await fixture.broker.eventOf(session.bookingId, 'payment.unapplied')
    expect(declared('payment.unapplied', event)).toMatchObject({ reason: 'amount_mismatch' })
  })
})

test('what is refused or replayed tells nothing', async () => {
  const member = await fixture.member()
  const zone = await aZone()
  const request = checkoutOf(zone)
  const { bookingId } = await fixture.hold(member, request)
  await fixture.hold(member, request)
  await act(bookingId, 'confirm')
  await member.client.post('/api/booking/checkout/sessions', { ...request, guestCount: 9 })
  const later = await fixture.hold(member, checkoutOf(zone))
  await fixture.broker.eventOf(later.bookingId, 'booking.created')
  expect(fixture.broker.eventsAbout(bookingId).map(({ routingKey }) => routingKey)).toEqual(['booking.created'])
})
