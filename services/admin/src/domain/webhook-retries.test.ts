import { expect, test } from 'vitest'
import { deliveryPeriodMs, nextAttemptAt } from './webhook-retries.ts'

// Retries (docs/contract/admin.md#webhook-retries).
const start = new Date('2026-11-20T08:00:00Z')
const giveUpAt = new Date(start.getTime() + deliveryPeriodMs)

test('a delivery that always fails is attempted for three days, later after each failure, and then no more', () => {
  const times = [start]
  for (let next: Date | undefined = start; next; ) {
    next = nextAttemptAt(times.length, next, giveUpAt, 0.5)
    if (next) times.push(next)
  }
  const seconds = times.map(at => (at.getTime() - start.getTime()) / 1000)
  expect(seconds.slice(0, 6)).toEqual([0, 10, 30, 70, 150, 310])
  expect(seconds.at(-1)).toBe(3 * 86_400)
  expect(times).toHaveLength(24)
})

test('the back-off is spread', () => {
  const delay = (random: number) => Number(nextAttemptAt(1, start, giveUpAt, random)) - start.getTime()
  expect([delay(0), delay(1)]).toEqual([8_000, 12_000])
})
