import { transaction } from '@campstore/database/database'
import { until } from '@campstore/testing/waiting'
import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { addToOutbox, type OutboxMessage } from './outbox.ts'
import { type RelayOptions, startRelay } from './relay.ts'
import { observe } from './testing/observer.ts'
import { openBroker, openConnectedBroker, silentLog, storePool, unique } from './testing/servers.ts'
import { quorumQueue } from './topology.ts'

const message = (queue: string, messageId: string): OutboxMessage => ({
  messageId,
  exchange: '',
  routingKey: queue,
  contentType: 'application/json',
  mandatory: true,
  subject: 'booking-1',
  body: { number: messageId },
})

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => String(from + index))

const add = (pool: Pool, queue: string, ids: string[]) => {
  const messages = ids.map(id => message(queue, id))
  return transaction(pool, tx => addToOutbox(tx, 'store', messages))
}

const left = async (pool: Pool): Promise<number> =>
  Number((await pool.query<{ count: string }>('select count(*) from store.outbox')).rows[0]?.count)

const empty = (pool: Pool) => until(async () => (await left(pool)) === 0, 50)

async function store(url?: string) {
  const queue = unique('relayed')
  const pool = await storePool()
  const broker = await openConnectedBroker({ exchanges: [], queues: [quorumQueue(queue)], bindings: [] }, url)
  const observer = await observe()
  const relay = (options: Partial<RelayOptions> = {}) => {
    const own = { pool, schema: 'store', publisher: broker.publisher, log: silentLog }
    const started = startRelay({ ...own, ...options })
    onTestFinished(() => started.stop())
    return started
  }
  return { queue, pool, broker, observer, relay }
}

const idsOf = (messages: { properties: { messageId: unknown } }[]) =>
  messages.map(({ properties }) => properties.messageId)

test('a relay shares the work with other relays without duplicates', async () => {
  const { queue, pool, broker, observer, relay } = await store()
  await add(pool, queue, numbers(0, 600))
  const shares = [0, 0]
  const bothHaveSome = until(() => Math.min(...shares) > 0)
  for (const index of [0, 1]) {
    const publish: typeof broker.publisher.publish = async outgoing => {
      shares[index] = (shares[index] ?? 0) + 1
      await bothHaveSome
      await broker.publisher.publish(outgoing)
    }
    relay({ batchSize: 20, publisher: { ...broker.publisher, publish } })
  }
  await empty(pool)
  const published = idsOf(await observer.takeAll(queue))
  expect(published.toSorted()).toEqual(numbers(0, 600).toSorted())
})

test('a relay has no open transaction while it waits for the broker', async () => {
  const { queue, pool, broker, relay } = await store()
  await add(pool, queue, ['1'])
  const waiting: number[] = []
  const publish: typeof broker.publisher.publish = async outgoing => {
    const { rows } = await pool.query<{ open: number }>(`
      select count(*)::integer as open
      from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
    waiting.push(rows[0]?.open ?? 0)
    await broker.publisher.publish(outgoing)
  }
  relay({ publisher: { ...broker.publisher, publish } })
  await empty(pool)
  expect(waiting).toEqual([0])
})

test('a relay releases its claims when its connection is lost', async () => {
  const { queue, pool, observer, relay } = await store()
  await add(pool, queue, numbers(0, 5))
  const asked: (() => void)[] = []
  const publish = () => new Promise<void>((_, reject) => void asked.push(() => reject(new Error('never confirmed'))))
  relay({ publisher: { isReady: () => true, publish }, pollMs: 60_000, batchSize: 5 })
  await until(() => asked.length === 5)
  try {
    relay({ pollMs: 50 })
    await add(pool, queue, ['later'])
    expect(idsOf([await observer.take(queue)])).toEqual(['later'])
    // The outbox loses a message only when the broker has confirmed it.
    await until(async () => (await left(pool)) === 5)
    await pool.query(`
      select pg_terminate_backend(pid)
      from (
        select distinct pid
        from pg_locks
        where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())
      ) claiming`)
    await empty(pool)
    expect(idsOf(await observer.takeAll(queue))).toEqual(numbers(0, 5))
  } finally {
    for (const refuse of asked) refuse()
  }
})

test.each([
  ['that no queue takes', undefined],
  ['that their queue refuses', { 'x-max-length': 0, 'x-overflow': 'reject-publish' }],
])('a relay publishes past many messages %s, however often it retries them', async (_, refusing) => {
  const { queue, pool, observer, relay } = await store()
  const nowhere = unique('nowhere')
  if (refusing) await openBroker({ exchanges: [], queues: [{ name: nowhere, arguments: refusing }], bindings: [] })
  await add(pool, nowhere, numbers(0, 300))
  relay({ batchSize: 10, pollMs: 50 })
  for (const id of ['good-1', 'good-2', 'good-3']) {
    await add(pool, queue, [id])
    expect(idsOf([await observer.take(queue)])).toEqual([id])
  }
  await until(async () => (await left(pool)) === 300)
})

test('a relay publishes messages that no queue took when one exists', async () => {
  const { queue, pool, observer, relay } = await store()
  const late = unique('late')
  await add(pool, late, numbers(0, 30))
  relay({ batchSize: 10, pollMs: 50 })
  await add(pool, queue, ['good'])
  await observer.take(queue)
  await openBroker({ exchanges: [], queues: [quorumQueue(late)], bindings: [] })
  await empty(pool)
  expect(idsOf(await observer.takeAll(late)).toSorted()).toEqual(numbers(0, 30).toSorted())
})
