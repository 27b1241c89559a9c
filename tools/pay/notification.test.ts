import { describe, expect, test } from 'vitest'
import { notificationFor, paymentOrderFrom } from './notification.ts'

const at = new Date('2026-11-20T08:00:00.000Z')
const payable = { amount: '1840.00', paymentMethod: 'gateway-atm' }

describe('npm run pay', () => {
  test('pays what is to be paid, as the customer wants to', () => {
    const order = paymentOrderFrom(['booking', 'b-1', '--event-id', 'evt-1'])
    expect(notificationFor(order, payable, at)).toEqual({
      eventId: 'evt-1',
      type: 'payment.succeeded',
      target: { kind: 'booking', id: 'b-1' },
      amount: '1840.00',
      currency: 'TWD',
      paymentMethod: 'gateway-atm',
      providerTradeNo: 'LOCAL-evt-1',
      paidAt: '2026-11-20T08:00:00.000Z',
    })
  })

  test('pays an order in the same way', () => {
    const order = paymentOrderFrom(['order', 'o-1'])
    expect(notificationFor(order, payable, at)).toMatchObject({
      target: { kind: 'order', id: 'o-1' },
      amount: '1840.00',
      paymentMethod: 'gateway-atm',
    })
  })

  test('makes a new event each time', () => {
    const [first, second] = [paymentOrderFrom(['booking', 'b']), paymentOrderFrom(['booking', 'b'])]
    expect(first.eventId).not.toBe(second.eventId)
  })

  test('--fail tells of a payment that failed', () => {
    expect(notificationFor(paymentOrderFrom(['booking', 'b', '--fail']), payable, at).type).toBe('payment.failed')
  })

  test('--amount and --currency pay something else, also for a booking that nobody knows', () => {
    const order = paymentOrderFrom(['booking', 'b', '--amount', '12.5', '--currency', 'USD'])
    expect(notificationFor(order, undefined, at)).toMatchObject({ amount: '12.50', currency: 'USD' })
  })

  test.each([
    [[], /^usage: /],
    [['booking'], /^usage: /],
    [['booking', 'a', 'b'], /^usage: /],
    [['cart', 'a'], /cannot pay "cart"/],
    [['order'], /^usage: /],
    [['booking', 'a', '--amount', '1,000'], /--amount must be an amount/],
    [['booking', 'a', '--tip', '1'], /Unknown option '--tip'/],
  ])('%j is refused with what is right', (args, told) => {
    expect(() => paymentOrderFrom(args)).toThrow(told)
  })

  test('a booking that nobody knows needs an amount', () => {
    expect(() => notificationFor(paymentOrderFrom(['booking', 'b']), undefined, at)).toThrow('there is no booking b')
  })
})
