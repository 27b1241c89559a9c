import { expect, test } from 'vitest'
import { ecpayTime } from './ecpay-formats.ts'

test.each([
  ['2026-11-20T16:00:00.000Z', '2026/11/21 00:00:00'],
  ['2026-12-31T15:59:59.999Z', '2026/12/31 23:59:59'],
])('%s is %s on the clock of Taipei', (at, written) => {
  expect(ecpayTime(new Date(at))).toBe(written)
})
