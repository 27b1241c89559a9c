import type { OrderPaymentMethod } from '@campstore/contract/orders'
import type { Money } from '@campstore/core/money'

export type OnlinePaymentMethod = Exclude<OrderPaymentMethod, 'cod'>

/** The amounts in whole TWD that a payment method takes. */
export type AmountLimits = { least: number; most: number }

export type PaymentTarget = { kind: 'booking' | 'order'; id: string }

export type PaymentRequest = {
  target: PaymentTarget
  /** The provider's reference for this attempt, from {@link PaymentProvider.newTradeNo}. */
  tradeNo: string
  total: Money
  method: OnlinePaymentMethod
  items: readonly { name: string; quantity: number }[]
  now: Date
  expiresAt: Date
}

/**
 * A provider of online payments: the browser posts a form to its page. Another provider is one more file with its test. The
 * payment service handles its callbacks.
 */
export type PaymentProvider = {
  name: string
  limitsOf(method: OnlinePaymentMethod): AmountLimits
  newTradeNo(): string
  form(payment: PaymentRequest): { action: string; fields: Record<string, string> }
}
