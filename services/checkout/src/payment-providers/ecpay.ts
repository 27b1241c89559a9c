import { createHash, randomInt } from 'node:crypto'
import { exact } from '@campstore/core/money'
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
      MerchantTradeDate: taipeiTime(payment.now),
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

/** `2023/03/12 15:30:23`, in Taipei time. */
function taipeiTime(now: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Taipei',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year')}/${part('month')}/${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`
}

/** Names of items, joined by `#` as ECPay requires, in at most 400 characters. */
function itemNames({ items }: PaymentRequest): string {
  const names = items.map(({ productName, quantity }) => `${productName.replace(/[#<>\p{Cc}]/gu, ' ')} x ${quantity}`)
  const joined = names.join('#')
  return joined.length <= 400 ? joined : `${[...joined].slice(0, 199).join('')}…`
}

/**
 * ECPay's CheckMacValue: the fields by name without regard to case, between HashKey and HashIV, encoded as .NET encodes
 * a URL, in lower case, then SHA-256 in upper case hexadecimal.
 */
export function checkMacValue(fields: Readonly<Record<string, string>>, hashKey: string, hashIv: string): string {
  const pairs = Object.entries(fields)
    .map(([name, value]) => ({ order: name.toLowerCase(), pair: `${name}=${value}` }))
    .toSorted((left, right) => (left.order < right.order ? -1 : 1))
    .map(({ pair }) => pair)
  const text = [`HashKey=${hashKey}`, ...pairs, `HashIV=${hashIv}`].join('&')
  return createHash('sha256').update(dotNetUrlEncoded(text).toLowerCase()).digest('hex').toUpperCase()
}

/** .NET's encoding does not encode `-_.!*()` and writes a space as `+`. */
const dotNetUrlEncoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+').replaceAll("'", '%27').replaceAll('~', '%7E')
