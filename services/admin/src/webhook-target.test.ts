import { createServer } from 'node:net'
import { listenOnLoopback } from '@campstore/testing/http-server'
import { expect, onTestFinished, test } from 'vitest'
import { startReceiver } from './testing/receiver.ts'
import { postWebhook } from './webhook-client.ts'
import { findTarget } from './webhook-target.ts'

// Where requests go (docs/contract/admin.md#webhooks).
test('nothing is sent to a name that leads to a private address, and nothing in plain http', async () => {
  const none = { error: 'The host has no address in the public network' }
  expect(await findTarget('https://localhost/hook', 'refused')).toEqual(none)
  expect(await findTarget('https://localhost./hook', 'refused')).toEqual(none)
  expect(await findTarget('http://8.8.8.8/hook', 'refused')).toEqual({ error: 'The address is not https' })
})

test('a request goes to the address that was checked, whatever the name leads to then', async () => {
  const receiver = await startReceiver()
  const target = await findTarget(receiver.url, 'loopback')
  if ('error' in target) throw new Error(target.error)
  const url = receiver.url.replace('127.0.0.1', 'crm.invalid')
  const response = await postWebhook(url, { headers: {}, body: '{}', lookup: target.lookup })
  expect(response).toEqual({ status: 204, error: null, response: '' })
  expect(receiver.received).toMatchObject([{ headers: { host: new URL(url).host } }])
  await receiver.stop()
})

test.each([
  [
    'an interim response',
    'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000),
    'Cannot send: More than 10 interim responses',
  ],
  ['a 100', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000), 'Cannot send: More than 10 interim responses'],
  ['a head', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`, 'Cannot send: HPE_HEADER_OVERFLOW'],
])('%s without end is not read for long', async (_, bytes, error) => {
  const server = createServer(socket => {
    socket.on('error', () => {})
    const write = () => {
      while (!socket.destroyed && socket.write(bytes)) {}
    }
    socket.on('drain', write)
    write()
  })
  const { url, stop } = await listenOnLoopback(server)
  onTestFinished(() => void stop())
  const target = await findTarget(url, 'loopback')
  if ('error' in target) throw new Error(target.error)
  expect(await postWebhook(url, { headers: {}, body: '{}', lookup: target.lookup })).toMatchObject({ error })
})
