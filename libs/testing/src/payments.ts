import { randomUUID } from 'node:crypto'
import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { moneySchema } from '@campstore/contract/schemas'

/** The notification of a successful payment in TWD for a booking or an order. */
export const paymentFor = (target: PaymentNotification['target'], amount: string, at: Date): PaymentNotification => ({
  eventId: randomUUID(),
  type: 'payment.succeeded',
  target,
  amount: moneySchema.parse(amount),
  currency: 'TWD',
  paymentMethod: 'gateway-credit',
  providerTradeNo: `T${randomUUID().slice(0, 8)}`,
  paidAt: at.toISOString(),
})
