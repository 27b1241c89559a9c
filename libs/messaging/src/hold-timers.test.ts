import { describe, expect, it, vi } from 'vitest'
import { holdMessage, holdQueues, holdTopology, parseHoldTimer } from './hold-timers.ts'
import { observe } from './testing/observer.ts'
import { openBroker, unique } from './testing/servers.ts'

async function hold(name: string, holdSeconds: number) {
  const holds = holdQueues({ name, holdSeconds })
  const broker = await openBroker(holdTopology(holds))
  await vi.waitUntil(() => broker.isConnected(), { timeout: 15_000, interval: 20 })
  const start = (subject: string) => {
    const message = holdMessage(holds, { messageId: unique('hold'), subject })
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

describe('a hold', () => {
  it('names its time in its queue, and not where its messages arrive', () => {
    expect(holdQueues({ name: 'booking.hold', holdSeconds: 900 })).toEqual({
      holdSeconds: 900,
      delayQueue: 'booking.hold.900s',
      expiredQueue: 'booking.hold-expired',
    })
  })

  it('comes back when its time has passed, and not before', async () => {
    const { holds, start } = await hold(unique('hold'), 1)
    const observer = await observe()
    const started = performance.now()
    await start('booking-1')
    const message = await observer.take(holds.expiredQueue)
    expect(performance.now() - started).toBeGreaterThan(990)
    expect(parseHoldTimer(message.content)).toBe('booking-1')
  })

  it('of an earlier, longer configuration still comes back after a shorter one', async () => {
    const name = unique('hold')
    const earlier = await hold(name, 2)
    await earlier.start('booking-of-before')
    const changed = await hold(name, 1)
    await changed.start('booking-of-now')
    const observer = await observe()
    const first = await observer.take(changed.holds.expiredQueue)
    const second = await observer.take(changed.holds.expiredQueue)
    expect([first, second].map(({ content }) => parseHoldTimer(content))).toEqual([
      'booking-of-now',
      'booking-of-before',
    ])
  })

  it.each(['[]', '{"subject":1}', 'null', 'x'])('is not read from %s', content => {
    expect(() => parseHoldTimer(Buffer.from(content))).toThrow()
  })
})
