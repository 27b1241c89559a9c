import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientKey, createClientReader } from './client-address.ts'

function requestFrom(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  request.headers = headers
  return request
}

describe('the address of a client', () => {
  test('is that of the connection, whatever the client says', () => {
    const request = requestFrom('::ffff:203.0.113.7', { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'https' })
    expect(createClientReader([])(request)).toEqual({ address: '203.0.113.7', secure: false })
    expect(createClientReader(['10.0.0.0/8'])(request)).toEqual({ address: '203.0.113.7', secure: false })
  })

  test('behind trusted proxies is the last one that they do not vouch for', () => {
    const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.1.1.1', 'x-forwarded-proto': 'https' }
    const client = createClientReader(['10.0.0.0/8'])(requestFrom('10.0.0.1', headers))
    expect(client).toEqual({ address: '203.0.113.7', secure: true })
  })

  test('is the proxy itself where it names nobody that is an address', () => {
    const client = createClientReader(['10.0.0.1'])(requestFrom('10.0.0.1', { 'x-forwarded-for': '1.2.3.4, unknown' }))
    expect(client.address).toBe('10.0.0.1')
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('requests from %s count for %s', (address, key) => {
  expect(clientKey(address)).toBe(key)
})
