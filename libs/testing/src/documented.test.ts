import { expect, test } from 'vitest'
import { type Exchange, requireDocumented, requireDocumentedEvent } from './documented.ts'

const policy = {
  bookingWindowDays: 90,
  advanceDays: 1,
  maxNights: 14,
  timezone: 'Asia/Taipei',
  dateBoundaryHour: 0,
  lowAvailabilityThreshold: 3,
  occupyingStatuses: ['pending'],
  cancellationTiers: [],
  holidayWeekdays: [0, 6],
}

const exchange = (
  changes: Partial<Omit<Exchange, 'headers'>> & { headers?: Record<string, string>; body?: unknown },
) => {
  const { headers, body = { success: true, data: policy }, ...others } = changes
  const cached = { etag: 'W/"1"', vary: 'accept-encoding', 'cache-control': 'public' }
  const all = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'r-1', ...cached, ...headers }
  const request = { method: 'GET', path: '/api/booking/policy?unknown=1', status: 200 }
  return { ...request, text: JSON.stringify(body), ...others, headers: new Headers(all) }
}
const error = (code: string) => ({ success: false, error: { code, message: 'No.' } })
const check = (changes: Parameters<typeof exchange>[0]) => () => requireDocumented(exchange(changes))

const { timezone: _, ...incomplete } = policy

test.each<[string, Parameters<typeof exchange>[0], string]>([
  ['a status', { status: 201 }, 'getPolicy does not document the status'],
  ['an error code', { status: 404, body: error('CONFLICT') }, 'body/error/code'],
  ['a missing field', { body: { success: true, data: incomplete } }, "required property 'timezone'"],
  [
    'a further field',
    { body: { success: true, data: { ...policy, debug: 1 } } },
    'must NOT have additional properties',
  ],
  ['an invalid header', { headers: { 'x-request-id': 'a b' } }, 'must match pattern'],
  ['another content type', { headers: { 'content-type': 'text/html' } }, 'The content type is text/html'],
  ['a missing header', { status: 503, body: error('SERVICE_UNAVAILABLE') }, 'The header retry-after is missing'],
  ['a path that does not exist', { path: '/api/booking/nothing' }, 'There is no such operation'],
])('an answer that it does not describe: %s', (_, changes, problem) => expect(check(changes)).toThrow(problem))

const event = {
  specversion: '1.0',
  id: 'e-1',
  source: '/campstore/booking',
  type: 'payment.unapplied',
  subject: 'b-1',
  time: '2026-11-20T08:00:00.000Z',
  datacontenttype: 'application/json',
  data: {
    eventId: 'p-1',
    target: { kind: 'booking', id: 'b-1' },
    amount: '1.00',
    currency: 'TWD',
    providerTradeNo: 'T1',
    reason: 'cancelled',
  },
}

test.each([
  ['of an unknown type', { ...event, type: 'booking.moved' }, 'has no message "booking.moved"'],
  ['with a further field', { ...event, data: { ...event.data, debug: 1 } }, 'must NOT have additional properties'],
  ['with a wrong value', { ...event, data: { ...event.data, reason: 'why' } }, 'body/data/reason'],
])('an event %s', (_, changed, problem) => expect(() => requireDocumentedEvent(changed)).toThrow(problem))
