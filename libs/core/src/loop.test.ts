import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Outcome, startLoop } from './loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A loop whose rounds have the given outcomes and then `idle`. */
function start(...outcomes: Outcome[]) {
  let rounds = 0
  const round = async (): Promise<Outcome> => outcomes[rounds++] ?? 'idle'
  const loop = startLoop({ round, idleMs: 1_000, maxBackoffMs: 300 })
  onTestFinished(() => loop.stop())
  return { loop, rounds: () => rounds }
}

describe('a loop', () => {
  test('does not end the wait after a failure when woken', async () => {
    const { loop, rounds } = start('failed')
    await vi.advanceTimersByTimeAsync(10)
    loop.wake()
    await vi.advanceTimersByTimeAsync(10)
    expect(rounds()).toBe(1)
  })

  test('waits longer after each failure, up to a limit', async () => {
    const { rounds } = start('failed', 'failed', 'failed', 'failed')
    const seen: number[] = []
    for (const wait of [100, 200, 300, 300]) {
      await vi.advanceTimersByTimeAsync(wait)
      seen.push(rounds())
    }
    expect(seen).toEqual([2, 3, 4, 5])
  })

  test('starts another round when woken during one', async () => {
    let rounds = 0
    const loop = startLoop({
      round: async () => {
        rounds += 1
        if (rounds === 1) loop.wake()
        return 'idle'
      },
      idleMs: 1_000,
      maxBackoffMs: 300,
    })
    onTestFinished(() => loop.stop())
    await vi.advanceTimersByTimeAsync(0)
    expect(rounds).toBe(2)
  })

  test('waits for the running round when stopped and starts no other', async () => {
    let finish = () => {}
    let rounds = 0
    const round = () =>
      new Promise<Outcome>(resolve => {
        rounds += 1
        finish = () => resolve('more')
      })
    const loop = startLoop({ round, idleMs: 0, maxBackoffMs: 300 })
    await vi.advanceTimersByTimeAsync(0)
    const stopped = loop.stop()
    finish()
    await stopped
    expect(rounds).toBe(1)
  })
})
