import type { Answer } from '@campstore/testing/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type CheckoutFixture,
  checkoutOf,
  sessionsPath,
  startCheckoutFixture,
} from '../src/testing/checkout-fixture.ts'

// Decisions, 1: envelope, errors and headers, as this service's routes answer them.
let fixture: CheckoutFixture
beforeAll(async () => {
  fixture = await startCheckoutFixture()
})
afterAll(() => fixture.stop())

/** An error answer is the envelope and nothing else. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  const error = { code, message: expect.any(String), ...(status === 400 && { details: expect.any(Array) }) }
  expect([answer.status, answer.body]).toEqual([status, { success: false, error }])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
}

describe('error NOT_FOUND: an unknown path', () => {
  test.each([
    '/api/checkout',
    `${sessionsPath}/`,
    '/api/checkout/orders',
    `${sessionsPath}/o-1/pay`,
    '/API/checkout/sessions',
    '/api/checkout/sessions/o-1/cancel/',
  ])('%s', async path => {
    const { client } = await fixture.member()
    expectRefusal(await client.get(path), 404, 'NOT_FOUND')
  })
})

describe('error METHOD_NOT_ALLOWED: a known path, another method, with Allow', () => {
  test.each([
    ['GET', sessionsPath, 'POST'],
    ['DELETE', sessionsPath, 'POST'],
    ['PUT', `${sessionsPath}/o-1`, 'GET, HEAD, PATCH'],
    ['DELETE', `${sessionsPath}/o-1`, 'GET, HEAD, PATCH'],
    ['GET', `${sessionsPath}/o-1/confirm-cod`, 'POST'],
    ['PATCH', `${sessionsPath}/o-1/gateway`, 'POST'],
    ['DELETE', `${sessionsPath}/o-1/cancel`, 'POST'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await fixture.anyone.send(method, path)
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED')
    expect(answer.headers.get('allow')).toBe(allow)
  })
})

describe('bodies of POST and PATCH', () => {
  /** How a member's own order is started, and changed. */
  async function endpoints(): Promise<((sending: { rawBody?: string; type?: string }) => Promise<Answer>)[]> {
    const member = await fixture.member()
    const { orderId } = await fixture.hold(member, checkoutOf(await fixture.set.variant()))
    const paths = [
      ['POST', sessionsPath],
      ['PATCH', `${sessionsPath}/${orderId}`],
    ] as const
    return paths.map(
      ([method, path]) =>
        ({ rawBody, type = 'application/json' }) =>
          member.client.send(method, path, rawBody === undefined ? {} : { rawBody, headers: { 'content-type': type } }),
    )
  }

  test.each([
    ['malformed JSON', '{"items":'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['none at all', undefined],
  ])('error VALIDATION_ERROR: %s', async (_, rawBody) => {
    for (const send of await endpoints()) expectRefusal(await send({ rawBody }), 400, 'VALIDATION_ERROR')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'error UNSUPPORTED_MEDIA_TYPE: %s',
    async type => {
      for (const send of await endpoints())
        expectRefusal(await send({ rawBody: '{}', type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    },
  )

  test('error PAYLOAD_TOO_LARGE: a byte more than 100 kB, which is allowed', async () => {
    const sized = (bytes: number) => JSON.stringify({ memo: 'm'.repeat(bytes - '{"memo":""}'.length) })
    const [start, change] = await endpoints()
    expect(await change?.({ rawBody: sized(100_000) })).toMatchObject({ status: 200 })
    expect(await start?.({ rawBody: sized(100_000) })).toMatchObject({ status: 400 })
    for (const send of [start, change])
      expect(await send?.({ rawBody: sized(100_001) })).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })
})

test('a refusal of the state has the envelope, and no details', async () => {
  const member = await fixture.member()
  const request = checkoutOf(await fixture.set.variant({ onHand: 0 }))
  expectRefusal(await member.client.post(sessionsPath, request), 409, 'STOCK_INSUFFICIENT')
})

test('ready: it can serve, and tells of what it needs', async () => {
  const messages = { parked: 0, rejected: 0, unapplied: 0 }
  const data = { status: 'up', database: 'up', broker: 'up', messages }
  await vi.waitFor(async () => {
    expect((await fixture.anyone.get('/health/ready')).body).toEqual({ success: true, data })
  }, 10_000)
})
