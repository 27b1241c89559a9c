import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ConsumerOptions, type Delivery, done, forward, startConsumer } from './consumer.ts'
import { PermanentError } from './failure.ts'
import { observe } from './testing/observer.ts'
import { brokerUrl, cuttableBroker, fileVhost, openBroker, silent, unique } from './testing/servers.ts'
import { combined, consumerQueues, parkedQueue, quorumQueue } from './topology.ts'

async function actions(handle: ConsumerOptions['handle'], options: Partial<ConsumerOptions> & { url?: string } = {}) {
  const queue = unique('actions')
  const rejected = `${queue}.rejected`
  const topology = combined(consumerQueues(queue, []), {
    exchanges: [],
    queues: [quorumQueue(rejected)],
    bindings: [],
  })
  const broker = await openBroker(topology, options.url)
  const observer = await observe()
  await vi.waitUntil(() => broker.isConnected(), { timeout: 15_000, interval: 20 })
  const start = () => {
    const consumer = startConsumer({
      broker,
      queue,
      prefetch: 10,
      retryDelays: [20, 40],
      handle,
      log: silent,
      ...options,
    })
    onTestFinished(() => consumer.stop())
    return consumer
  }
  return { queue, rejected, observer, consumer: start(), start }
}

/** A handler that remembers what it was given, and fails as often as told. */
function recording(failures: number, error = new Error('no luck')) {
  const deliveries: Delivery[] = []
  const handle = async (delivery: Delivery) => {
    deliveries.push(delivery)
    if (deliveries.length <= failures) throw error
    return done
  }
  return { deliveries, handle }
}

const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 15_000, interval: 20 })

describe('a consumer', () => {
  it('handles a message and is done with it', async () => {
    const { deliveries, handle } = recording(0)
    const { queue, observer, consumer } = await actions(handle)
    await observer.put(queue, 'hello', { messageId: 'm-1' })
    await until(() => deliveries.length === 1)
    await consumer.stop()
    expect([deliveries[0]?.content.toString(), deliveries[0]?.messageId]).toEqual(['hello', 'm-1'])
    expect(await observer.count(queue)).toBe(0)
  })

  it('tries a message again that fails by its own fault, in place', async () => {
    const { deliveries, handle } = recording(2, new PermanentError('no luck'))
    const { queue, observer } = await actions(handle)
    await observer.put(queue, 'hello', { headers: { 'x-signature': 's' } })
    await until(() => deliveries.length === 3)
    await until(async () => (await observer.count(queue)) === 0)
    expect(deliveries.map(({ headers }) => headers['x-signature'])).toEqual(['s', 's', 's'])
    expect(await observer.count(parkedQueue(queue))).toBe(0)
  })

  it('parks a message after the last attempt, with the reason', async () => {
    const fault = Object.assign(new Error('no seat for ann@example.com'), { code: '23514' })
    const { deliveries, handle } = recording(Number.POSITIVE_INFINITY, fault)
    const { queue, observer } = await actions(handle)
    await observer.put(queue, 'hello', { messageId: 'm-1' })
    const parked = await observer.take(parkedQueue(queue))
    expect(deliveries).toHaveLength(3)
    expect([parked.content.toString(), parked.properties]).toMatchObject([
      'hello',
      {
        messageId: 'm-1',
        headers: {
          'x-parked-reason': 'failed 3 times, last error: Error 23514: no seat for <address>',
          'x-source-routing-key': queue,
        },
      },
    ])
  })

  it.each(['28P01', '42501', '42P01', '3D000', '53300'])(
    'never parks a message because the database refuses with %s: it stays in hand until it is handled',
    async code => {
      const { deliveries, handle } = recording(5, Object.assign(new Error('refused'), { code }))
      const { queue, observer } = await actions(handle)
      await observer.put(queue, 'hello')
      await until(() => deliveries.length === 6)
      expect(await observer.count(parkedQueue(queue))).toBe(0)
    },
  )

  it('parks what fails for an unknown reason only when others are handled meanwhile', async () => {
    let refused = 0
    let isBroken = true
    const { queue, observer } = await actions(async ({ content }) => {
      if (content.toString() !== 'odd' && !isBroken) return done
      if (content.toString() === 'odd') refused += 1
      throw new TypeError('cannot read properties of undefined')
    })
    await observer.put(queue, 'odd')
    await observer.put(queue, 'sound')
    await until(() => refused >= 5)
    expect(await observer.count(parkedQueue(queue))).toBe(0)
    isBroken = false
    expect((await observer.take(parkedQueue(queue))).content.toString()).toBe('odd')
  })

  // Unsigned messages like these once stopped all payments: each took a place of the prefetch for ever.
  it.each([
    ['a header table that says it is of an unknown type', { x: { '!': 'nonsense' } }],
    ['a header table that says it is a number that it is not', { x: { '!': 'byte', value: 1000 } }],
  ])('is not kept by messages that cannot be passed on: %s', async (_, headers) => {
    const { queue, rejected, observer } = await actions(
      async ({ content }) => (content.toString() === 'good' ? done : forward(`${queue}.rejected`, { why: 'unsigned' })),
      { prefetch: 2 },
    )
    for (let sent = 0; sent < 6; sent += 1) await observer.putFromElsewhere(queue, 'bad', headers)
    await observer.put(queue, 'plain')
    await observer.take(rejected)
    await until(async () => (await observer.count(parkedQueue(queue))) === 6)
    const parked = await observer.take(parkedQueue(queue))
    expect([parked.content.toString(), parked.properties.headers]).toMatchObject([
      'bad',
      { 'x-first-death-reason': 'rejected', 'x-first-death-queue': queue },
    ])
  })

  it('forwards a message unchanged but for the reason', async () => {
    const { queue, rejected, observer } = await actions(async () =>
      forward(`${queue}.rejected`, { 'x-rejected-reason': 'signature missing' }),
    )
    const user = new URL(await brokerUrl()).username
    const body = '{ "eventId": 1}\n'
    const properties = {
      messageId: 'm-1',
      contentType: 'text/odd',
      type: 'payment',
      headers: { 'x-signature': 'junk' },
    }
    await observer.put(queue, body, { ...properties, userId: user, expiration: '60000', CC: ['elsewhere'] })
    const message = await observer.take(rejected)
    expect(message.content.toString()).toBe(body)
    expect(message.properties).toMatchObject({ messageId: 'm-1', contentType: 'text/odd', type: 'payment' })
    expect(message.properties.expiration).toBeUndefined()
    const { 'x-delivery-count': _, ...headers } = message.properties.headers ?? {}
    expect(headers).toEqual({
      'x-signature': 'junk',
      'x-user-id': user,
      'x-rejected-reason': 'signature missing',
    })
  })

  it('has no more messages in hand than it was allowed', async () => {
    let inHand = 0
    let most = 0
    const { queue, observer } = await actions(
      async () => {
        inHand += 1
        most = Math.max(most, inHand)
        await new Promise(resolve => setTimeout(resolve, 5))
        inHand -= 1
        return done
      },
      { prefetch: 3 },
    )
    for (let number = 0; number < 30; number += 1) await observer.put(queue, String(number))
    await until(async () => inHand === 0 && (await observer.count(queue)) === 0)
    expect(most).toBeLessThanOrEqual(3)
  })

  it('goes on after its connection was cut', async () => {
    const way = await cuttableBroker()
    const { deliveries, handle } = recording(0)
    const { queue, observer } = await actions(handle, { url: way.url })
    await observer.put(queue, 'before')
    await until(() => deliveries.length === 1)
    way.cut()
    await observer.put(queue, 'meanwhile')
    way.mend()
    await until(() => deliveries.some(({ content }) => content.toString() === 'meanwhile'))
  })

  it('goes on after the broker closed its connection', async () => {
    const { deliveries, handle } = recording(0)
    const { queue } = await actions(handle)
    await (await fileVhost()).closeConnections()
    const observer = await observe()
    await observer.put(queue, 'after')
    await until(() => deliveries.length === 1)
  })

  it('has a message again that it had in hand when its connection was cut', async () => {
    const way = await cuttableBroker()
    let finish = () => {}
    const attempts: string[] = []
    const { queue, observer } = await actions(
      async ({ content }) => {
        attempts.push(content.toString())
        if (attempts.length === 1)
          await new Promise<void>(resolve => {
            finish = resolve
          })
        return done
      },
      { url: way.url },
    )
    await observer.put(queue, 'held')
    await until(() => attempts.length === 1)
    way.cut()
    finish()
    way.mend()
    await until(() => attempts.length === 2)
  })

  it('does not put a message aside that the broker has taken back meanwhile', async () => {
    const way = await cuttableBroker()
    let fail = () => {}
    let attempts = 0
    const { queue, observer, consumer } = await actions(
      async () => {
        attempts += 1
        if (attempts > 1) return done
        await new Promise<void>(resolve => {
          fail = resolve
        })
        throw new PermanentError('too late')
      },
      { url: way.url, retryDelays: [] },
    )
    await observer.put(queue, 'held')
    await until(() => attempts === 1)
    way.cut()
    way.mend()
    await until(() => attempts === 2)
    fail()
    await consumer.stop()
    const counts = [await observer.count(queue), await observer.count(parkedQueue(queue))]
    expect(counts).toEqual([0, 0])
  })

  it('goes on after its queue was deleted, which cancels it', async () => {
    const { deliveries, handle } = recording(0)
    const { queue, observer } = await actions(handle)
    await observer.put(queue, 'before')
    await until(() => deliveries.length === 1)
    await observer.remove(queue)
    await vi.waitFor(() => observer.exists(queue), { timeout: 5_000 })
    await observer.put(queue, 'after')
    await until(() => deliveries.length === 2)
  })

  it('settles what it has in hand before it stops, and takes no more', async () => {
    let finish = () => {}
    let handled = 0
    const { queue, observer, consumer } = await actions(
      async () => {
        await new Promise<void>(resolve => {
          finish = resolve
        })
        handled += 1
        return done
      },
      { prefetch: 1 },
    )
    await observer.put(queue, 'in hand')
    await observer.put(queue, 'waiting')
    await until(async () => (await observer.count(queue)) === 1)
    const stopped = consumer.stop()
    await observer.put(queue, 'too late')
    // Time enough to stop in, for one that would not wait.
    setTimeout(() => finish(), 150)
    await stopped
    expect(handled).toBe(1)
    await until(async () => (await observer.count(queue)) === 2)
  })

  it('gives back what is not done in time when it stops', async () => {
    const { queue, observer, consumer } = await actions(() => new Promise(() => {}), { stopTimeoutMs: 100 })
    await observer.put(queue, 'never done')
    await until(async () => (await observer.count(queue)) === 0)
    await consumer.stop()
    await until(async () => (await observer.count(queue)) === 1)
  })
})

describe('a message that kills every process that takes it', () => {
  it('is parked by the broker itself, with the reason', async () => {
    const { queue, observer, consumer } = await actions(async () => done)
    await consumer.stop()
    await observer.put(queue, 'poison')
    const taken = async () => {
      await observer.takeAndGiveBack(queue)
      return (await observer.count(parkedQueue(queue))) === 1
    }
    await until(taken)
    const parked = await observer.take(parkedQueue(queue))
    expect(parked.properties.headers?.['x-first-death-reason']).toBe('delivery_limit')
  })
})

describe('a message with headers that cannot be read', () => {
  it('is parked by the broker itself, and costs no connection and no other message', async () => {
    const { deliveries, handle } = recording(0)
    const { queue, rejected, observer } = await actions(async delivery => {
      await handle(delivery)
      return delivery.headers['x-signature'] ? done : forward(rejected, { reason: 'unsigned' })
    })
    await observer.putFromElsewhere(queue, 'poison', nested(4_000))
    await observer.put(queue, 'good', { headers: { 'x-signature': 's' } })
    await until(() => deliveries.length === 2)
    await until(async () => (await observer.count(parkedQueue(queue))) === 1)
    expect(deliveries.map(({ content }) => content.toString())).toEqual(['poison', 'good'])
  })
})

/** A table in a table in a table. */
function nested(depth: number): object {
  let table = {}
  for (let level = 0; level < depth; level += 1) table = { a: table }
  return table
}
