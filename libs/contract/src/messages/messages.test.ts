import { describe, expect, test } from 'vitest'
import { paymentNotificationSchema } from './payments.ts'

describe('payment notification', () => {
  const sound = {
    eventId: 'e-1',
    type: 'payment.succeeded',
    target: { kind: 'booking', id: 'b-1' },
    amount: '1234.00',
    currency: 'TWD',
    paymentMethod: 'gateway-credit',
    providerTradeNo: 'T1',
    paidAt: '2026-11-20T08:00:00Z',
  }
  const accepts = (changes: object) => paymentNotificationSchema.safeParse({ ...sound, ...changes }).success

  test.each([
    {},
    { type: 'payment.failed' },
    { target: { kind: 'order', id: 'o' } },
    { paidAt: '2026-11-20T16:00:00.5+08:00' },
    { more: 1 },
  ])('sound: %j', changes => expect(accepts(changes)).toBe(true))

  test.each([
    { eventId: '' },
    { eventId: 'e\0' },
    { eventId: 7 },
    { type: 'paid' },
    { target: 'b-1' },
    { target: { kind: 'cart', id: 'b' } },
    { target: { kind: 'booking', id: '' } },
    { amount: 1234 },
    { amount: '1234' },
    { amount: '-1.00' },
    { currency: '' },
    { paidAt: '2026-11-20' },
    { paidAt: 0 },
    { paidAt: '0000-01-01T00:00:00Z' },
    { paidAt: '9999-12-31T23:59:59-23:59' },
    { paidAt: '2026-11-20T08:00:00-23:59' },
    { target: { kind: 'booking', id: 'b-\ud800' } },
    { providerTradeNo: 'T\udc00' },
    { amount: '10000000000.00' },
  ])('malformed: %j', changes => expect(accepts(changes)).toBe(false))
})
