import { afterEach, describe, expect, test } from 'vitest'
import { addDays, dateText, dayOf, daysBetween, fromLocal, toLocal } from './days.ts'

const { TZ } = process.env
afterEach(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** Each half hour of a day in UTC. */
const halfHours = Array.from({ length: 48 }, (_, half) => half * 1_800_000)

// The browser's own clock changes do not matter: these nights are an hour shorter or longer there; Taipei has no clock change.
describe.each([
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['America/Santiago', '2026-09-06', '2026-04-05'],
  ['Asia/Taipei', '2026-03-08', '2026-11-01'],
])('in a browser in %s', (zone, ...nights) => {
  test.each(nights)('%s is a day of Asia/Taipei like any other', night => {
    process.env.TZ = zone
    const midnight = Date.parse(`${night}T00:00:00+08:00`)
    for (const half of halfHours) {
      const instant = new Date(midnight + half).toISOString()
      const local = `${night} ${new Date(half).toISOString().slice(11, 16)}`
      expect([dayOf(instant), toLocal(instant), fromLocal(local)]).toEqual([night, local, instant])
    }
    expect([addDays(night, 1), addDays(addDays(night, 1), -1)]).toEqual([dayOf(new Date(midnight + 86_400_000)), night])
    expect(daysBetween(addDays(night, -1), addDays(night, 1))).toBe(2)
  })
})

test('an empty field has no instant, and neither has one that is half written', () => {
  for (const text of ['', '2026-11-2', '2026-02-30 10:00'])
    expect([toLocal(text), fromLocal(text)]).toEqual([text, text])
})

test('a date is read in any usual way of writing, and a half-written one stays as it is', () => {
  for (const text of ['2026-11-29', '2026/11/29', '２０２６年１１月２９日', ' 20261129 '])
    expect(dateText(text)).toBe('2026-11-29')
  expect(dateText('2026.1.9 9:30', true)).toBe('2026-01-09 09:30')
  expect(dateText('20261129', true)).toBe('2026-11-29 00:00')
  for (const text of ['', '2026-11', '2026111', '2026-11-', '202611299']) expect(dateText(text)).toBe(text)
})
