import { text } from 'node:stream/consumers'
import { ecpayTestShop as shop } from '@campstore/core/config/local-defaults'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { parseSignedNotification } from '@campstore/payments/notification'
import { startHttpServer } from '@campstore/testing/http-server'
import { useFixture } from '@campstore/testing/use-fixture'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { tradeNoOf } from './callback.ts'
import { paymentPage } from './pages.ts'
import { parsePaymentForm } from './payment-form.ts'
import { createPayments, type Payments } from './payments.ts'
import { signedFields } from './testing/form.ts'

const secret = 'a-secret'
const formOf = (changes: Record<string, string> = {}) =>
  parsePaymentForm(new URLSearchParams(signedFields(changes)), shop)

describe('a later payment', () => {
  const published: unknown[] = []
  let brokerError: Error | undefined
  let payments: Payments
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-12-31T16:00:07.900Z') })
    published.length = 0
    const publish: Parameters<typeof createPayments>[0]['publish'] = async ({ content, options: { headers } }) => {
      if (brokerError) throw brokerError
      const check = { secrets: [secret], toleranceSeconds: 1, kind: 'order', now: new Date() } as const
      published.push(parseSignedNotification({ content, headers }, check))
    }
    payments = createPayments({ shop, secret, publish })
  })
  afterEach(() => {
    payments.stop()
    vi.useRealTimers()
  })
  const form = formOf()

  test('is published once, after the delay, which a new choice replaces, signed when the broker confirms', async () => {
    await payments.choose(form, 'later', 30)
    await vi.advanceTimersByTimeAsync(20_000)
    await payments.choose(form, 'later', 30)
    brokerError = new Error('no broker')
    await vi.advanceTimersByTimeAsync(32_000)
    brokerError = undefined
    expect(published).toEqual([])
    await vi.advanceTimersByTimeAsync(60_000)
    const notification = { type: 'payment.succeeded', paidAt: '2027-01-01T00:00:57+08:00' }
    expect(published).toMatchObject([{ notification }])
  })

  test('is not published after a payment in the meantime, or after a stop', async () => {
    await payments.choose(form, 'later', 30)
    await payments.choose(form, 'pay', 30)
    await payments.choose(formOf(), 'later', 30)
    expect(payments.stop()).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(published).toHaveLength(1)
  })
})

describe('with ECPAY_RETURN_URL', () => {
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
  /** Pays, and returns the page of the payment. */
  const pay = async (ReturnURL: string, returnUrl = ReturnURL) => {
    const publish = () => Promise.reject(new Error('it was published'))
    const payments = createPayments({ shop, secret, returnUrl, publish })
    const form = formOf({ ReturnURL })
    await payments.choose(form, 'pay', 10)
    const reports = payments.find(tradeNoOf(form))
    return paymentPage({ form, reports, booking: undefined, problem: undefined }, 900).markup
  }

  test('a callback is posted and signed, taken when the answer is 1|OK, and shown with it', async () => {
    const page = await pay(urlOf(200, '1|OK\n'))
    for (const part of ['HTTP 200: 1|OK', 'RtnCode=1&amp;', 'x-signature: t=']) expect(page).toContain(part)
    const { CheckMacValue, ...fields } = Object.fromEntries(new URLSearchParams(posted.at(-1)))
    expect(fields).toMatchObject({ RtnCode: '1', CustomField2: 'order', StoreID: '', SimulatePaid: '0' })
    expect(CheckMacValue).toBe(checkMacValue(fields, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV))
  })

  test.each([
    [200, 'x'.repeat(1_000), `answered “HTTP 200: ${'x'.repeat(200)}”`],
    [500, '1|OK', 'answered “HTTP 500: 1|OK'],
    [302, '', 'answered “HTTP 302: no text'],
  ])('a callback that is answered by HTTP %i %s is not taken', async (status, answer, problem) => {
    await expect(pay(urlOf(status, answer))).rejects.toThrow(problem)
  })

  test('the error names a payment service that is down, and no other address in a form is called', async () => {
    const nobody = 'http://127.0.0.1:1/ecpay'
    await expect(pay(nobody)).rejects.toThrow('service at 127.0.0.1:1 did not answer: ')
    const before = posted.length
    for (const returnUrl of ['', nobody])
      await expect(pay(urlOf(200, '1|OK'), returnUrl)).rejects.toThrow('it was published')
    expect(posted).toHaveLength(before)
  })
})
