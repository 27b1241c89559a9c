import { afterAll, describe, expect, test } from 'vitest'
import { createHoldTimer, holdQueues, holdTopology, parseHoldTimer } from './hold-timers.ts'
import { observe } from './testing/observer.ts'
import { deleteFileVhost, openConnectedBroker, unique } from './testing/servers.ts'

afterAll(deleteFileVhost)

async function declareTimers(name: string, holdSeconds: number) {
  const holds = holdQueues({ name, holdSeconds })
  const broker = await openConnectedBroker(holdTopology(holds))
  const start = (subject: string) => {
    const message = createHoldTimer(holds, { messageId: unique('hold'), subject })
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
    const { holds, start } = await declareTimers(unique('hold'), 1)
    const observer = await observe()
    const started = performance.now()
    await start('booking-1')
    const message = await observer.take(holds.expiredQueue)
    expect(performance.now() - started).toBeGreaterThan(990)
    expect(parseHoldTimer(message.content)).toBe('booking-1')
  })

  test('of an earlier, longer configuration still expires', async () => {
    const name = unique('hold')
    // So much longer that the later one ends first also when it is started some seconds later.
    const [earlier, changed] = [await declareTimers(name, 8), await declareTimers(name, 1)]
    await earlier.start('earlier booking')
    await changed.start('later booking')
    const observer = await observe()
    const first = await observer.take(changed.holds.expiredQueue)
    const second = await observer.take(changed.holds.expiredQueue)
    expect([first, second].map(({ content }) => parseHoldTimer(content))).toEqual(['later booking', 'earlier booking'])
  })

  test.each(['[]', '{"subject":1}', 'null', 'x'])('is not parsed from %s', content => {
    expect(() => parseHoldTimer(Buffer.from(content))).toThrow()
  })
})
