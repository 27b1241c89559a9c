import { randomInt } from 'node:crypto'
import { exact } from '@campstore/core/money'
import { checkMacValue, ecpayTime } from '@campstore/payments/ecpay-formats'
import { z } from 'zod'
import type { OnlinePaymentMethod, PaymentProvider, PaymentRequest } from './provider.ts'

/** Configuration of ECPay's all-in-one checkout. */
export const ecpayVariables = {
  ECPAY_CHECKOUT_URL: z.url({ protocol: /^https?$/ }).describe("the address of ECPay's AioCheckOut V5"),
  ECPAY_MERCHANT_ID: z
    .string()
    .regex(/^\w{1,10}$/)
    .describe("the shop's id at ECPay, at most 10 characters"),
  ECPAY_HASH_KEY: z.string().min(8).describe("the shop's HashKey at ECPay"),
  ECPAY_HASH_IV: z.string().min(8).describe("the shop's HashIV at ECPay"),
  ECPAY_RETURN_URL: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .describe('the http address at which the payment service hears from ECPay'),
}

/** The values of {@link ecpayVariables}. */
export type EcpayConfig = z.output<z.ZodObject<typeof ecpayVariables>>

const choices: Record<OnlinePaymentMethod, string> = {
  'gateway-credit': 'Credit',
  'gateway-atm': 'ATM',
  'gateway-cvs': 'CVS',
  'gateway-other': 'ALL',
}

/**
 * ECPay's all-in-one checkout (AioCheckOut V5, EncryptType=1; docs/contract/store-checkout.md#ecpay). Amounts are whole TWD, rounded half up; the
 * order id is in CustomField1, so that the payment service can refer to it.
 */
export const ecpay = (config: EcpayConfig): PaymentProvider => ({
  name: 'ecpay',
  newTradeNo: () => `CS${Array.from({ length: 18 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')}`,
  form(payment) {
    const fields = {
      MerchantID: config.ECPAY_MERCHANT_ID,
      MerchantTradeNo: payment.tradeNo,
      MerchantTradeDate: ecpayTime(payment.now),
      PaymentType: 'aio',
      TotalAmount: wholeAmount(payment.total),
      TradeDesc: 'campstore order',
      ItemName: itemNames(payment),
      ReturnURL: config.ECPAY_RETURN_URL,
      ChoosePayment: choices[payment.method],
      EncryptType: '1',
      CustomField1: payment.orderId.slice(0, 50),
    }
    const signed = { ...fields, CheckMacValue: checkMacValue(fields, config.ECPAY_HASH_KEY, config.ECPAY_HASH_IV) }
    return { action: config.ECPAY_CHECKOUT_URL, fields: signed }
  },
})

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An amount as ECPay accepts it: whole TWD, rounded half up. */
export const wholeAmount = (total: string): string => exact(total).toFixed(0)

/** Names of items, joined by `#` as ECPay requires, in at most 400 characters. */
function itemNames({ items }: PaymentRequest): string {
  const names = items.map(({ productName, quantity }) => `${productName.replace(/[#<>\p{Cc}]/gu, ' ')} x ${quantity}`)
  const joined = names.join('#')
  return joined.length <= 400 ? joined : `${[...joined].slice(0, 199).join('')}…`
}
