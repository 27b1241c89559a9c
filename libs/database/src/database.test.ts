import { proxyBefore } from '@campstore/testing/tcp-proxy'
import { useDatabase } from '@campstore/testing/use-fixture'
import { eventually } from '@campstore/testing/waiting'
import { defineEntity, p } from '@mikro-orm/core'
import type pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase, transaction } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'

const properties = { text: p.text().primary() }
const note = defineEntity({ name: 'Note', schema: 'public', tableName: 'note', properties })

const entities = async () => ({ entities: [note] })

const database = useDatabase()
const owner = database.pool()
beforeAll(() => owner.query("create table public.note (text text); insert into public.note values ('kept')"))

test('a connection that breaks during a transaction is thrown away: the pool goes on', async () => {
  const pool = database.pool(undefined, { max: 1 })
  const work = transaction(pool, async tx => {
    await tx.query('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(work).rejects.toThrow()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(pool.totalCount).toBe(1)
})

describe('openDatabase', () => {
  test('a connection that is lost while a unit of work does something else ends its work, not the process', async () => {
    const url = database.adminUrl
    const opened = openDatabase({ url, poolSize: 1, entities, applicationName: 'test' })
    const work = (await opened.em()).transactional(async em => {
      const [backend] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
      await owner.query('select pg_terminate_backend($1)', [backend?.pid])
      await em.execute('select 1')
    })
    await expect(work).rejects.toThrow()
    expect(await (await opened.em()).count(note)).toBeGreaterThan(0)
    await opened.close()
  })

  test('whoever uses up the connections of one purpose leaves those of the others alone', async () => {
    const url = database.urlFor('booking')
    const opened = openDatabase({ url, poolSize: 2, applicationName: 'booking' })
    const pools = [opened.requests, opened.background, opened.staff, opened.health]
    for (const used of pools) {
      const connect = () => eventually(() => used.connect())
      const all = await Promise.all(Array.from({ length: used.options.max }, connect))
      const others = pools.filter(pool => pool !== used)
      for (const pool of others) {
        const { rows } = await eventually(() => pool.query('select 1 as one'))
        expect(rows).toEqual([{ one: 1 }])
      }
      for (const client of all) client.release()
    }
    await opened.close()
  })
})

/** Longer than a busy machine delays a statement, in milliseconds. */
const queryTimeoutMs = 3_000

test('where a server answers nothing any more, a transaction fails as unavailable once, and its connection is thrown away without a rollback', async () => {
  const pool = database.pool(undefined, { max: 1, query_timeout: queryTimeoutMs })
  const asked: string[] = []
  const work = transaction(pool, async tx => {
    const query = vi.spyOn(tx, 'query')
    query.mockClear()
    await tx.query('select pg_sleep(60)').finally(() => asked.push(...query.mock.calls.map(([text]) => String(text))))
  })
  const error = await work.catch((failure: unknown) => failure)
  expect(isDatabaseUnavailable(error)).toBe(true)
  expect(asked).toEqual(['select pg_sleep(60)'])
  expect(pool.totalCount).toBe(0)
})

test('background work of a process that is cut off while it holds a row: its session that waits for the row does not get it afterwards', async () => {
  await owner.query("insert into public.note values ('hot')")
  const lockHot = "select from public.note where text = 'hot' for update"
  const proxy = await proxyBefore(database.adminUrl)
  proxy.whenSent(Buffer.from('cut off here'), () => proxy.cut('requests'))
  onTestFinished(() => proxy.leadTo(undefined))
  const opened = openDatabase({ url: proxy.url, poolSize: 1, applicationName: 'cut off' })
  opened.background.options.query_timeout = 20_000
  const waiting = async () => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'cut off background' and wait_event_type = 'Lock'`,
    )
    return rows[0]?.count
  }
  const outcomes: unknown[] = []
  const waiter = (tx: pg.PoolClient) =>
    tx.query(lockHot).then(
      () => outcomes.push('locked'),
      error => outcomes.push(error.code),
    )
  const works: Promise<unknown>[] = []
  const holder = transaction(opened.background, async tx => {
    await tx.query(lockHot)
    works.push(transaction(opened.background, waiter))
    await expect.poll(() => tx.query('select').then(waiting)).toBe(1)
    await tx.query('select pg_sleep(2)') // It becomes idle well after the others have begun to wait.
    await tx.query("select 'cut off here'")
  }).catch((error: unknown) => error)
  await expect.poll(() => works.length).toBe(1)
  await owner.query("update public.note set text = 'hot' where text = 'hot'")

  await Promise.allSettled(works)
  expect(outcomes).toEqual(['55P03'])
  expect(isDatabaseUnavailable(await holder)).toBe(true)
  await opened.close()
})

test('background work asks its own server whether it is there, not the pooler of the requests', async () => {
  const url = database.adminUrl
  const sessionUrl = new URL(url)
  sessionUrl.port = '1'
  const opened = openDatabase({ url, sessionUrl: sessionUrl.href, poolSize: 1, applicationName: 'pooled' })
  onTestFinished(() => opened.close())
  await expect(opened.health.query('select')).resolves.toBeDefined()
  await expect(opened.backgroundHealth.query('select')).rejects.toThrow('ECONNREFUSED')
})
