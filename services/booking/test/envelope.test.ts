import type { Answer } from '@campstore/testing/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// Decisions, 1: envelope, errors and headers of the service itself.
let fixture: BookingFixture
beforeAll(async () => {
  fixture = await startBookingFixture()
})
afterAll(() => fixture.stop())

/** An error answer is the envelope and nothing else. */
function expectRefusal(answer: Answer, status: number, code: string): void {
  const error = {
    code,
    message: expect.any(String),
    ...(code === 'VALIDATION_ERROR' && { details: expect.any(Array) }),
  }
  expect([answer.status, answer.body]).toEqual([status, { success: false, error }])
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,64}$/)
}

describe('x-request-id', () => {
  test.each(['a', 'Order.42_x-y', 'r'.repeat(64)])('a valid inbound one is kept: %s', async id => {
    const answer = await fixture.anyone.get('/api/booking/policy', { 'x-request-id': id })
    expect(answer.headers.get('x-request-id')).toBe(id)
  })

  test.each(['', 'with space', 'r'.repeat(65), 'semi;colon', '<script>'])('another one is made for "%s"', async id => {
    const answer = await fixture.anyone.get('/api/booking/policy', { 'x-request-id': id })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  })

  test('refusals have it too', async () => {
    const answer = await fixture.anyone.get('/nowhere', { 'x-request-id': 'mine' })
    expect(answer.headers.get('x-request-id')).toBe('mine')
  })

  test('two requests without one get two', async () => {
    const [one, two] = [
      await fixture.anyone.get('/api/booking/policy'),
      await fixture.anyone.get('/api/booking/policy'),
    ]
    expect(one.headers.get('x-request-id')).not.toBe(two.headers.get('x-request-id'))
  })

  test('the log names it, and neither token nor query', async () => {
    const token = await fixture.issuer.token({ subject: 'uid-logged', issuedAt: fixture.clock.now() })
    const headers = { 'x-request-id': 'logged-1', authorization: `Bearer ${token}` }
    await fixture.anyone.get('/api/booking/bookings?page=0&private=secret-42', headers)
    const lines = fixture.log.filter(line => line.requestId === 'logged-1')
    expect(lines).toMatchObject([
      { method: 'GET', path: '/api/booking/bookings', status: 200, traceId: expect.any(String) },
    ])
    expect(JSON.stringify(lines)).not.toMatch(new RegExp(`secret-42|uid-logged|${token.slice(-20)}`))
  })
})

describe('error NOT_FOUND: an unknown path', () => {
  test.each([
    '/',
    '/api',
    '/api/booking',
    '/api/booking/',
    '/api/booking/nothing',
    '/api/booking/policy/',
    '/API/booking/policy',
  ])('%s', async path => expectRefusal(await fixture.anyone.get(path), 404, 'NOT_FOUND'))
})

describe('error METHOD_NOT_ALLOWED: a known path, another method, with Allow', () => {
  test.each([
    ['DELETE', '/api/booking/policy', 'GET, HEAD'],
    ['POST', '/api/booking/campgrounds', 'GET, HEAD'],
    ['GET', '/api/booking/check-availability', 'POST'],
    ['PUT', sessionsPath, 'POST'],
    ['DELETE', `${sessionsPath}/b-1`, 'GET, HEAD, PATCH'],
    ['GET', `${sessionsPath}/b-1/cancel`, 'POST'],
    ['POST', '/api/booking/bookings', 'GET, HEAD'],
  ])('%s %s', async (method, path, allow) => {
    const answer = await fixture.anyone.send(method, path)
    expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED')
    expect(answer.headers.get('allow')).toBe(allow)
  })
})

describe('bodies', () => {
  const path = '/api/booking/check-availability'
  const send = (rawBody: string, type = 'application/json') =>
    fixture.anyone.send('POST', path, { rawBody, headers: { 'content-type': type } })

  test.each([
    ['malformed JSON', '{"campgroundId":'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['a number', '5'],
    ['null', 'null'],
    ['nothing but space', '  '],
  ])('error VALIDATION_ERROR: %s', async (_, body) => expectRefusal(await send(body), 400, 'VALIDATION_ERROR'))

  test('error VALIDATION_ERROR: no body at all', async () => {
    expectRefusal(await fixture.anyone.send('POST', path), 400, 'VALIDATION_ERROR')
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])(
    'error UNSUPPORTED_MEDIA_TYPE: %s',
    async type => expectRefusal(await send('{}', type), 415, 'UNSUPPORTED_MEDIA_TYPE'),
  )

  test.each(['application/json; charset=utf-8', 'application/vnd.campstore+json', 'Application/JSON'])(
    '%s is JSON',
    async type => expectRefusal(await send('{}', type), 400, 'VALIDATION_ERROR'),
  )

  test('100 kB is allowed, a byte more is error PAYLOAD_TOO_LARGE', async () => {
    const zone = await fixture.set.zone(await fixture.set.campground())
    const request = JSON.stringify(checkoutOf(zone, { memo: '' }))
    const sized = (bytes: number) =>
      request.replace('"memo":""', `"memo":"${'m'.repeat(bytes - Buffer.byteLength(request))}"`)
    expect(await send(sized(100_000))).toMatchObject({ status: 200 })
    expectRefusal(await send(sized(100_001)), 413, 'PAYLOAD_TOO_LARGE')
  })
})

test('HEAD of a public read answers like GET, without a body', async () => {
  const answer = await fixture.anyone.send('HEAD', '/api/booking/policy')
  expect([answer.status, answer.body]).toEqual([200, undefined])
})

describe('health', () => {
  test('live: the process answers', async () => {
    expect((await fixture.anyone.get('/health/live')).body).toEqual({ success: true, data: { status: 'up' } })
  })

  test('ready: it can serve, and tells of what it needs', async () => {
    const messages = { parked: 0, rejected: 0, unapplied: 0 }
    const data = { status: 'up', database: 'up', broker: 'up', messages }
    await vi.waitFor(async () => {
      expect((await fixture.anyone.get('/health/ready')).body).toEqual({ success: true, data })
    }, 10_000)
  })
})
