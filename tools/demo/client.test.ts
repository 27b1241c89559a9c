import { CliError } from '@campstore/local-servers/cli-error'
import { afterEach, expect, test, vi } from 'vitest'
import { createDemoClient, withoutTrace } from './client.ts'

const url = 'http://127.0.0.1:8080'
const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r', 'cache-control': 'no-store' }

afterEach(() => {
  vi.restoreAllMocks()
})

/** What the demo reports when the gateway answers a cancellation like this. */
async function reportOf(answer: Response | Error): Promise<unknown> {
  const fetched = vi.spyOn(globalThis, 'fetch')
  if (answer instanceof Error) fetched.mockRejectedValue(answer)
  else fetched.mockResolvedValue(answer)
  const failed = createDemoClient(url, 'token').checkout.cancelStoreCheckout({ orderId: 'o/1' }, { retries: 0 })
  return withoutTrace(await failed.catch((error: unknown) => error), url)
}

const answer = (status: number, body: object) => Response.json(body, { status, headers })

test('a refusal is one line with its code', async () => {
  const refused = answer(409, { success: false, error: { code: 'CONFLICT', message: 'Too late.' } })
  expect(await reportOf(refused)).toEqual(new CliError('cancelStoreCheckout answered 409 CONFLICT: Too late.'))
})

test('an answer that is not as the document says is named with the field', async () => {
  expect(await reportOf(answer(200, { success: true, data: { rating: 5 } }))).toMatchObject({
    name: 'CliError',
    message: expect.stringMatching(
      /^POST \/api\/checkout\/sessions\/o%2F1\/cancel answered 200, not as \/openapi\.json says\. .*\n.*rating/,
    ),
  })
})

test('an unreachable gateway is one line', async () => {
  expect(await reportOf(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))).toEqual(
    new CliError(
      `No gateway answers at ${url} (does npm start run?): ` +
        'cancelStoreCheckout could not be sent, or its answer was lost: connect ECONNREFUSED',
    ),
  )
})
