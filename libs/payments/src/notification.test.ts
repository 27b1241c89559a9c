import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { moneySchema } from '@campstore/contract/schemas'
import { expect, test } from 'vitest'
import { parseSignedNotification, signedMessage } from './notification.ts'

const now = new Date('2026-03-01T12:00:00Z')
const notification: PaymentNotification = {
  eventId: 'e-1',
  type: 'payment.succeeded',
  target: { kind: 'booking', id: 'b-1' },
  amount: moneySchema.parse('1234.00'),
  currency: 'TWD',
  paymentMethod: 'gateway-credit',
  providerTradeNo: 'T-1',
  paidAt: '2026-03-01T11:59:00.000Z',
}

const withFields = (changes: object) => JSON.stringify({ ...notification, ...changes })
const parse = (kind: 'booking' | 'order', content?: string, secret = 'local-payment-secret', secondsLater = 0) => {
  const signing = { secret, at: now, content: content === undefined ? undefined : Buffer.from(content) }
  const received = new Date(now.getTime() + secondsLater * 1_000)
  const message = signedMessage(notification, signing)
  const delivery = { content: message.content, headers: message.options.headers }
  const secrets = ['local-payment-secret']
  return parseSignedNotification(delivery, { secrets, toleranceSeconds: 60, kind, now: received })
}

test('a signed message is routed by the kind of its target and parsed by its receiver', () => {
  const { exchange, routingKey, options } = signedMessage(notification, { secret: 's', at: now })
  expect([exchange, routingKey, options]).toMatchObject([
    'payments',
    'payment.notification.booking',
    { messageId: 'e-1', contentType: 'application/json', persistent: true },
  ])
  expect(parse('booking')).toEqual({ notification })
})

test.each([
  ['the signature is checked first', 'order', 'no JSON', 'another-secret', 'signature mismatch'],
  ['too many bytes', 'booking', ' '.repeat(64_001), 'another-secret', 'malformed: larger than 64000 bytes'],
  ['nested lists', 'booking', '['.repeat(60_000), undefined, 'malformed: nested deeper than 16 levels'],
  ['a long list', 'booking', `[${'1,'.repeat(20_000)}1]`, undefined, 'malformed: more than 5000 values'],
  ['no JSON', 'booking', 'no JSON', undefined, 'malformed: not JSON'],
  ['a field is missing', 'booking', withFields({ eventId: undefined }), undefined, 'malformed: eventId is missing'],
] as const)('rejected: %s', (_, kind, content, secret, reason) => {
  expect(parse(kind, content, secret)).toMatchObject({ rejected: reason })
})

// docs/contract/conventions.md#identifiers-of-others
test.each([
  ['providerTradeNo', ' T-1'],
  ['providerTradeNo', 'T-1\u00a0'],
  ['providerTradeNo', 'T\u200b-1'],
  ['providerTradeNo', 'T\u0007-1'],
  ['eventId', 'e-1\n'],
])('an identifier that looks like another one is rejected: %s %j', (field, value) => {
  expect(parse('booking', withFields({ [field]: value }))).toMatchObject({
    rejected: expect.stringMatching(`^malformed: ${field} must (not )?have`),
  })
})

test('a message with a wrong signature is named by its eventId, as not authentic', () => {
  const rejected = { rejected: 'signature mismatch', eventId: 'e-1', isAuthentic: false }
  expect(parse('booking', undefined, 'another-secret')).toEqual(rejected)
})

// docs/contract/messages.md#outcome-of-a-message
test.each([
  ['a target of another kind', 'order', JSON.stringify(notification), 'malformed: target.kind is not order'],
  ['no amount', 'booking', '{"eventId":"e-1"}', 'malformed: type is missing'],
  [
    'another type',
    'booking',
    '{"eventId":"e-1","type":"payment.eaten"}',
    'malformed: type must be "payment.succeeded", "payment.failed", "payment.refunded" or "payment.refund-failed"',
  ],
  ['an old signature', 'booking', undefined, 'signature too old', 61],
] as const)(
  'a rejected message that was signed is named by its eventId: %s',
  (_, kind, content, rejected, later: number = 0) => {
    expect(parse(kind, content, undefined, later)).toEqual({ rejected, eventId: 'e-1', isAuthentic: true })
  },
)
