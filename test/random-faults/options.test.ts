import { expect, test } from 'vitest'
import { faultTargets } from './faults.ts'
import { faultRunOptions } from './options.ts'

const defaults = { minutes: 2, members: 30, seed: () => 42 }
const optionsOf = (...args: string[]) => faultRunOptions('test:faults', args, defaults)

test('by default a run lasts two minutes with a random seed', () => {
  expect(optionsOf()).toEqual({ minutes: 2, seed: 42, members: 30, grace: 600, only: faultTargets })
})

test('reads minutes, seed, members, the grace and what faults are drawn from', () => {
  const args = ['--minutes', '0.5', '--seed', '7', '--members', '5', '--grace', '15', '--only', 'clock,partition']
  expect(optionsOf(...args)).toEqual({ minutes: 0.5, seed: 7, members: 5, grace: 15, only: ['clock', 'partition'] })
})

test.each([
  [['--minutes', '0'], /--minutes must be a number from 0.5 to 240/],
  [['--seed', '1.5'], /--seed must be a whole number/],
  [['--seed', ''], /--seed must be a whole number/],
  [['--only', 'clocks'], /--only must name some of process, server, clock, .*, not "clocks"/],
  [['--faults', 'many'], /Unknown option '--faults'/],
])('%j is refused with the usage', (args, message) => {
  expect(() => optionsOf(...args)).toThrow(message)
  expect(() => optionsOf(...args)).toThrow(/usage: npm run test:faults/)
})

test('losses of machines are no faults to choose from', () => {
  expect(() => faultRunOptions('test:failover', ['--only', 'clock'], defaults)).toThrow(/Unknown option '--only'/)
})
