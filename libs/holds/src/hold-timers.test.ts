import { newId } from '@campstore/core/new-id'
import { observe } from '@campstore/messaging/testing/observer'
import { openConnectedBroker } from '@campstore/messaging/testing/servers'
import { describe, expect, test } from 'vitest'
import type { HoldKind } from './hold-definition.ts'
import { holdTimerMessage, parseHoldTimer } from './messages.ts'
import { holdQueuesOf, timerTopology } from './topology.ts'

async function declareTimers(kind: HoldKind, holdSeconds: number) {
  const holds = holdQueuesOf(kind, holdSeconds)
  const broker = await openConnectedBroker(timerTopology(kind, holdSeconds))
  const start = (id: string) => {
    const message = { ...holdTimerMessage(kind, holdSeconds, newId), body: { subject: id, subjects: [id] } }
    return broker.publisher.publish({
      exchange: message.exchange,
      routingKey: message.routingKey,
      content: Buffer.from(JSON.stringify(message.body)),
      mandatory: message.mandatory,
      properties: { messageId: message.messageId },
    })
  }
  return { holds, start }
}

describe('a hold timer', () => {
  test('expires when its time has passed, and not before', async () => {
    const { holds, start } = await declareTimers('booking', 1)
    const observer = await observe()
    const started = performance.now()
    await start('booking-1')
    const message = await observer.take(holds.expiredQueue)
    expect(performance.now() - started).toBeGreaterThan(990)
    expect(parseHoldTimer(message.content)).toEqual(['booking-1'])
  })

  test('of an earlier, longer configuration still expires', async () => {
    // So much longer that the later one ends first also when it is started some seconds later.
    const [earlier, changed] = [await declareTimers('order', 5), await declareTimers('order', 1)]
    await earlier.start('earlier order')
    await changed.start('later order')
    const observer = await observe()
    const first = await observer.take(changed.holds.expiredQueue)
    const second = await observer.take(changed.holds.expiredQueue)
    expect([first, second].flatMap(({ content }) => parseHoldTimer(content))).toEqual(['later order', 'earlier order'])
  })

  test('of version 1.1 has one id', () => {
    expect(parseHoldTimer(Buffer.from('{"subject":"booking-1"}'))).toEqual(['booking-1'])
  })

  test.each(['[]', '{"subject":1}', 'null', 'x'])('is not parsed from %s', content => {
    expect(() => parseHoldTimer(Buffer.from(content))).toThrow()
  })
})
