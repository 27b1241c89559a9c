import { expect, test } from 'vitest'
import { clientKey, siteKey } from './client-key.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('requests from %s are counted for %s', (address, key) => {
  expect(clientKey(address)).toBe(key)
})

test('requests from all networks of one site are counted for its /48, too', () => {
  expect(['2001:db8:1:2::9', '2001:db8:1:ffff::9', '203.0.113.7'].map(siteKey)).toEqual([
    '2001:db8:1',
    '2001:db8:1',
    undefined,
  ])
})
