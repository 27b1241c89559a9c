import { expect, test } from 'vitest'
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
