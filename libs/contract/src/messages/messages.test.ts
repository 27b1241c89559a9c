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

  test('sound ones', () => {
    const order = { target: { kind: 'order', id: 'o' } }
    const others = [{ type: 'payment.failed' }, order, { paidAt: '2026-11-20T16:00:00.5+08:00' }, { more: 1 }]
    expect([{}, ...others].filter(changes => !accepts(changes))).toEqual([])
  })

  test.each<[keyof typeof sound, unknown[]]>([
    ['eventId', ['', 'e\0', 7]],
    ['type', ['paid']],
    ['target', ['b-1', { kind: 'cart', id: 'b' }, { kind: 'booking', id: '' }, { kind: 'booking', id: 'b-\ud800' }]],
    ['amount', [1234, '1234', '-1.00', '10000000000.00']],
    ['currency', ['']],
    ['providerTradeNo', ['T\udc00']],
    ['paidAt', ['2026-11-20', 0, '2026-11-20T08:00:00-23:59', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59']],
  ])('malformed: %s is one of %j', (field, values) => {
    expect(values.filter(value => accepts({ [field]: value }))).toEqual([])
  })
})
