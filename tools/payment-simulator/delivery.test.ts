import { text } from 'node:stream/consumers'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { startHttpServer } from '@campstore/testing/http-server'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { callbackOf, notificationOf } from './callback.ts'
import { createDelivery } from './delivery.ts'
import { acceptedForm, shop } from './testing/form.ts'

// A payment service whose path names its answer: status and text.
const posted: string[] = []
const service = useFixture(() =>
  startHttpServer(async (request, response) => {
    posted.push(await text(request))
    const [, status, answer] = decodeURIComponent(request.url ?? '').split('/')
    response.writeHead(Number(status), { location: 'https://payments.example.com' }).end(answer)
  }),
)
const urlOf = (status: number, answer: string) => `${service.url}/${status}/${encodeURIComponent(answer)}`

const at = new Date()
const form = acceptedForm()
const callback = callbackOf(form, { succeeded: true, at }, shop)
/** Delivers the callback of a form; without a broker, publishing fails. */
const deliver = (returnUrl: string, configured: string | undefined = returnUrl) =>
  createDelivery({ rabbitmqUrl: 'amqp://127.0.0.1:1', secret: 'a-secret', returnUrl: configured })({
    notification: notificationOf(callback),
    callback,
    returnUrl,
    at,
  })

test('a callback is signed, and taken when the answer is 1|OK; its message is for the payment service to publish', async () => {
  const { answer, message } = await deliver(urlOf(200, '1|OK\n'))
  expect(answer).toBe('HTTP 200: 1|OK')
  const { CheckMacValue, ...fields } = Object.fromEntries(new URLSearchParams(posted.at(-1)))
  expect(fields).toMatchObject({ RtnCode: '1', CustomField1: form.CustomField1, StoreID: '', SimulatePaid: '0' })
  expect(CheckMacValue).toBe(checkMacValue(fields, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV))
  expect(message.routingKey).toBe('payment.notification.order')
})

test.each([
  [200, 'OK', 'HTTP 200: OK'],
  [500, '1|OK', 'HTTP 500: 1|OK'],
  [302, '', 'HTTP 302: no text'],
  [200, 'x'.repeat(1_000), `HTTP 200: ${'x'.repeat(200)}”`],
])('a callback that is answered by HTTP %i %s is not taken', async (status, answer, shown) => {
  await expect(deliver(urlOf(status, answer))).rejects.toThrow(`answered “${shown}`)
})

test('the error names a payment service that is down', async () => {
  await expect(deliver('http://127.0.0.1:1/ecpay')).rejects.toThrow('service at 127.0.0.1:1 did not answer: ')
})

test('the simulator calls only ECPAY_RETURN_URL, not an address in the form', async () => {
  const before = posted.length
  for (const configured of ['', 'http://127.0.0.1:1/ecpay'])
    await expect(deliver(urlOf(200, '1|OK'), configured)).rejects.toThrow('Cannot reach RabbitMQ')
  expect(posted).toHaveLength(before)
})
