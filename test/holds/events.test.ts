import { useFixture } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import type { Story } from './driver.ts'
import { orders } from './orders.ts'

// Events on `campstore.events`, CloudEvents 1.0 in structured mode (docs/contract/messages.md#events).
describe.each([bookings, orders])('$kind', suite => {
  let story: Story
  const holds = useFixture(() => suite.start())
  beforeAll(async () => {
    story = await suite.story(holds)
  })

  test('each step is published once, in order', () => {
    expect(story.events.map(({ routingKey }) => routingKey)).toEqual(suite.storyEvents.map(([type]) => type))
  })

  test.each(suite.storyEvents)(
    '%s is a CloudEvent with the data that is declared, and no personal data',
    (type, time, state) => {
      const { id: subject, facts, events } = story
      const { event, contentType, messageId } = events.find(({ routingKey }) => routingKey === type) ?? {}
      expect(event).toMatchObject({ type, source: `/campstore/${suite.service}`, subject, time })
      expect(event?.data).toEqual({ ...facts, ...state })
      expect([contentType, messageId]).toEqual(['application/cloudevents+json', event?.id])
      expect(JSON.stringify(event)).not.toMatch(/林美|mei\.lin|林小美|0912345678|忠孝東路/)
    },
  )
})
