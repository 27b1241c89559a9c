import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { clientAddress, createClientReader } from './client-address.ts'

function requestFrom(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const request = new IncomingMessage(socket)
  request.headers = headers
  return request
}

describe('the address of a client behind the gateway', () => {
  test.each([
    ['the one that the gateway knows', '203.0.113.9', '203.0.113.9'],
    ['an IPv6 address', '2001:db8::9', '2001:db8::9'],
    ['a text that is not an address is not believed', 'nonsense', '127.0.0.1'],
    ['a list is not from the gateway', '203.0.113.9, 10.0.0.1', '127.0.0.1'],
  ])('%s: %s -> %s', (_, forwarded, expected) => {
    expect(clientAddress(requestFrom('127.0.0.1', { 'x-forwarded-for': forwarded }))).toBe(expected)
  })

  test('without the header it is that of the connection', () => {
    expect(clientAddress(requestFrom('::ffff:127.0.0.1'))).toBe('127.0.0.1')
  })
})

describe('the address of a client of the gateway', () => {
  const read = (trusted: string[], peer: string, forwardedFor: string) =>
    createClientReader(trusted)(requestFrom(peer, { 'x-forwarded-for': forwardedFor, 'x-forwarded-proto': 'https' }))

  test('is that of the connection, whatever the client claims', () => {
    for (const trusted of [[], ['10.0.0.0/8']])
      expect(read(trusted, '::ffff:203.0.113.7', '10.0.0.1')).toEqual({ address: '203.0.113.7', secure: false })
  })

  test.each([
    ['the last address that is not a proxy', '198.51.100.1, 203.0.113.7, 10.1.1.1', '203.0.113.7'],
    ['an IPv6 address', '2001:db8::9', '2001:db8::9'],
    ['the first of the proxies where all are proxies', '10.2.2.2, 10.1.1.1', '10.2.2.2'],
    ['the proxy itself where the last entry is not an address', '1.2.3.4, unknown', '10.0.0.1'],
    ['the proxy itself where the list is empty', '', '10.0.0.1'],
  ])('behind trusted proxies is %s: %s', (_, forwardedFor, address) => {
    expect(read(['10.0.0.0/8'], '::ffff:10.0.0.1', forwardedFor)).toEqual({ address, secure: true })
  })
})
