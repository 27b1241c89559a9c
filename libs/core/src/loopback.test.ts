import { expect, test } from 'vitest'
import { isLoopback, isSafeTransport } from './loopback.ts'

test.each(['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '[::1]'])('%s is this machine', host => {
  expect(isLoopback(host)).toBe(true)
})

test.each(['0.0.0.0', '::', '10.0.0.1', '1127.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', ''])(
  '%j is not only this machine',
  host => {
    expect(isLoopback(host)).toBe(false)
  },
)

test.each([
  ['https://id.example.com/keys', true],
  ['http://127.0.0.1:8080/keys', true],
  ['http://[::1]:8080/keys', true],
  ['http://id.example.com/keys', false],
  ['http://127.0.0.1@id.example.com/keys', false],
  ['ftp://127.0.0.1/keys', false],
  ['keys', false],
])('%s is safe against listeners: %s', (address, safe) => {
  expect(isSafeTransport(address)).toBe(safe)
})
