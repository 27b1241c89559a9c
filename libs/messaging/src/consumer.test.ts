import { until } from '@campstore/testing/waiting'
import { describe, expect, test } from 'vitest'
import { done, forward } from './consumer.ts'
import { PermanentError } from './failure.ts'
import { consume, recorder } from './testing/consume.ts'
import { brokerUrl } from './testing/servers.ts'

describe('a message', () => {
  test('is retried in place when it is itself at fault', async () => {
    const { deliveries, handle } = recorder(2, new PermanentError('no luck'))
    const { queue, observer, countParked } = await consume(handle)
    await observer.send(queue, 'hello', { headers: { 'x-signature': 's' } })
    await until(() => deliveries.length === 3)
    await until(async () => (await observer.count(queue)) === 0)
    expect(deliveries.map(({ headers }) => headers['x-signature'])).toEqual(['s', 's', 's'])
    expect(await countParked()).toBe(0)
  })

  test('that fails for an unknown reason is parked only while others are processed', async () => {
    let failures = 0
    let allFail = true
    const { queue, observer, countParked, takeParked } = await consume(async ({ content }) => {
      if (content.toString() !== 'odd' && !allFail) return done
      if (content.toString() === 'odd') failures += 1
      throw new TypeError('cannot read properties of undefined')
    })
    await observer.send(queue, 'odd')
    await observer.send(queue, 'sound')
    await until(() => failures >= 5)
    expect(await countParked()).toBe(0)
    allFail = false
    expect((await takeParked()).content.toString()).toBe('odd')
  })

  // Unsigned messages like these once stopped all payments: each used up a place of the prefetch.
  test.each([
    ['an unknown type', { x: { '!': 'nonsense' } }],
    ['a number out of range', { x: { '!': 'byte', value: 1000 } }],
  ])('with headers that cannot be encoded is parked by the broker and blocks no other: %s', async (_, headers) => {
    const { queue, rejected, observer, countParked, takeParked } = await consume(
      async () => forward(rejected, { why: 'unsigned' }),
      { prefetch: 2 },
    )
    for (let sent = 0; sent < 6; sent += 1) await observer.sendByManagement(queue, 'bad', headers)
    await observer.send(queue, 'plain')
    await observer.take(rejected)
    await until(async () => (await countParked()) === 6)
    const parked = await takeParked()
    expect([parked.content.toString(), parked.properties.headers]).toMatchObject([
      'bad',
      { 'x-first-death-reason': 'rejected', 'x-first-death-queue': queue },
    ])
  })

  test('with headers that cannot be decoded is parked by the broker and costs no connection and no other message', async () => {
    const { handle, bodies } = recorder()
    const { queue, rejected, observer, countParked } = await consume(async delivery => {
      await handle(delivery)
      return delivery.headers['x-signature'] ? done : forward(rejected, { reason: 'unsigned' })
    })
    let nested = {}
    for (let depth = 0; depth < 4_000; depth += 1) nested = { a: nested }
    await observer.sendByManagement(queue, 'poison', nested)
    await observer.send(queue, 'good', { headers: { 'x-signature': 's' } })
    await until(() => bodies().length === 2)
    await until(async () => (await countParked()) === 1)
    expect(bodies()).toEqual(['poison', 'good'])
  })

  test('that kills every process is parked by the broker, with the reason', async () => {
    const { queue, observer, consumer, countParked, takeParked } = await consume(async () => done)
    await consumer.stop()
    await observer.send(queue, 'poison')
    for (let attempts = 0; attempts < 1_000 && (await countParked()) === 0; attempts += 1) await observer.requeue(queue)
    expect((await takeParked()).properties.headers?.['x-first-death-reason']).toBe('delivery_limit')
  })

  test('is forwarded unchanged but for the reason', async () => {
    const { queue, rejected, observer } = await consume(async () =>
      forward(rejected, { 'x-rejected-reason': 'signature missing' }),
    )
    const user = new URL(await brokerUrl()).username
    const body = '{ "eventId": 1}\n'
    const properties = { messageId: 'm-1', contentType: 'text/odd', type: 'payment' }
    const dropped = { userId: user, expiration: '60000', CC: ['elsewhere'] }
    await observer.send(queue, body, { ...properties, ...dropped, headers: { 'x-signature': 'junk' } })
    const message = await observer.take(rejected)
    expect(message.content.toString()).toBe(body)
    expect(message.properties).toMatchObject(properties)
    expect(message.properties.expiration).toBeUndefined()
    const { 'x-delivery-count': _, ...headers } = message.properties.headers ?? {}
    expect(headers).toEqual({
      'x-signature': 'junk',
      'x-user-id': user,
      'x-source-queue': queue,
      'x-rejected-reason': 'signature missing',
    })
  })
})

describe('stop', () => {
  test('settles what is being processed and takes no other message', async () => {
    let finish: (() => void) | undefined
    let processed = 0
    const handle = async () => {
      await new Promise<void>(resolve => (finish = resolve))
      processed += 1
      return done
    }
    const { queue, observer, consumer } = await consume(handle, { prefetch: 1 })
    await observer.send(queue, 'unacknowledged')
    await observer.send(queue, 'waiting')
    await until(() => finish)
    const stopped = consumer.stop()
    await observer.send(queue, 'too late')
    // Enough time for a stop that does not wait.
    setTimeout(() => finish?.(), 150)
    await stopped
    expect(processed).toBe(1)
    await until(async () => (await observer.count(queue)) === 2)
  })

  test('requeues what is not settled in time', async () => {
    const { queue, observer, consumer } = await consume(() => new Promise(() => {}), { stopTimeoutMs: 100 })
    await observer.send(queue, 'never done')
    await until(async () => (await observer.count(queue)) === 0)
    await consumer.stop()
    await until(async () => (await observer.count(queue)) === 1)
  })
})
