import type { OrderPaymentMethod } from '@campstore/contract/orders'
import type { Money } from '@campstore/core/money'

/** How an online payment may be made. */
export type OnlinePaymentMethod = Exclude<OrderPaymentMethod, 'cod'>

/** What is to be paid. */
export type PaymentRequest = {
  orderId: string
  /** The number by which the provider will name this attempt; from {@link PaymentProvider.newTradeNo}. */
  tradeNo: string
  total: Money
  method: OnlinePaymentMethod
  items: readonly { productName: string; quantity: number }[]
  now: Date
}

/**
 * Who takes online payments: the browser posts a form to its page. Another provider is one more file that makes one of
 * these, and its test; how it tells of a payment is the payment area's business.
 */
export type PaymentProvider = {
  name: string
  /** A number that no other attempt has. */
  newTradeNo(): string
  /** Where the form goes and what is in it. */
  form(payment: PaymentRequest): { action: string; fields: Record<string, string> }
}
