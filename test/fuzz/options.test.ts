import { expect, test } from 'vitest'
import { fuzzOptions } from './options.ts'

const randomSeed = () => 42

test('by default a run sends 20,000 requests with a random seed', () => {
  expect(fuzzOptions([], randomSeed)).toEqual({ requests: 20_000, minutes: undefined, seed: 42 })
})

test('with minutes, the time is the limit', () => {
  const args = ['--minutes', '0.5', '--seed', '7']
  expect(fuzzOptions(args, randomSeed)).toEqual({ requests: 1_000_000, minutes: 0.5, seed: 7 })
})

test('reads the number of requests', () => {
  expect(fuzzOptions(['--requests', '500'], randomSeed)).toEqual({ requests: 500, minutes: undefined, seed: 42 })
})

test.each([
  [['--minutes', '0'], /--minutes must be a number from 0.1 to 240/],
  [['--requests', '0'], /--requests must be a whole number from 1/],
  [['--seed', '1.5'], /--seed must be a whole number/],
  [['--routes', 'all'], /Unknown option '--routes'/],
])('%j is refused with the usage', (args, message) => {
  expect(() => fuzzOptions(args, randomSeed)).toThrow(message)
  expect(() => fuzzOptions(args, randomSeed)).toThrow(/usage: npm run test:fuzz/)
})
