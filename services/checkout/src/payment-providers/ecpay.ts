import { randomInt } from 'node:crypto'
import { strongSecret } from '@campstore/core/config/secret-strength'
import { variable } from '@campstore/core/config/variable'
import { secretText } from '@campstore/core/config/variables'
import { exact } from '@campstore/core/money'
import { checkMacValue, ecpayTime } from '@campstore/payments/ecpay-formats'
import { z } from 'zod'
import type { OnlinePaymentMethod, PaymentProvider, PaymentRequest } from './provider.ts'

/** Configuration of ECPay's all-in-one checkout. */
export const ecpayVariables = {
  ECPAY_CHECKOUT_URL: variable(z.url({ protocol: /^https?$/ }), {
    description: "ECPay's AioCheckOut V5, to which the browser posts payment forms",
    rule: 'an http address; in production an https address, not of this machine',
    example: 'https://payment.ecpay.com.tw/Cashier/AioCheckOut/V5',
  }),
  ECPAY_MERCHANT_ID: variable(z.string().regex(/^\w{1,10}$/), {
    description: "the shop's id at ECPay",
    rule: '1 to 10 letters and digits',
    example: '3002607',
  }),
  ECPAY_HASH_KEY: variable(secretText, {
    description: "the shop's HashKey at ECPay",
    rule: strongSecret,
    example: 'YOUR-HASH-KEY',
    secret: true,
  }),
  ECPAY_HASH_IV: variable(secretText, {
    description: "the shop's HashIV at ECPay",
    rule: strongSecret,
    example: 'YOUR-HASH-IV',
    secret: true,
  }),
  ECPAY_RETURN_URL: variable(z.url({ protocol: /^https?$/ }).max(200), {
    description: 'where the payment service hears from ECPay',
    rule: 'an http address of at most 200 characters; in production not of this machine',
    example: 'https://payments.shop.example/ecpay',
  }),
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
