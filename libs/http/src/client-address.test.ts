import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

let seen = ''
const server = createServer((request: IncomingMessage, response) => {
  seen = clientAddress(request)
  response.end()
})
let url = ''
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test.each([
  ['the one that the gateway knows', '203.0.113.9', '203.0.113.9'],
  ['an IPv6 address', '2001:db8::9', '2001:db8::9'],
  ['what is no address is not believed', 'nonsense', '127.0.0.1'],
  ['a list is not from the gateway', '203.0.113.9, 10.0.0.1', '127.0.0.1'],
  ['without the header, the connection has one', undefined, '127.0.0.1'],
])('%s: %s -> %s', async (_, forwarded, expected) => {
  await fetch(url, { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } })
  expect(seen).toBe(expected)
})
