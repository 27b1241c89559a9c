import { expect, test } from 'vitest'
import { timerExpiredAt } from './expired-holds.ts'

const now = new Date('2026-11-20T08:00:00.000Z')
const died = (value: unknown) => ({ 'x-death': [{ time: { '!': 'timestamp', value } }] })

test.each<[string, Record<string, unknown>, string]>([
  ['when the broker dead-lettered it, in whole seconds', died(now.getTime() / 1000 - 60), '2026-11-20T07:59:01.000Z'],
  ['now, when the header has a later time', died(now.getTime()), '2026-11-20T08:00:00.000Z'],
  ['now, without a header', {}, '2026-11-20T08:00:00.000Z'],
  ['now, when the header has no time', died('yesterday'), '2026-11-20T08:00:00.000Z'],
  // Anyone can publish the header; an invalid instant would be waited for until the timeout.
  ['the epoch, when the header has a time before any date', died(-1e300), '1970-01-01T00:00:00.000Z'],
])('a timer expired: %s', (_, headers, instant) => {
  expect(timerExpiredAt(headers, now)).toEqual(new Date(instant))
})
