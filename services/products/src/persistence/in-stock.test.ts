import type { Queryable } from '@campstore/database/database'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createInStockReader, inStockMaxAgeMs, readWithStock } from './in-stock.ts'

/** A database that says for each statement that another revision, or the same, is in stock. */
function inStockOf(...revisions: string[]) {
  const query = vi.fn(async () => ({ rows: [{ revision: revisions.shift(), ids: '{}' }] }))
  return { query, readInStock: createInStockReader({ query } as unknown as Queryable) }
}

// docs/contract/catalogue.md#list
test('however many searches ask for it, what is in stock is read once in two seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { query, readInStock } = inStockOf('r1', 'r1')
  const search = () => readWithStock(readInStock, true, async () => ({ revision: 'r1' }))
  await Promise.all([search(), search()])
  vi.advanceTimersByTime(inStockMaxAgeMs - 1)
  const { readAt } = await search()
  expect([query.mock.calls.length, performance.now() - (readAt ?? 0)]).toEqual([1, inStockMaxAgeMs - 1])
  vi.advanceTimersByTime(1)
  await search()
  expect(query).toHaveBeenCalledTimes(2)
})

test('a catalogue that has changed meanwhile is read with what is in stock of it, by all who saw the change', async () => {
  const { query, readInStock } = inStockOf('r1', 'r2')
  await readInStock()
  const search = () => readWithStock(readInStock, true, async stock => ({ revision: 'r2', of: stock?.revision }))
  expect(await Promise.all([search(), search()])).toMatchObject([{ of: 'r2' }, { of: 'r2' }])
  expect(query).toHaveBeenCalledTimes(2)
})

test('a look that began before the change, and that others wait for, is not taken for one after it', async () => {
  const { query, readInStock } = inStockOf('r1', 'r1', 'r2')
  const before = readInStock(await readInStock())
  const found = await readWithStock(readInStock, true, async stock => ({ revision: 'r2', of: stock?.revision }))
  expect([(await before).revision, found.of, query.mock.calls.length]).toEqual(['r1', 'r2', 3])
})
