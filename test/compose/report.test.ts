import { expect, test } from 'vitest'
import { markOf, summaryOf, tableOf } from './report.ts'

const before = { attempts: [1, 9], tookMs: [20, 9_000], failures: ['x'], paid: [], held: [] }

test('what clients saw during a step is what came after it began', () => {
  const mark = markOf(before)
  const after = { ...before, attempts: [1, 9, 1, 4], tookMs: [20, 9_000, 30, 2_500], failures: ['x', 'y'] }
  expect(summaryOf(after, mark)).toEqual({ answered: 2, repeated: 1, longestSeconds: 2.5, failed: 1 })
})

test('a step without requests has a longest time of 0', () => {
  expect(summaryOf(before, markOf(before))).toEqual({ answered: 0, repeated: 0, longestSeconds: 0, failed: 0 })
})

test('the table has a line for each step, and leaves out what no client saw', () => {
  const table = tableOf([
    { name: 'build', seconds: 12.34, outcome: 'small', clients: undefined },
    {
      name: 'kill redis',
      seconds: 1,
      outcome: '',
      clients: { answered: 10, repeated: 2, longestSeconds: 1.5, failed: 0 },
    },
  ])
  expect(table.split('\n')).toEqual([
    'step        seconds  answered  repeated  longest (s)  failed  outcome',
    'build          12.3                                           small',
    'kill redis      1.0        10         2          1.5       0',
  ])
})
