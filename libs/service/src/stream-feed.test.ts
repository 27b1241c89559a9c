import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFeed } from './stream-feed.ts'
import type { OpenStream } from './streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Two boards with a number each, and a feed of them. */
function start({ keepsStates = false } = {}) {
  const numbers = new Map([
    ['north', 1],
    ['south', 1],
  ])
  const reads: (readonly string[])[] = []
  const outage = { isOn: false }
  const feed = createFeed<{ id: string; number: number }>({
    event: 'board',
    pauseMs: 50,
    keepsStates,
    log: pino({ enabled: false }),
    read: async known => {
      reads.push([...known.keys()])
      if (outage.isOn) throw new Error('rain')
      const found = [...known].flatMap(([key, id]) => {
        const number = numbers.get(key) ?? 0
        return String(number) === id ? [] : [[key, { id: String(number), number }] as const]
      })
      return new Map(found)
    },
    present: ({ number }, before) => (before ? { number, before: before.number } : { number }),
  })
  const join = (key: string, lastId?: string) => {
    const told: string[] = []
    const sender = { sendEvent: (_: string, id: string, data: string) => void told.push(`${id} ${data}`) }
    return { told, leave: feed.join(key, { sender, lastId } as unknown as OpenStream) }
  }
  const set = (key: string, number: number) => void numbers.set(key, number)
  return { feed, join, set, reads, outage }
}

test('streams of the same topic are told together, by one read for all that woke', async () => {
  const { feed, join, set, reads } = start()
  const [north, alsoNorth, south] = [join('north'), join('north'), join('south')]
  await vi.advanceTimersByTimeAsync(100)
  expect(reads).toEqual([['north', 'south']])
  for (const number of [2, 3]) set('north', number)
  feed.wake('north')
  feed.wake('nowhere')
  await vi.advanceTimersByTimeAsync(100)
  expect(reads).toHaveLength(2)
  expect([north.told, alsoNorth.told, south.told]).toEqual([
    ['1 {"number":1}', '3 {"number":3}'],
    ['1 {"number":1}', '3 {"number":3}'],
    ['1 {"number":1}'],
  ])
})

test('a stream that joins later is told the state that the others have, unless it has it', async () => {
  const { join } = start()
  join('north')
  await vi.advanceTimersByTimeAsync(100)
  const [later, resumed] = [join('north', '0'), join('north', '1')]
  await vi.advanceTimersByTimeAsync(100)
  expect([later.told, resumed.told]).toEqual([['1 {"number":1}'], []])
})

test('a feed that keeps its states says what was before, to those who had that', async () => {
  const { feed, join, set } = start({ keepsStates: true })
  const first = join('north')
  await vi.advanceTimersByTimeAsync(100)
  const stale = join('north', '0')
  set('north', 2)
  feed.wakeAll()
  await vi.advanceTimersByTimeAsync(100)
  expect([first.told, stale.told]).toEqual([
    ['1 {"number":1}', '2 {"number":2,"before":1}'],
    ['1 {"number":1}', '2 {"number":2,"before":1}'],
  ])
})

test('what no event told is found by itself, and a read that fails is repeated', async () => {
  const { join, set, outage } = start()
  const { told, leave } = join('north')
  await vi.advanceTimersByTimeAsync(100)
  outage.isOn = true
  set('north', 2)
  await vi.advanceTimersByTimeAsync(32_000)
  expect(told).toHaveLength(1)
  outage.isOn = false
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toEqual(['1 {"number":1}', '2 {"number":2}'])
  leave()
  set('north', 3)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toHaveLength(2)
})
