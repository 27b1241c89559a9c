import { type EventType, eventDataSchemas } from '@campstore/contract/messages/events'
import type { SeenEvent } from '@campstore/testing/broker-tap'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BookingWorld, checkoutOf, startBookingWorld } from './testing/booking-world.ts'

// Decisions, 10: events on `campstore.events`, CloudEvents 1.0 in structured mode.
const start = '2026-11-20T08:00:00.000Z'
let world: BookingWorld
let completed: { bookingId: string; customerId: string; facts: object; events: SeenEvent[] }
beforeAll(async () => {
  world = await startBookingWorld()
  completed = await completeOne()
})
afterAll(() => world.stop())

const aZone = async () => world.set.zone(await world.set.campground())
const act = (bookingId: string, action: string) =>
  world.administrator().post(`/internal/booking/bookings/${bookingId}/${action}`)

/** One booking all the way from created to completed. */
async function completeOne() {
  const member = await world.member({ name: '林美', email: 'mei.lin@example.com' })
  const session = await world.hold(member, checkoutOf(await aZone()))
  const { bookingId, campgroundId, checkIn, checkOut, checkoutExpiresAt } = session
  await world.broker.eventOf(bookingId, 'booking.created')
  await world.pay(session)
  await world.broker.eventOf(bookingId, 'booking.paid')
  await act(bookingId, 'confirm')
  world.clock.set('2026-12-08T08:00:00.000Z')
  await act(bookingId, 'complete')
  await world.broker.eventOf(bookingId, 'booking.completed')
  world.clock.set(start)
  const { customerId } = member
  const facts = { bookingId, customerId, campgroundId, checkIn, checkOut, finalAmount: '1000.00', checkoutExpiresAt }
  return { bookingId, customerId, facts, events: world.broker.eventsAbout(bookingId) }
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
      ...{ specversion: '1.0', type, source: '/campstore/booking', subject: completed.bookingId, time },
      ...{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), datacontenttype: 'application/json' },
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
    const member = await world.member()
    const { bookingId } = await world.hold(member, checkoutOf(await aZone()))
    await member.client.post(`/api/booking/checkout/sessions/${bookingId}/cancel`)
    const { event } = await world.broker.eventOf(bookingId, 'booking.cancelled')
    expect(declared('booking.cancelled', event)).toMatchObject({ status: 'cancelled', reason: 'member' })
  })

  test('expired', async () => {
    const { bookingId } = await world.hold(await world.member(), checkoutOf(await aZone()))
    world.clock.advance(15 * 60_000)
    await world.expire(bookingId)
    world.clock.set(start)
    const { event } = await world.broker.eventOf(bookingId, 'booking.cancelled')
    expect(declared('booking.cancelled', event)).toMatchObject({ status: 'cancelled', reason: 'expired' })
  })

  test('payment.unapplied is declared too', async () => {
    const session = await world.hold(await world.member(), checkoutOf(await aZone()))
    await world.pay(session, { currency: 'USD' })
    const { event } = await world.broker.eventOf(session.bookingId, 'payment.unapplied')
    expect(declared('payment.unapplied', event)).toMatchObject({ reason: 'amount_mismatch' })
  })
})

test('what is refused or replayed tells nothing', async () => {
  const member = await world.member()
  const zone = await aZone()
  const request = checkoutOf(zone)
  const { bookingId } = await world.hold(member, request)
  await world.hold(member, request)
  await act(bookingId, 'confirm')
  await member.client.post('/api/booking/checkout/sessions', { ...request, guestCount: 9 })
  const later = await world.hold(member, checkoutOf(zone))
  await world.broker.eventOf(later.bookingId, 'booking.created')
  expect(world.broker.eventsAbout(bookingId).map(({ routingKey }) => routingKey)).toEqual(['booking.created'])
})
