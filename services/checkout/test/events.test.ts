import { type EventType, eventDataSchemas } from '@campstore/contract/messages/events'
import type { SeenEvent } from '@campstore/testing/broker-spy'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  recipient,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// Decisions, 10: events on `campstore.events`, CloudEvents 1.0 in structured mode.
const start = '2026-11-20T08:00:00.000Z'
const [changedAt, paidAt] = ['2026-11-20T08:01:00.000Z', '2026-11-20T08:02:00.000Z']
const [shippedAt, completedAt] = ['2026-11-21T08:00:00.000Z', '2026-11-23T08:00:00.000Z']
const deadline = '2026-11-20T08:15:00.000Z'
type Story = { orderId: string; customerId: string; events: SeenEvent[] }

let fixture: CheckoutFixture
let online: Story
let onDelivery: Story
beforeAll(async () => {
  fixture = await startCheckoutFixture()
  online = await paidOnline()
  onDelivery = await paidOnDelivery()
})
afterAll(() => fixture.stop())
afterEach(() => fixture.clock.set(start))

const pathOf = (orderId: string) => `${sessionsPath}/${orderId}`
const decide = (orderId: string, action: string) =>
  fixture.administrator().post(`/internal/checkout/orders/${orderId}/${action}`)
const lin = { name: '林美', email: 'mei.lin@example.com' }

async function sentAndDone(orderId: string): Promise<void> {
  fixture.clock.set(shippedAt)
  await decide(orderId, 'ship')
  fixture.clock.set(completedAt)
  await decide(orderId, 'complete')
  await fixture.broker.eventOf(orderId, 'order.completed')
  fixture.clock.set(start)
}

/** One order from created to completed, paid online; a recipient comes later. */
async function paidOnline(): Promise<Story> {
  const { customerId, subject, client } = await fixture.member(lin)
  const session = await fixture.hold({ subject }, checkoutOf(await fixture.set.variant(), { shipping: null }))
  const { orderId } = session
  fixture.clock.set(changedAt)
  await client.send('PATCH', pathOf(orderId), { body: { shipping: recipient } })
  fixture.clock.set(paidAt)
  await fixture.pay(session)
  await fixture.broker.eventOf(orderId, 'order.paid')
  await sentAndDone(orderId)
  return { orderId, customerId, events: fixture.broker.eventsAbout(orderId) }
}

/** One order from created to completed, paid on delivery. */
async function paidOnDelivery(): Promise<Story> {
  const { customerId, subject, client } = await fixture.member(lin)
  const request = checkoutOf(await fixture.set.variant(), { paymentMethod: 'cod' })
  const { orderId } = await fixture.hold({ subject }, request)
  await client.post(`${pathOf(orderId)}/confirm-cod`)
  await sentAndDone(orderId)
  return { orderId, customerId, events: fixture.broker.eventsAbout(orderId) }
}

const typesOf = (events: readonly SeenEvent[]) => events.map(({ routingKey }) => routingKey)
const declared = (type: EventType, event: Record<string, unknown>) => eventDataSchemas[type].parse(event.data)

describe('an order tells each step once, in order', () => {
  test('paid online', () => {
    expect(typesOf(online.events)).toEqual([
      'order.created',
      'order.updated',
      'order.paid',
      'order.shipped',
      'order.completed',
    ])
  })

  test('paid on delivery', () => {
    expect(typesOf(onDelivery.events)).toEqual([
      'order.created',
      'order.cod-confirmed',
      'order.shipped',
      'order.completed',
    ])
  })
})

const unshipped = { status: 'unshipped', paymentStatus: 'unpaid', checkoutExpiresAt: deadline }
const closed = { paymentStatus: 'paid', checkoutExpiresAt: null }
const cod = { paymentMethod: 'cod', checkoutExpiresAt: null }
describe.each<[string, EventType, () => Story, string, object]>([
  ['of an order', 'order.created', () => online, start, unshipped],
  ['of an order', 'order.updated', () => online, changedAt, unshipped],
  ['of an order', 'order.paid', () => online, paidAt, { ...closed, status: 'unshipped', paidAt }],
  ['paid online', 'order.shipped', () => online, shippedAt, { ...closed, status: 'shipped' }],
  ['paid online', 'order.completed', () => online, completedAt, { ...closed, status: 'completed', paidAt }],
  [
    'of an order',
    'order.cod-confirmed',
    () => onDelivery,
    start,
    { ...cod, status: 'unshipped', paymentStatus: 'unpaid' },
  ],
  [
    'paid on delivery',
    'order.shipped',
    () => onDelivery,
    shippedAt,
    { ...cod, status: 'shipped', paymentStatus: 'unpaid' },
  ],
  [
    ...(['paid on delivery', 'order.completed', () => onDelivery, completedAt] as const),
    { ...cod, status: 'completed', paymentStatus: 'paid', paidAt: completedAt },
  ],
])('%s: %s', (_, type, storyOf, time, state) => {
  const seen = () => storyOf().events.find(({ routingKey }) => routingKey === type)

  test('is a CloudEvent: routing key = type, content type, ids, source, subject, time', () => {
    const { event, contentType, messageId } = seen() ?? {}
    expect(event).toMatchObject({
      specversion: '1.0',
      type,
      source: '/campstore/checkout',
      subject: storyOf().orderId,
      time,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      datacontenttype: 'application/json',
    })
    expect([contentType, messageId]).toEqual(['application/cloudevents+json', event?.id])
  })

  test('its data is what the contract declares, and names nobody', () => {
    const { event = {} } = seen() ?? {}
    const { orderId, customerId } = storyOf()
    const facts = { orderId, customerId, paymentMethod: 'gateway-credit', total: '600.00' }
    expect(declared(type, event)).toEqual({ ...facts, ...state })
    expect(JSON.stringify(event)).not.toMatch(/林美|mei\.lin|林小美|0912345678|忠孝東路/)
  })
})

test('every event has an id of its own', () => {
  const ids = [...online.events, ...onDelivery.events].map(({ event }) => event.id)
  expect(new Set(ids).size).toBe(9)
})

describe('order.cancelled carries its reason', () => {
  const dataOf = async (orderId: string) => {
    const { event } = await fixture.broker.eventOf(orderId, 'order.cancelled')
    return declared('order.cancelled', event)
  }
  const over = { status: 'cancelled', paymentStatus: 'unpaid', checkoutExpiresAt: null }

  test('member', async () => {
    const member = await fixture.member()
    const { orderId } = await fixture.hold(member, checkoutOf(await fixture.set.variant()))
    await member.client.post(`${pathOf(orderId)}/cancel`)
    expect(await dataOf(orderId)).toMatchObject({ ...over, reason: 'member' })
  })

  test('expired', async () => {
    const { orderId } = await fixture.hold(await fixture.member(), checkoutOf(await fixture.set.variant()))
    fixture.clock.set(deadline)
    await fixture.expire(orderId)
    expect(await dataOf(orderId)).toMatchObject({ ...over, reason: 'expired' })
  })
})

test('payment.unapplied is declared too', async () => {
  const session = await fixture.hold(await fixture.member(), checkoutOf(await fixture.set.variant()))
  const { eventId, providerTradeNo } = await fixture.pay(session, { currency: 'USD' })
  const { event } = await fixture.broker.eventOf(session.orderId, 'payment.unapplied')
  expect(declared('payment.unapplied', event)).toEqual({
    eventId,
    providerTradeNo,
    target: { kind: 'order', id: session.orderId },
    amount: '600.00',
    currency: 'USD',
    reason: 'amount_mismatch',
  })
  expect(event).toMatchObject({ source: '/campstore/checkout', subject: session.orderId })
})

describe('order.updated', () => {
  async function discounted() {
    const member = await fixture.member()
    const couponClaimId = await fixture.set.claim(member)
    const { orderId } = await fixture.hold(member, checkoutOf(await fixture.set.variant(), { couponClaimId }))
    const patch = (body: object) => member.client.send('PATCH', pathOf(orderId), { body })
    /** What was told of the order but its beginning and its end. */
    const told = async () => {
      await member.client.post(`${pathOf(orderId)}/cancel`)
      await fixture.broker.eventOf(orderId, 'order.cancelled')
      return fixture.broker.eventsAbout(orderId).slice(1, -1)
    }
    return { couponClaimId, patch, told }
  }

  test.each<[string, object]>([
    ['nothing at all', {}],
    ['nulls', { shipping: null, paymentMethod: null, couponClaimId: null }],
    ['the same recipient', { shipping: recipient }],
    ['the same recipient with blanks around', { shipping: { ...recipient, phone: ` ${recipient.phone} ` } }],
    ['the same method', { paymentMethod: 'gateway-credit' }],
  ])('is not told of a PATCH that changes nothing: %s', async (_, body) => {
    const { patch, told } = await discounted()
    expect(await patch(body)).toMatchObject({ status: 200 })
    expect(await told()).toEqual([])
  })

  test('is not told when the claim that is there already is applied again', async () => {
    const { couponClaimId, patch, told } = await discounted()
    expect(await patch({ couponClaimId })).toMatchObject({ status: 200 })
    expect(await told()).toEqual([])
  })

  test('is not told when a coupon is cleared that is not there', async () => {
    const { patch, told } = await discounted()
    await patch({ couponClaimId: {} })
    await patch({ couponClaimId: {} })
    expect(typesOf(await told())).toEqual(['order.updated'])
  })

  test.each<[string, object, object]>([
    ['another recipient', { shipping: { ...recipient, phone: '02-1234' } }, { total: '550.00' }],
    ['part of a recipient', { shipping: { recipientName: '陳' } }, { total: '550.00' }],
    ['another method', { paymentMethod: 'cod' }, { paymentMethod: 'cod' }],
    ['no coupon', { couponClaimId: {} }, { total: '600.00' }],
  ])('is told once of a change: %s', async (_, body, facts) => {
    const { patch, told } = await discounted()
    await patch(body)
    await patch(body)
    const events = await told()
    expect(events.map(({ event }) => declared('order.updated', event))).toMatchObject([facts])
  })

  test('is not told of a PATCH that is refused', async () => {
    const { patch, told } = await discounted()
    expect(await patch({ paymentMethod: 'cod', couponClaimId: 999_999_999 })).toMatchObject({ status: 409 })
    expect(await told()).toEqual([])
  })
})

test('what is refused or replayed tells nothing', async () => {
  const { client, subject } = await fixture.member()
  const variant = await fixture.set.variant()
  const request = checkoutOf(variant)
  const { orderId } = await fixture.hold({ subject }, request)
  await fixture.hold({ subject }, request)
  await decide(orderId, 'ship')
  await client.post(`${pathOf(orderId)}/confirm-cod`)
  await client.post(sessionsPath, { ...request, couponClaimId: 1 })
  const later = await fixture.hold({ subject }, checkoutOf(variant))
  await fixture.broker.eventOf(later.orderId, 'order.created')
  expect(typesOf(fixture.broker.eventsAbout(orderId))).toEqual(['order.created'])
})
