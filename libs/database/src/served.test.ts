import type { Pool, PoolClient } from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { beginTransaction } from './open-transaction.ts'
import { watchService } from './served.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that answers, refuses, or is silent; `asked` counts the questions. */
function watchOne() {
  const database = { reads: 'answered', commits: 'answered', asked: 0 }
  const query = async (statement: string) => {
    database.asked += 1
    const outcome = /^commit|emit_message/.test(statement) ? database.commits : database.reads
    if (outcome === 'refused') throw new Error('refused')
    if (outcome === 'silent') await new Promise(() => {})
    return { rows: [], rowCount: 0 }
  }
  const watch = watchService({ query: query as never })
  onTestFinished(() => watch.stop())
  const client = { query, on: () => {}, off: () => {}, release: () => {} } as never as PoolClient
  const pool = { connect: async () => client } as never as Pool
  const isServed = (purpose: 'requests' | 'background') => watch.outage(purpose) === undefined
  return { database, watch, isServed, pool, pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000) }
}

test('a question without an answer: requests go elsewhere after 1 s, consumers leave after 3 s', async () => {
  const { database, isServed, pass } = watchOne()
  const served = () => [isServed('requests'), isServed('background')]
  database.reads = 'silent'
  const seen = []
  for (const seconds of [1.9, 0.3, 1.8, 0.2]) {
    await pass(seconds)
    seen.push(served())
  }
  expect(seen).toEqual([
    [true, true],
    [false, true],
    [false, true],
    [false, false],
  ])
})

test('a database that takes long for each answer serves, as long as it takes less than that', async () => {
  const refused = { requests: 0, background: 0 }
  for (const [purpose, takesMs] of [
    ['requests', 900],
    ['background', 1_900],
  ] as const) {
    const watch = watchService({ query: (() => new Promise(resolve => setTimeout(resolve, takesMs))) as never })
    onTestFinished(() => watch.stop())
    for (let step = 0; step < 600; step += 1) {
      await vi.advanceTimersByTimeAsync(100)
      if (watch.outage(purpose) !== undefined) refused[purpose] += 1
    }
  }
  expect(refused).toEqual({ requests: 0, background: 0 })
})

test('a process whose database refuses is served again with the first answer; one refusal is nothing', async () => {
  const { database, isServed, pass } = watchOne()
  database.reads = 'refused'
  await pass(1.2)
  database.reads = 'answered'
  await pass(5)
  expect(isServed('background')).toBe(true)
  database.reads = 'refused'
  await pass(5)
  expect(isServed('background')).toBe(false)
  database.reads = 'answered'
  await pass(0.3)
  expect(isServed('background')).toBe(true)
})

test('a process whose commits are not confirmed is not served, although reads are answered, until one is confirmed', async () => {
  const { database, isServed, pool, pass } = watchOne()
  const opened = await beginTransaction(pool)
  database.commits = 'silent'
  void opened.commit()
  database.commits = 'refused'
  await pass(6)
  expect(isServed('background')).toBe(false)
  database.commits = 'answered'
  await pass(6)
  expect(isServed('background')).toBe(true)
})
