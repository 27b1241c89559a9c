import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { type Listening, listen } from '@campstore/http/listen'
import { CliError } from '@campstore/local-servers/cli-error'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkoutPath } from './address.ts'
import { createSimulator } from './app.ts'
import { createPayments, type Payments } from './payments.ts'
import { acceptedForm, shop, shopFields, signedFields } from './testing/form.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const published: PaymentNotification[] = []
let brokerError: Error | undefined
let payments: Payments
let simulator: Listening
const start = async () => {
  payments = createPayments({
    shop,
    publish: async notification => {
      if (brokerError) throw brokerError
      published.push(notification)
    },
  })
  const app = createSimulator({ shop, payments, holdSeconds: 900, log })
  simulator = await listen(app, { host: '127.0.0.1', port: 0 })
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

type Page = { status: number; text: string; headers: Headers }
async function request(path: string, init: RequestInit = {}): Promise<Page> {
  const answer = await fetch(`${simulator.url}${path}`, init)
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}
const post = (path: string, fields: Record<string, string>, init: RequestInit = {}) =>
  request(path, { method: 'POST', body: new URLSearchParams(fields), ...init })
const open = (fields: Record<string, string>) => post(checkoutPath, fields)
const choose = (choice: string, fields = shopFields(), delay = '30') =>
  post('/payments', { ...fields, 'simulator-choice': choice, 'simulator-delay': delay })

/** The hidden fields of a page's first form, as a browser would post them. */
function hiddenFields(text: string): Record<string, string> {
  const decoded = (value: string) =>
    value.replace(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => {
      return { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" }[name] ?? ''
    })
  const inputs = text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [decoded(name), decoded(value)]))
}

describe('the page of a form', () => {
  test('says what and how much, and carries the form unchanged', async () => {
    const fields = shopFields('Camper\'s "kettle" & mug')
    const { status, text } = await open(fields)
    expect(status).toBe(200)
    expect(text).toContain('TWD 1,980')
    expect(text).toContain('<li>鋼杯 x 2</li>')
    expect(hiddenFields(text)).toEqual(fields)
  })

  test('writes names as text and never as markup', async () => {
    const ItemName = '<script>alert(1)</script>"><img src=x onerror=alert(1)> x 1'
    const { text } = await open(signedFields({ ItemName, TradeDesc: "'><b>" }))
    expect(text).not.toMatch(/<script|<img|<b>/)
    expect(hiddenFields(text)).toMatchObject({ ItemName })
  })

  test('runs no script, and is not kept or framed', async () => {
    const { headers } = await open(shopFields())
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff'])
  })

  test.each([
    ['a changed amount', { ...shopFields(), TotalAmount: '1' }, 'CheckMacValue does not match'],
    ['another merchant', signedFields({ MerchantID: '2000132' }), 'Unknown merchant'],
    ['a missing field', signedFields({ TotalAmount: undefined }), 'TotalAmount is missing.'],
    ['no fields', {}, 'It has no fields.'],
  ])('%s is refused on a page that says why', async (_, fields, text) => {
    const page = await open(fields)
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(page.text).toContain(text)
    expect(page.text).not.toContain('<button')
  })

  test('what is not a form, or too large, is refused on a page', async () => {
    const json = await post(checkoutPath, {}, { body: '{}', headers: { 'content-type': 'application/json' } })
    expect([json.status, json.text]).toEqual([415, expect.stringContaining('This is not an HTML form')])
    const large = await open({ ItemName: 'x'.repeat(100_001) })
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('at most 100000 bytes')])
  })
})

describe('a choice', () => {
  test('pay: published, and the browser is sent to the page with the result', async () => {
    const { status, text } = await choose('pay')
    expect([status, text]).toEqual([200, expect.stringContaining('<h1>Paid</h1>')])
    expect(text).toContain('payment.succeeded was published')
    expect(published).toMatchObject([{ type: 'payment.succeeded', amount: '1980.00' }])
  })

  test.each([
    ['fail', '<h1>The payment has failed</h1>', 1],
    ['twice', '<h1>Paid twice</h1>', 2],
    ['later', '<h1>The payment will be made later</h1>', 0],
  ])('%s', async (choice, title, count) => {
    expect((await choose(choice)).text).toContain(title)
    expect(published).toHaveLength(count)
  })

  test('verifies the form again', async () => {
    const { status, text } = await choose('pay', { ...shopFields(), CustomField1: 'another-order' })
    expect([status, text]).toEqual([400, expect.stringContaining('CheckMacValue does not match')])
    expect(published).toEqual([])
  })

  test.each([
    ['steal', '30'],
    ['', '30'],
    ['later', '31'],
    ['later', 'soon'],
  ])('"%s" with delay %s is none', async (choice, delay) => {
    expect((await choose(choice, shopFields(), delay)).status).toBe(400)
    expect(published).toEqual([])
  })

  test('that cannot be published says why, and can be made again', async () => {
    brokerError = new CliError('Cannot reach RabbitMQ at <127.0.0.1:5673>')
    const fields = shopFields()
    const { status, text } = await choose('pay', fields)
    expect([status, text]).toEqual([502, expect.stringContaining('Cannot reach RabbitMQ at &lt;127.0.0.1:5673&gt;')])
    brokerError = undefined
    expect((await choose('pay', hiddenFields(text))).text).toContain('<h1>Paid</h1>')
    expect(published).toHaveLength(1)
  })

  test('made on a page from before a restart still works', async () => {
    const { text } = await open(shopFields())
    await simulator.stop(0)
    await start()
    expect((await choose('pay', hiddenFields(text))).text).toContain('<h1>Paid</h1>')
  })
})

describe('the way back to the shop', () => {
  test('ClientBackURL is a link, also before a choice', async () => {
    const fields = signedFields({ ClientBackURL: 'https://shop.example/orders?a=1&b=2' })
    const link = 'href="https://shop.example/orders?a=1&amp;b=2"'
    expect((await open(fields)).text).toContain(link)
    expect((await choose('pay', fields)).text).toContain(link)
  })

  test('OrderResultURL gets the callback by a form, and only its origin may', async () => {
    const OrderResultURL = 'https://shop.example/result;x'
    const { text, headers } = await choose('fail', signedFields({ OrderResultURL }))
    expect(text).toContain(`action="${OrderResultURL}"`)
    expect(hiddenFields(text)).toMatchObject({
      RtnCode: '10100058',
      CheckMacValue: expect.stringMatching(/^[0-9A-F]{64}$/),
    })
    expect(headers.get('content-security-policy')).toContain("form-action 'self' https://shop.example;")
  })

  test('the same form can be chosen again, from every result', async () => {
    const { text } = await choose('fail')
    const again = text.slice(text.indexOf(`action="${checkoutPath}"`))
    expect((await open(hiddenFields(again))).text).toContain('<h1>Pay an order</h1>')
  })

  test('without either, the page says what to do', async () => {
    expect((await choose('pay')).text).toContain('Go back to the shop')
  })
})

test('a payment from before a restart is not known, and the page says what that means', async () => {
  const tradeNo = await payments.choose(acceptedForm(), { kind: 'pay' })
  expect((await request(`/payments/${tradeNo}`)).status).toBe(200)
  await simulator.stop(0)
  await start()
  const { status, text } = await request(`/payments/${tradeNo}`)
  expect([status, text]).toEqual([404, expect.stringContaining('It was restarted, or')])
})

test.each([
  ['/', 200, 'This is the payment simulator'],
  [checkoutPath, 405, 'Payment forms are posted here'],
  ['/nowhere', 404, 'There is no such page'],
])('GET %s', async (path, status, text) => {
  const page = await request(path)
  expect([page.status, page.text]).toEqual([status, expect.stringContaining(text)])
})

test('the style sheet and the health check', async () => {
  expect((await request('/style.css')).headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect((await request('/health')).status).toBe(200)
})
