import { describe, expect, test } from 'vitest'
import { notificationFor, paymentRequestFrom } from './notification.ts'

const at = new Date('2026-11-20T08:00:00.000Z')
const payable = { amount: '1840.00', paymentMethod: 'gateway-atm' }

describe('npm run pay', () => {
  test.each(['booking', 'order'])('pays the amount of a %s by the chosen method', kind => {
    const request = paymentRequestFrom([kind, 'b-1', '--event-id', 'evt-1'])
    expect(notificationFor(request, payable, at)).toEqual({
      eventId: 'evt-1',
      type: 'payment.succeeded',
      target: { kind, id: 'b-1' },
      amount: '1840.00',
      currency: 'TWD',
      paymentMethod: 'gateway-atm',
      providerTradeNo: 'LOCAL-evt-1',
      paidAt: '2026-11-20T08:00:00.000Z',
    })
  })

  test('creates a new event each time', () => {
    const events = [1, 2].map(() => notificationFor(paymentRequestFrom(['booking', 'b']), payable, at).eventId)
    expect(new Set(events).size).toBe(2)
  })

  test('--fail reports a failed payment', () => {
    expect(notificationFor(paymentRequestFrom(['booking', 'b', '--fail']), payable, at).type).toBe('payment.failed')
  })

  test('--amount and --currency replace amount and currency, also for an unknown booking', () => {
    const request = paymentRequestFrom(['booking', 'b', '--amount', '12.5', '--currency', 'USD'])
    expect(notificationFor(request, undefined, at)).toMatchObject({ amount: '12.50', currency: 'USD' })
  })

  test.each([
    [[], /^An argument is missing/],
    [['booking'], /^An argument is missing/],
    [['booking', 'a', 'b'], /^Unexpected argument: b/],
    [['cart', 'a'], /^Cannot pay "cart"/],
    [['booking', 'a', '--amount', '1,000'], /--amount must be an amount/],
    [['booking', 'a', '--tip', '1'], /Unknown option '--tip'/],
  ])('%j is refused with the reason and the usage', (args, message) => {
    expect(() => paymentRequestFrom(args)).toThrow(message)
    expect(() => paymentRequestFrom(args)).toThrow('usage: npm run pay')
  })

  test('an unknown booking requires an amount', () => {
    expect(() => notificationFor(paymentRequestFrom(['booking', 'b']), undefined, at)).toThrow('There is no booking b')
  })
})
