import { maxBodyBytes } from '@campstore/contract/route'
import { version } from '@campstore/core/version'
import type { ApiResponse } from '@campstore/testing/client'
import { eventually } from '@campstore/testing/waiting'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookings } from './bookings.ts'
import { type HoldDriver, openHold } from './driver.ts'
import { orders } from './orders.ts'

// Envelope, errors and headers of each service itself (docs/contract/conventions.md#envelope).

/** An error answer is the envelope and nothing else. */
function expectRefusal(answer: ApiResponse, status: number, code: string): void {
  const details = code === 'VALIDATION_ERROR' ? { details: expect.any(Array) } : {}
  const error = { code, message: expect.any(String), ...details }
  expect([answer.status, answer.body]).toEqual([status, { success: false, error }])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
}

describe.each([bookings, orders])('$kind', suite => {
  let holds: HoldDriver
  beforeAll(async () => {
    holds = await suite.start()
  })
  afterAll(() => holds.stop())

  describe('x-request-id', () => {
    const path = `${suite.sessionsPath}/none`
    const idFor = async (id?: string, asked = path) =>
      (await holds.anyone.get(asked, id === undefined ? {} : { 'x-request-id': id })).headers.get('x-request-id')

    test.each(['a', 'Order.42_x-y', 'r'.repeat(64)])('a valid inbound one is used: %s', async id => {
      expect(await idFor(id)).toBe(id)
    })

    test.each(['', 'with space', 'r'.repeat(65), 'semi;colon', '<script>'])('a new one replaces "%s"', async id => {
      expect(await idFor(id)).toMatch(/^[0-9a-f]{32}$/)
    })

    test('also where there is no such path', async () => {
      expect(await idFor('mine', '/nowhere')).toBe('mine')
    })

    test('two requests without one get two', async () => {
      expect(await idFor()).not.toBe(await idFor())
    })

    test('the log has it, and neither token nor query', async () => {
      const token = await holds.issuer.token({ subject: 'uid-logged', issuedAt: holds.clock.now() })
      const headers = { 'x-request-id': 'logged-1', authorization: `Bearer ${token}` }
      await holds.anyone.get(`${path}?private=secret-42`, headers)
      const lines = holds.log.filter(line => line.requestId === 'logged-1')
      expect(lines).toMatchObject([{ method: 'GET', path, status: 404, traceId: expect.any(String) }])
      expect(JSON.stringify(lines)).not.toMatch(new RegExp(`secret-42|uid-logged|${token.slice(-20)}`))
    })
  })

  test.each(suite.unknownPaths)('error NOT_FOUND: an unknown path: %s', async path => {
    const { client } = await holds.member()
    expectRefusal(await client.get(path), 404, 'NOT_FOUND')
  })

  test.each(suite.otherMethods)(
    'error METHOD_NOT_ALLOWED: a known path, another method, with Allow: %s %s',
    async (method, path, allow) => {
      const answer = await holds.anyone.send(method, path)
      expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED')
      expect(answer.headers.get('allow')).toBe(allow)
    },
  )

  describe('request bodies', () => {
    test.each([
      ['malformed JSON', '{"items":'],
      ['an array', '[]'],
      ['a text', '"x"'],
      ['a number', '5'],
      ['null', 'null'],
      ['nothing but space', '  '],
      ['none at all', undefined],
    ])('error VALIDATION_ERROR: %s', async (_, rawBody) => {
      for (const { send } of await suite.bodyEndpoints(holds))
        expectRefusal(await send({ rawBody }), 400, 'VALIDATION_ERROR')
    })

    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/xml',
      'multipart/form-data; boundary=x',
    ])('error UNSUPPORTED_MEDIA_TYPE: %s', async type => {
      for (const { send } of await suite.bodyEndpoints(holds))
        expectRefusal(await send({ rawBody: '{}', type }), 415, 'UNSUPPORTED_MEDIA_TYPE')
    })

    test.each(['application/json; charset=utf-8', 'application/vnd.campstore+json', 'Application/JSON'])(
      '%s is JSON',
      async type => {
        for (const { body, send } of await suite.bodyEndpoints(holds))
          expect(await send({ rawBody: JSON.stringify(body), type })).toMatchObject({ status: 200 })
      },
    )

    test('100 kB is allowed, 16 kB without a token; a byte more is error PAYLOAD_TOO_LARGE', async () => {
      for (const { body, maxBytes = maxBodyBytes, send } of await suite.bodyEndpoints(holds)) {
        const bare = JSON.stringify({ ...body, memo: '' })
        const sized = (bytes: number) =>
          bare.replace('"memo":""', `"memo":"${'m'.repeat(bytes - Buffer.byteLength(bare))}"`)
        expect(await send({ rawBody: sized(maxBytes) })).toMatchObject({ status: 200 })
        expectRefusal(await send({ rawBody: sized(maxBytes + 1) }), 413, 'PAYLOAD_TOO_LARGE')
      }
    })
  })

  test('a refusal of the state has the envelope, and no details', async () => {
    const { client } = await holds.member()
    const { request } = await holds.offer()
    expect((await client.post(suite.sessionsPath, request)).status).toBe(200)
    const another = { ...request, ...(await holds.offer()).request, idempotencyKey: request.idempotencyKey }
    expectRefusal(await client.post(suite.sessionsPath, another), 409, suite.codes.keyReused)
  })

  test('a refusal of one of several things has details that name it', async () => {
    const { client } = await holds.member()
    const { request } = await holds.offer({ available: 0 })
    const answer = await client.post(suite.sessionsPath, request)
    expect(answer).toMatchObject({ status: 409, code: suite.codes.unavailable })
    expect(answer.body).toMatchObject({ error: { details: [{ path: expect.stringMatching(/\.0/) }] } })
  })

  test('HEAD answers like GET, without a body', async () => {
    const { member, path } = await openHold(suite, holds)
    const answer = await member.client.send('HEAD', path)
    expect([answer.status, answer.body]).toEqual([200, undefined])
  })

  describe('health', () => {
    test('live: the process answers', async () => {
      expect((await holds.anyone.get('/health/live')).body).toEqual({ success: true, data: { status: 'up', version } })
    })

    test('ready: it can serve, and shows the state of what it needs', async () => {
      const messages = { parked: 0, setAside: 0, rejected: 0, unrouted: 0, unapplied: 0 }
      const data = { status: 'up', version, database: 'up', broker: 'up', messages }
      await eventually(async () => {
        expect((await holds.anyone.get('/health/ready')).body).toEqual({ success: true, data })
      })
    })
  })
})
