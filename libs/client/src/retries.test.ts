import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from './client.ts'
import { answersOf, refusal, success } from './testing/answers.ts'

const url = 'https://api.campstore.test'
const lost = () => new TypeError('fetch failed')
const unavailable = (headers = {}) => refusal(503, 'SERVICE_UNAVAILABLE', headers)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Lets all delays pass until a call has ended. */
async function settled<T>(call: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [[result]] = await Promise.all([Promise.allSettled([call]), vi.runAllTimersAsync()])
  return result
}

const order = { items: [{ variantId: 'v', quantity: 1 }] }
type Client = ReturnType<typeof createClient>

const repeatable: [string, (client: Client) => Promise<unknown>][] = [
  ['a GET', ({ products }) => products.getProduct({ id: 'p' })],
  ['a PUT', ({ admin }) => admin.setProductStatus({ id: 'p', status: 'inactive' })],
  ['a DELETE', ({ admin }) => admin.removeClosure({ id: '7' })],
  ['a store checkout', ({ checkout }) => checkout.startStoreCheckout(order)],
  ['a cancellation', ({ booking }) => booking.cancelCheckout({ bookingId: 'b' })],
  ['a cancellation of an order', ({ checkout }) => checkout.cancelStoreCheckout({ orderId: 'o' })],
  [
    'a cancellation by staff with a key',
    ({ admin }) => admin.cancelOrder({ id: 'o', reason: 'asked for' }, { idempotencyKey: 'once' }),
  ],
  ['cash on delivery', ({ checkout }) => checkout.confirmCashOnDelivery({ orderId: 'o' })],
]

test.each(repeatable)('%s is repeated after a lost connection and a passing failure', async (_, call) => {
  const failures = [lost(), unavailable(), refusal(504, 'GATEWAY_TIMEOUT')]
  const { fetch, requests } = answersOf(...failures, success({ isDone: true }))
  const ended = { status: 'fulfilled', value: { isDone: true } }
  expect(await settled(call(createClient({ url, fetch })))).toMatchObject(ended)
  expect(new Set(requests.map(request => JSON.stringify(request))), 'the same request').toHaveLength(1)
  expect(requests).toHaveLength(4)
})

const notRepeatable: [string, (client: Client) => Promise<unknown>][] = [
  ['a PATCH', ({ checkout }) => checkout.changeStoreCheckout({ orderId: 'o', paymentMethod: 'cod' })],
  ['a payment form', ({ checkout }) => checkout.openStorePaymentForm({ orderId: 'o' })],
  ['a cancellation by staff', ({ admin }) => admin.cancelOrder({ id: 'o', reason: 'asked for' })],
]

test.each(notRepeatable)('%s is sent once', async (_, call) => {
  for (const failure of [lost(), unavailable()]) {
    const { fetch, requests } = answersOf(failure)
    expect(await settled(call(createClient({ url, fetch })))).toMatchObject({ status: 'rejected' })
    expect(requests).toHaveLength(1)
  }
})

test.each([429, 500, 502, 503, 504])('status %i is repeated', async status => {
  const { fetch } = answersOf(new Response('', { status }), success('done'))
  expect(await settled(createClient({ url, fetch }).products.getProduct({ id: 'p' }))).toMatchObject({ value: 'done' })
})

test.each([400, 403, 404, 408, 409, 413, 501])('status %i is final', async status => {
  const { fetch, requests } = answersOf(refusal(status, 'CONFLICT', { 'retry-after': '1' }))
  const ended = await settled(createClient({ url, fetch }).products.getProduct({ id: 'p' }))
  expect(ended).toMatchObject({ reason: { status, code: 'CONFLICT' } })
  expect(requests).toHaveLength(1)
})

test('gives up after the attempts of the client or of the call', async () => {
  const { fetch, requests } = answersOf(...Array.from({ length: 8 }, lost))
  const { products } = createClient({ url, fetch })
  const reason = {
    code: 'NETWORK_ERROR',
    operation: 'getProduct',
    status: undefined,
    message: expect.stringMatching(/^getProduct could not be sent, or its response was lost: .*fetch failed/),
  }
  expect(await settled(products.getProduct({ id: 'p' }))).toMatchObject({ reason })
  expect(requests).toHaveLength(5)
  expect(await settled(products.getProduct({ id: 'p' }, { retries: 1 }))).toMatchObject({ reason })
  expect(requests).toHaveLength(7)
  const once = createClient({ url, fetch, retries: 0 }).products
  expect(await settled(once.getProduct({ id: 'p' }))).toMatchObject({ reason })
  expect(requests).toHaveLength(8)
})

test('a checkout keeps its key in all attempts; the error and the answer name it, so that it can be repeated later', async () => {
  const { fetch, requests } = answersOf(lost(), lost(), success({ orderId: 'o' }))
  const { checkout } = createClient({ url, fetch, retries: 1 })
  const ended = await settled(checkout.startStoreCheckout(order))
  const keys = requests.map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(ended).toMatchObject({ reason: { code: 'NETWORK_ERROR', idempotencyKey: keys[0] } })
  const session = await checkout.startStoreCheckout({ ...order, idempotencyKey: 'mine' })
  expect(session).toEqual({ orderId: 'o', idempotencyKey: 'mine' })
  expect(requests[2]?.body).toEqual({ ...order, idempotencyKey: 'mine' })
})

/** The moments at which requests were sent, in milliseconds. */
async function momentsOf(...failures: Response[]): Promise<number[]> {
  const moments: number[] = []
  const { fetch } = answersOf(...failures, success('done'))
  const start = Date.now()
  const timed: typeof fetch = (...given) => {
    moments.push(Date.now() - start)
    return fetch(...given)
  }
  await settled(createClient({ url, fetch: timed }).products.getProduct({ id: 'p' }))
  return moments
}

test('waits as long as the answer says, and else longer each time', async () => {
  expect(
    await momentsOf(unavailable({ 'retry-after': '3' }), refusal(429, 'RATE_LIMITED', { 'retry-after': '20' })),
  ).toEqual([0, 3_000, 23_000])
  const random = vi.spyOn(Math, 'random')
  random.mockReturnValue(0)
  const shortest = await momentsOf(unavailable(), unavailable(), unavailable(), unavailable())
  expect(shortest).toEqual([0, 250, 750, 1_750, 3_750])
  random.mockReturnValue(1)
  expect(await momentsOf(unavailable(), unavailable())).toEqual([0, 500, 1_500])
})

test.each([
  ['61', 61],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 3_600],
])('does not wait for more than a minute: retry-after %s', async (header, retryAfter) => {
  vi.setSystemTime('2026-11-22T08:00:00Z')
  const { fetch, requests } = answersOf(unavailable({ 'retry-after': header }))
  const ended = await settled(createClient({ url, fetch }).products.getProduct({ id: 'p' }))
  expect(ended).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE', retryAfter } })
  expect(requests).toHaveLength(1)
})

const never = () => new Promise<Response>(() => undefined)

test('an attempt that is not answered in time is repeated, and at last a TIMEOUT', async () => {
  const { fetch, requests } = answersOf(never, success('done'), never, never)
  const { products } = createClient({ url, fetch, timeoutMs: 2_000 })
  expect(await settled(products.getProduct({ id: 'p' }))).toMatchObject({ value: 'done' })
  const ended = await settled(products.getProduct({ id: 'p' }, { retries: 1 }))
  expect(ended).toMatchObject({
    reason: { code: 'TIMEOUT', message: 'getProduct was not answered within 2000 ms.', status: undefined },
  })
  expect(requests).toHaveLength(4)
})

test('an answer that breaks off is repeated', async () => {
  const broken = new ReadableStream({ pull: controller => controller.error(new TypeError('terminated')) })
  const { fetch } = answersOf(new Response(broken), success('done'))
  expect(await settled(createClient({ url, fetch }).products.getProduct({ id: 'p' }))).toMatchObject({ value: 'done' })
})

test('a signal ends the attempt and the wait for the next one', async () => {
  const reason = new Error('The page was left.')
  for (const answer of [never, lost()]) {
    const { fetch, requests } = answersOf(answer)
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 100)
    const call = createClient({ url, fetch }).products.getProduct({ id: 'p' }, { signal: controller.signal })
    expect(await settled(call)).toEqual({ status: 'rejected', reason })
    expect(requests).toHaveLength(1)
  }
})
