import { expect, test } from 'vitest'
import { overBy } from './consumers.ts'

const now = new Date('2026-11-20T08:00:00.000Z')
const died = (value: unknown) => ({ 'x-death': [{ time: { '!': 'timestamp', value } }] })

test.each<[string, Record<string, unknown>, string]>([
  ['when the broker took it out, in whole seconds', died(now.getTime() / 1000 - 60), '2026-11-20T07:59:01.000Z'],
  ['the present, when it says a later time', died(now.getTime()), '2026-11-20T08:00:00.000Z'],
  ['the present, when it does not say', {}, '2026-11-20T08:00:00.000Z'],
  ['the present, when it says no time', died('yesterday'), '2026-11-20T08:00:00.000Z'],
  // Anyone may publish such a header; an instant that is none would be asked for until the timeout.
  ['an instant, when it says a time before all time', died(-1e300), '1970-01-01T00:00:00.000Z'],
])('a hold whose message has come back was over by: %s', (_, headers, instant) => {
  expect(overBy(headers, now)).toEqual(new Date(instant))
})
