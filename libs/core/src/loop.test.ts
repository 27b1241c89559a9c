import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Outcome, startLoop } from './loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A loop whose rounds are these functions or have these outcomes, and then `idle`. */
function start(...given: (Outcome | (() => Promise<Outcome>))[]) {
  let rounds = 0
  const round = async (): Promise<Outcome> => {
    const one = given[rounds++] ?? 'idle'
    return typeof one === 'function' ? one() : one
  }
  const loop = startLoop({ round, idleMs: 1_000, maxBackoffMs: 300 })
  onTestFinished(() => loop.stop())
  return { loop, rounds: () => rounds }
}

test('a loop does not end the wait after a failure when woken', async () => {
  const { loop, rounds } = start('failed')
  await vi.advanceTimersByTimeAsync(10)
  loop.wake()
  await vi.advanceTimersByTimeAsync(10)
  expect(rounds()).toBe(1)
})

test('a loop waits longer after each failure, up to a limit', async () => {
  const { rounds } = start('failed', 'failed', 'failed', 'failed')
  const seen: number[] = []
  for (const wait of [100, 200, 300, 300]) {
    await vi.advanceTimersByTimeAsync(wait)
    seen.push(rounds())
  }
  expect(seen).toEqual([2, 3, 4, 5])
})

test('a loop starts another round when woken during one; stopped during one, it waits for that and starts no other', async () => {
  const [first, second] = [Promise.withResolvers<Outcome>(), Promise.withResolvers<Outcome>()]
  const { loop, rounds } = start(
    () => first.promise,
    () => second.promise,
  )
  await vi.advanceTimersByTimeAsync(0)
  loop.wake()
  first.resolve('idle')
  await vi.advanceTimersByTimeAsync(0)
  expect(rounds()).toBe(2)
  const stopped = loop.stop()
  second.resolve('more')
  await stopped
  expect(rounds()).toBe(2)
})
