import { expect, test } from 'vitest'
import { ordealOptions } from './options.ts'

const randomSeed = () => 42

test('without options it runs two minutes with a random seed', () => {
  expect(ordealOptions([], randomSeed)).toEqual({ minutes: 2, seed: 42, members: 30, help: false })
})

test('minutes, seed and members are read', () => {
  const args = ['--minutes', '0.5', '--seed', '7', '--members', '5']
  expect(ordealOptions(args, randomSeed)).toEqual({ minutes: 0.5, seed: 7, members: 5, help: false })
})

test.each([
  [['--minutes', '0'], /--minutes must be a number from 0.5 to 240/],
  [['--seed', '1.5'], /--seed must be a whole number/],
  [['--seed', ''], /--seed must be a whole number/],
  [['--faults', 'many'], /Unknown option '--faults'/],
])('%j is refused with the usage', (args, message) => {
  expect(() => ordealOptions(args, randomSeed)).toThrow(message)
  expect(() => ordealOptions(args, randomSeed)).toThrow(/usage: npm run ordeal/)
})
