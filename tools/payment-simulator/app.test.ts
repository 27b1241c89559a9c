import { randomUUID } from 'node:crypto'
import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import { loadConfig } from '@campstore/core/config/load-config'
import { localPaymentSecret as secret, ecpayTestShop as shop } from '@campstore/core/config/local-defaults'
import { type Listening, listen } from '@campstore/http/listen'
import { CliError } from '@campstore/local-servers/cli-error'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkoutPath } from './address.ts'
import { createSimulator } from './app.ts'
import { type Bookings, createBookings } from './bookings.ts'
import { simulatorConfig } from './config.ts'
import { createPayments, type Payments } from './payments.ts'
import { shopFields, signedFields } from './testing/form.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const published: (PaymentNotification | RefundNotification)[] = []
let brokerError: Error | undefined
let payments: Payments
let bookings: Bookings
let simulator: Listening
const config = loadConfig(simulatorConfig, {
  ...shop,
  NODE_ENV: 'test',
  PORT: '0',
  RABBITMQ_URL: 'amqp://campstore_payment:campstore@127.0.0.1:5673',
  PAYMENT_SIGNING_SECRET: secret,
  CORS_ORIGINS: 'loopback,https://shop.example',
})
const start = async () => {
  payments = createPayments({
    shop,
    secret,
    publish: async ({ content }) => {
      if (brokerError) throw brokerError
      published.push(JSON.parse(content.toString()))
    },
  })
  bookings = createBookings(0)
  simulator = await listen(createSimulator({ config, payments, bookings, log }), { host: '127.0.0.1', port: 0 })
}
beforeAll(start)
afterAll(async () => {
  payments.stop()
  await simulator.stop(0)
})
beforeEach(() => {
  published.length = 0
  brokerError = undefined
})

async function request(path: string, init: RequestInit = {}) {
  const answer = await fetch(`${simulator.url}${path}`, init)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const post = (path: string, fields: Record<string, string>) =>
  request(path, { method: 'POST', body: new URLSearchParams(fields) })
const choose = (choice: string, fields = shopFields(), delay = '30') =>
  post('/payments', { ...fields, 'simulator-choice': choice, 'simulator-delay': delay })

/** The hidden fields of a page's form with this action, as a browser would post them. */
function hiddenFields(text: string, action = '/payments'): Record<string, string> {
  const decoded = (value: string) =>
    value.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => {
      return { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }[name] ?? ''
    })
  const [form = ''] = text.split(`action="${action}"`)[1]?.split('</form>') ?? []
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [decoded(name), decoded(value)]))
}

test('the page of a form shows the amount, and carries the form unchanged, names as text and never as markup', async () => {
  const fields = shopFields(`Camper's "kettle" & <script>alert(1)</script>`)
  const { status, text, headers } = await post(checkoutPath, fields)
  expect([status, text]).toEqual([200, expect.stringContaining('TWD 1,980')])
  expect(text).not.toContain('<script>')
  expect(hiddenFields(text)).toEqual(fields)
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  )
})

test.each([
  ['a changed amount', { ...shopFields(), TotalAmount: '1' }, 'CheckMacValue does not match'],
  ['another merchant', signedFields({ MerchantID: '2000132' }), 'no shop 2000132.'],
  ['a missing field', signedFields({ TotalAmount: undefined }), 'TotalAmount is missing.'],
  ['a script to go back to', signedFields({ ClientBackURL: 'javascript:alert(1)' }), 'ClientBackURL is not valid'],
  ['no fields', {}, 'It has no fields.'],
])('%s is refused on a page that says why, and as a choice', async (_, fields, text) => {
  for (const page of [await post(checkoutPath, fields), await choose('pay', fields)])
    expect(page).toMatchObject({ status: 400, text: expect.stringContaining(text) })
  expect(published).toEqual([])
})

test.each([
  ['pay', '<h1>Paid</h1>', ['payment.succeeded']],
  ['fail', '<h1>The payment has failed</h1>', ['payment.failed']],
  ['twice', '<h1>Paid</h1>', ['payment.succeeded', 'payment.succeeded']],
  ['later', '<h1>The payment will be made later</h1>', []],
  ['steal', '<h1>Unknown choice</h1>', []],
])('the choice %s', async (choice, title, types) => {
  expect((await choose(choice)).text).toContain(title)
  expect(published.map(({ type }) => type)).toEqual(types)
})

test('a choice that cannot be published says why, and can be made again, also after a restart', async () => {
  brokerError = new CliError('Cannot reach RabbitMQ at <127.0.0.1:5673>')
  const { status, text } = await choose('pay')
  expect([status, text]).toEqual([502, expect.stringContaining('Cannot reach RabbitMQ at &lt;127.0.0.1:5673&gt;')])
  brokerError = undefined
  await simulator.stop(0)
  await start()
  expect((await choose('pay', hiddenFields(text))).text).toContain('<h1>Paid</h1>')
  expect(published).toHaveLength(1)
})

test('the way back is a link to ClientBackURL, or the callback by a form to OrderResultURL, whose origin alone may get it', async () => {
  const fields = signedFields({ ClientBackURL: 'https://shop.example/orders?a=1&b=2' })
  expect((await choose('pay', fields)).text).toContain('href="https://shop.example/orders?a=1&amp;b=2"')
  const { text, headers } = await choose('fail', signedFields({ OrderResultURL: 'https://shop.example/result;x' }))
  expect(headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
  const { CheckMacValue, ...callback } = hiddenFields(text, 'https://shop.example/result;x')
  expect(callback.RtnCode).toBe('10100058')
  expect(CheckMacValue).toBe(checkMacValue(callback, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV))
})

test('the page of a payment shows the signed message, and reports refunds repeatedly; a failed payment has none', async () => {
  expect((await choose('fail')).text).not.toContain('simulator-event')
  const { text } = await choose('pay')
  for (const part of ['routing key: payment.notification.order', 'x-signature: t=', '&quot;payment.succeeded&quot;'])
    expect(text).toContain(part)
  const paid = published.at(-1)
  const refund = (refundId: string) =>
    post('/refunds', { ...hiddenFields(text, '/refunds'), 'simulator-refund': refundId })
  brokerError = new CliError('Cannot reach RabbitMQ')
  expect(await refund('')).toMatchObject({ status: 502, text: expect.stringContaining('Cannot reach RabbitMQ') })
  brokerError = undefined
  published.length = 0
  for (const refundId of ['', '', 'part-1']) expect((await refund(refundId)).text).toContain('<h1>Refunded</h1>')
  const refunded = { type: 'payment.refunded', refundOf: paid?.eventId, target: paid?.target }
  const part = { ...refunded, refundId: 'part-1', reference: 'REFUND-part-1' }
  expect(published).toMatchObject([refunded, refunded, part])
  expect(new Set(published.map(({ eventId }) => eventId)).size).toBe(2)
  expect((await post('/refunds', { 'simulator-event': 'another' })).status).toBe(404)
})

describe('the page of a booking', () => {
  const note = (changes: object = {}, time = '2026-11-20T08:00:00.000Z') => {
    const data = {
      bookingId: randomUUID(),
      campgroundId: 'saddle-lake',
      campgroundName: 'Saddle # <Lake>',
      status: 'pending',
      paymentStatus: 'unpaid',
      checkIn: '2027-01-10',
      checkOut: '2027-01-12',
      finalAmount: '1980.50',
      checkoutExpiresAt: '2126-11-20T08:20:00.000Z',
      ...changes,
    }
    bookings.note(Buffer.from(JSON.stringify({ type: 'booking.any', time, data })))
    return data.bookingId
  }
  const openBooking = (id: string, query = '') => request(`/bookings/${id}${query}`)

  test('shows place, stay, amount and deadline; both payments are the same one, of the amount due; and a link leads back', async () => {
    const id = note()
    const { text } = await openBooking(id, `?back=${encodeURIComponent('https://shop.example/b?a=1&b=2')}`)
    const stay = 'Saddle    Lake , 2027-01-10 to 2027-01-12'
    for (const part of [stay, 'TWD 1,980.50', '2126/11/20 16:20:00']) expect(text).toContain(part)
    const paid = await choose('pay', hiddenFields(text))
    expect(paid.text).toContain('href="https://shop.example/b?a=1&amp;b=2"')
    await choose('pay', hiddenFields((await openBooking(id)).text))
    const payment = { type: 'payment.succeeded', target: { kind: 'booking', id }, amount: '1980.50' }
    expect(published).toMatchObject([payment, { ...payment, eventId: published[0]?.eventId }])
  })

  test.each([
    [{ paymentStatus: 'paid' }, 'This booking is paid'],
    [{ status: 'cancelled' }, 'This booking is cancelled'],
    [{ checkoutExpiresAt: '2026-01-01T00:00:00.000Z' }, 'The time to pay has ended'],
  ])('%j: it cannot be paid, also when an older event comes later', async (changes, title) => {
    const bookingId = note(changes, '2026-11-20T09:00:00.000Z')
    note({ bookingId })
    const { text } = await openBooking(bookingId)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).not.toContain('<button')
  })

  test.each([randomUUID(), '%00'])('of %s, which no event has named, is not there', async id => {
    for (const message of ['{', `{"type":"booking.created","data":{"bookingId":"${id}"}}`])
      bookings.note(Buffer.from(message))
    expect((await openBooking(id)).status).toBe(404)
  })

  test.each([
    'https://shop.example.evil.example/',
    'http://127.0.0.1@evil.example/',
    String.raw`http:\\evil.example`,
    'javascript:alert(1)',
    '',
  ])('never leads back to %j', async back => {
    expect((await openBooking(note(), `?back=${encodeURIComponent(back)}`)).status).toBe(400)
  })
})
