import { eventDataSchemas } from '@campstore/contract/messages/events'
import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { eventTypesOf, openHold, type Story } from './driver.ts'
import { orders } from './orders.ts'

// Events on `campstore.events`, CloudEvents 1.0 in structured mode (docs/contract/messages.md#events).
describe.each([bookings, orders])('$kind', suite => {
  const stories: Record<string, Story> = {}
  const holds = useFixture(() => suite.start())
  beforeAll(async () => {
    for (const [name, play] of Object.entries(suite.stories)) stories[name] = await play(holds)
  })

  test.each(Object.keys(suite.stories))('%s: each step is published once, in order', name => {
    const types = suite.storyEvents.filter(([story]) => story === name).map(([, type]) => type)
    expect(stories[name]?.events.map(({ routingKey }) => routingKey)).toEqual(types)
  })

  describe.each(suite.storyEvents)('%s: %s', (story, type, time, state) => {
    const seen = () => stories[story]?.events.find(({ routingKey }) => routingKey === type)

    test('is a CloudEvent: routing key = type, content type, ids, source, subject, time', () => {
      const { event, contentType, messageId } = seen() ?? {}
      expect(event).toMatchObject({
        specversion: '1.0',
        type,
        source: `/campstore/${suite.service}`,
        subject: stories[story]?.id,
        time,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        datacontenttype: 'application/json',
      })
      expect([contentType, messageId]).toEqual(['application/cloudevents+json', event?.id])
    })

    test('its data is what the contract declares, and has no personal data', () => {
      const { event } = seen() ?? {}
      expect(eventDataSchemas[type].parse(event?.data)).toEqual({ ...stories[story]?.facts, ...state })
      expect(JSON.stringify(event)).not.toMatch(/林美|mei\.lin|林小美|0912345678|忠孝東路/)
    })
  })

  test('every event has an id of its own', () => {
    const ids = Object.values(stories).flatMap(({ events }) => events.map(({ event }) => event.id))
    expect(new Set(ids).size).toBe(suite.storyEvents.length)
  })

  test.each(['member', 'expired'] as const)('the event of a cancellation carries its reason: %s', async reason => {
    const hold = await openHold(suite, holds)
    if (reason === 'member') await hold.cancel()
    else {
      const now = holds.clock.now()
      holds.clock.set(hold.session.checkoutExpiresAt)
      await holds.expire(hold.id)
      holds.clock.set(now)
    }
    const type = `${suite.kind}.cancelled` as const
    const { event } = await holds.broker.eventOf(hold.id, type)
    const data = { ...suite.cancelledEvent(hold), status: 'cancelled', paymentStatus: 'unpaid', reason }
    expect(eventDataSchemas[type].parse(event.data)).toMatchObject(data)
  })

  test('payment.unapplied is declared too', async () => {
    const hold = await openHold(suite, holds)
    const { eventId, target, amount, currency, providerTradeNo } = await hold.pay({ currency: 'USD' })
    const { event } = await holds.broker.eventOf(hold.id, 'payment.unapplied')
    const data = { eventId, target, amount, currency, providerTradeNo, reason: 'amount_mismatch' }
    expect(eventDataSchemas['payment.unapplied'].parse(event.data)).toEqual(data)
  })

  test('what is refused or replayed publishes nothing', async () => {
    const hold = await openHold(suite, holds)
    const { member, request, path, id } = hold
    await holds.hold(member, request)
    for (const action of ['confirm', 'complete', 'ship'])
      await holds.administrator().post(`${suite.internalPath}/${id}/${action}`)
    await member.client.post(`${path}/confirm-cod`)
    await member.client.post(suite.sessionsPath, { ...request, ...suite.otherPayload })
    const { request: later } = await holds.offer()
    const { id: laterId } = await holds.hold(member, later)
    await holds.broker.eventOf(laterId, `${suite.kind}.created`)
    expect(eventTypesOf(holds, id)).toEqual([`${suite.kind}.created`])
  })
})
