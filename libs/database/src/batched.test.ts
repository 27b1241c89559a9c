import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { again, batched, limited } from './batched.ts'

// Nothing becomes slow because the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A function that runs batches and ends each when the test says so. */
function delayedRun() {
  const batches: { queries: readonly number[]; result(): void; fail(error: Error): void }[] = []
  const run = (queries: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ queries, result: () => resolve(queries.map(query => query * 10)), fail: reject })
    })
  return { batches, run, ran: () => batches.map(({ queries }) => queries) }
}

test('no more batches run concurrently, and no more queries go into one, than is allowed', async () => {
  const { batches, run, ran } = delayedRun()
  const query = batched(run, { concurrency: 2, batchSize: 3 })
  const results = Array.from({ length: 8 }, (_, index) => query(index))
  await turn()
  expect(ran()).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ])
  batches[0]?.result()
  await turn()
  expect(ran().at(-1)).toEqual([6, 7])
  for (const batch of batches) batch.result()
  expect(await Promise.all(results)).toEqual([0, 10, 20, 30, 40, 50, 60, 70])
})

test('a query that makes its batch fail fails alone', async () => {
  const run = async (queries: readonly number[]) => {
    if (queries.includes(2)) throw new Error('2 is refused')
    return queries.map(query => query * 10)
  }
  const results = await Promise.allSettled([1, 2, 3].map(batched(run, { concurrency: 1, batchSize: 10 })))
  expect(results).toEqual([
    { status: 'fulfilled', value: 10 },
    { status: 'rejected', reason: new Error('2 is refused') },
    { status: 'fulfilled', value: 30 },
  ])
})

test('a batch without an answer does not hold up the others', async () => {
  const { batches, run, ran } = delayedRun()
  const query = batched(run, { concurrency: 1, batchSize: 10 })
  const silent = query(1)
  await turn()
  const later = query(2)
  vi.advanceTimersByTime(500)
  await turn()
  expect(ran()).toEqual([[1], [2]])
  batches[1]?.result()
  expect(await later).toBe(20)
  batches[0]?.result()
  expect(await silent).toBe(10)
})

test('no more calls of a limited read are in progress than is allowed, however long they take', async () => {
  const { batches, run, ran } = delayedRun()
  const read = limited((query: number) => run([query]), 2)
  const results = [1, 2, 3].map(read)
  await turn()
  vi.advanceTimersByTime(60_000)
  await turn()
  expect(ran()).toEqual([[1], [2]])
  batches[0]?.result()
  await turn()
  expect(ran()).toEqual([[1], [2], [3]])
  for (const batch of batches) batch.result()
  expect(await Promise.all(results)).toEqual([[10], [20], [30]])
})

test('queries with one key run one after another, and hold up no other; one that has to run again comes first', async () => {
  const batches: { queries: readonly string[]; end(results: (string | typeof again)[]): void }[] = []
  const run = (queries: readonly string[]) =>
    new Promise<(string | typeof again)[]>(resolve => void batches.push({ queries, end: resolve }))
  const query = batched(run, {
    concurrency: 1,
    batchSize: 3,
    keyOf: name => name.charAt(0),
    sizeOf: name => name.length,
  })
  const results = Promise.all(['a1', 'a2', 'b', 'c', 'long'].map(query))
  await turn()
  vi.advanceTimersByTime(500)
  await turn()
  batches[0]?.end(['a1', again])
  batches[1]?.end(['c'])
  for (let next = 2; next < 4; next += 1) {
    await turn()
    batches[next]?.end([...(batches[next]?.queries ?? [])])
  }
  expect(await results).toEqual(['a1', 'a2', 'b', 'c', 'long'])
  expect(batches.map(({ queries }) => queries)).toEqual([['a1', 'b'], ['c'], ['b', 'a2'], ['long']])
})
