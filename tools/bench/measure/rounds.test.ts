import { expect, test } from 'vitest'
import { resultOf } from './pgbench.ts'
import { measureInTurns, median, ratio, type Variant } from './rounds.ts'

const rated = (name: string, rates: number[], order: string[]): Variant => ({
  name,
  run: async () => {
    order.push(name)
    return { perSecond: rates.shift() ?? 0, p50: 1, p99: 2, longest: 3, requests: 10, errors: 1, statuses: {} }
  },
})

test('variants take turns, warm-up does not count, and the result is the median', async () => {
  const order: string[] = []
  const variants = [rated('a', [9_999, 10, 30, 20], order), rated('b', [9_999, 1, 1, 7], order)]
  const plan = { rounds: 3, secondsPerRound: 1, warmUpSeconds: 1 }
  const measured = await measureInTurns(variants, plan, { processes: [], log: () => {} })
  expect(order.join('')).toBe('abababab')
  expect(measured.map(({ perSecond, slowest, fastest, errors }) => [perSecond, slowest, fastest, errors])).toEqual([
    [20, 10, 30, 3],
    [1, 1, 7, 3],
  ])
  expect(ratio(measured, 'a', 'b')).toBe(20)
  expect(ratio(measured, 'a', 'left out')).toBeNaN()
})

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2],
  [[5], 5],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle)
})

test("of pgbench's log counts what began two seconds after the first transaction, and a failed one is an error", () => {
  const log = ['0 1 500000 0 100 500000', '0 2 1000000 0 103 0', '1 3 failed 0 103 0', '0 3 1000000 0 104 0', '']
  expect(resultOf(log.join('\n'))).toMatchObject({ perSecond: 1, requests: 3, errors: 1 })
})
