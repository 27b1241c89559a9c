import { expect, test } from 'vitest'
import { createClock } from './clock.ts'

test('a test clock stands still until it is moved', () => {
  const clock = createClock('2026-11-20T08:00:00.000Z')
  clock.advance(900_000)
  expect(clock.now()).toEqual(new Date('2026-11-20T08:15:00.000Z'))
})

test('a change of a returned date does not move it', () => {
  const clock = createClock()
  clock.now().setFullYear(1999)
  expect(clock.now().getFullYear()).toBe(2026)
})
