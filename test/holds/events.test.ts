import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { openHold, type Story } from './driver.ts'
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

  test.each(suite.storyEvents)(
    '%s: %s is a CloudEvent with the data that is declared, and no personal data',
    (story, type, time, state) => {
      const { id: subject, facts, events = [] } = stories[story] ?? {}
      const { event, contentType, messageId } = events.find(({ routingKey }) => routingKey === type) ?? {}
      expect(event).toMatchObject({ type, source: `/campstore/${suite.service}`, subject, time })
      expect(event?.data).toEqual({ ...facts, ...state })
      expect([contentType, messageId]).toEqual(['application/cloudevents+json', event?.id])
      expect(JSON.stringify(event)).not.toMatch(/林美|mei\.lin|林小美|0912345678|忠孝東路/)
    },
  )

  test('the event of a cancellation carries its reason, and what was cancelled', async () => {
    const hold = await openHold(suite, holds)
    await hold.cancel()
    const { event } = await holds.broker.eventOf(hold.id, `${suite.kind}.cancelled`)
    const state = { status: 'cancelled', paymentStatus: 'unpaid', reason: 'member' }
    expect(event.data).toMatchObject({ ...suite.cancelledEvent(hold), ...state })
  })
})
