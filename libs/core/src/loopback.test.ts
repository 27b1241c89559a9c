import { expect, test } from 'vitest'
import { isLoopback, isSafeTransport } from './loopback.ts'

test('addresses of this machine only', () => {
  const others = ['0.0.0.0', '::', '10.0.0.1', '1127.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', '']
  const own = ['127.0.0.1', '127.8.9.10', 'localhost', 'LOCALHOST', '::1', '[::1]']
  expect([...others, ...own].filter(isLoopback)).toEqual(own)
})

test('an address that is safe against listeners is encrypted, or of this machine', () => {
  const unsafe = ['http://id.example.com/keys', 'http://127.0.0.1@id.example.com/keys', 'ftp://127.0.0.1/keys', 'keys']
  const safe = ['https://id.example.com/keys', 'http://127.0.0.1:8080/keys', 'http://[::1]:8080/keys']
  expect([...unsafe, ...safe].filter(isSafeTransport)).toEqual(safe)
})
