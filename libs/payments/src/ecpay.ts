import { randomInt } from 'node:crypto'
import { longSecret } from '@campstore/core/config/secret-strength'
import { optional, variable } from '@campstore/core/config/variable'
import { secretText } from '@campstore/core/config/variables'
import { exact } from '@campstore/core/money'
import { z } from 'zod'
import { ecpayLimits, limitsOf, parseLimits } from './amount-limits.ts'
import { checkMacValue, ecpayTime } from './ecpay-formats.ts'
import type { OnlinePaymentMethod, PaymentProvider, PaymentRequest, PaymentTarget } from './provider.ts'

const placeholders = /\{(\w*)\}/g

/** An address with `{kind}` and `{id}` in it. With a kind and an id it has at most 200 characters, as ECPay requires. */
const returnAddress = z
  .string()
  .max(150)
  .refine(address => [...address.matchAll(placeholders)].every(([, name = '']) => ['kind', 'id'].includes(name)))
  .refine(address => isWebAddress(address.replaceAll(placeholders, 'x')))

const isWebAddress = (address: string): boolean =>
  /^https?:\/\//.test(address) && !/[\s{}"\\<>]/.test(address) && URL.canParse(address)

const returnAddressRule =
  'an http address of at most 150 characters, in which {kind} stands for booking or order and {id} for its id; in production not of this machine'

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
    rule: longSecret,
    example: 'YOUR-HASH-KEY',
    secret: true,
  }),
  ECPAY_HASH_IV: variable(secretText, {
    description: "the shop's HashIV at ECPay",
    rule: longSecret,
    example: 'YOUR-HASH-IV',
    secret: true,
  }),
  ECPAY_RETURN_URL: variable(z.url({ protocol: /^https?$/ }).max(200), {
    description: 'address of the payment service that receives the callbacks of ECPay',
    rule: 'an http address of at most 200 characters; in production not of this machine',
    example: 'https://payments.shop.example/ecpay',
  }),
  ECPAY_CLIENT_BACK_URL: optional(
    variable(returnAddress, {
      description: "target of the link from ECPay's page back to the shop; unless set, there is no link",
      rule: returnAddressRule,
      example: 'https://shop.example/{kind}s/{id}',
    }),
  ),
  ECPAY_ORDER_RESULT_URL: optional(
    variable(returnAddress, {
      description:
        "address to which the browser posts the result of a card payment, instead of ECPay's own result page; it proves nothing",
      rule: returnAddressRule,
      example: 'https://shop.example/paid/{kind}/{id}',
    }),
  ),
  ECPAY_AMOUNT_LIMITS: optional(
    variable(z.string().regex(/^(?:gateway-(?:credit|atm|cvs)=\d{1,9}-\d{1,9}(?:,(?!$)|$))+$/), {
      description:
        'minimum and maximum of an order by payment method, in whole TWD, if they differ from the limits that ECPay publishes',
      rule: 'entries of gateway-credit, gateway-atm or gateway-cvs with = and a range, separated by commas',
      example: 'gateway-credit=5-199999,gateway-atm=11-49999,gateway-cvs=33-6000',
    }),
  ),
}

export type EcpayConfig = z.output<z.ZodObject<typeof ecpayVariables>>

const choices: Record<OnlinePaymentMethod, string> = {
  'gateway-credit': 'Credit',
  'gateway-atm': 'ATM',
  'gateway-cvs': 'CVS',
  'gateway-other': 'ALL',
}

/**
 * ECPay's all-in-one checkout (AioCheckOut V5, EncryptType=1; docs/contract/store-checkout.md#ecpay). Amounts are whole TWD, rounded half up. The
 * id and kind of the booking or order are in custom fields, so that the payment service can refer to it.
 */
export const ecpay = (config: EcpayConfig): PaymentProvider => ({
  name: 'ecpay',
  limitsOf: method =>
    limitsOf(config.ECPAY_AMOUNT_LIMITS === undefined ? ecpayLimits : parseLimits(config.ECPAY_AMOUNT_LIMITS), method),
  newTradeNo: () => `CS${Array.from({ length: 18 }, () => alphanumerics[randomInt(alphanumerics.length)]).join('')}`,
  form(payment) {
    const { target, method } = payment
    const fields = {
      MerchantID: config.ECPAY_MERCHANT_ID,
      MerchantTradeNo: payment.tradeNo,
      MerchantTradeDate: ecpayTime(payment.now),
      PaymentType: 'aio',
      TotalAmount: wholeAmount(payment.total),
      TradeDesc: `campstore ${target.kind}`,
      ItemName: itemNames(payment),
      ReturnURL: config.ECPAY_RETURN_URL,
      ChoosePayment: choices[method],
      ...expiryOf(payment),
      EncryptType: '1',
      CustomField1: target.id.slice(0, 50),
      CustomField2: target.kind,
      ...wayBack(config, target),
    }
    const signed = { ...fields, CheckMacValue: checkMacValue(fields, config.ECPAY_HASH_KEY, config.ECPAY_HASH_IV) }
    return { action: config.ECPAY_CHECKOUT_URL, fields: signed }
  },
})

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** An amount as ECPay accepts it: whole TWD, rounded half up. */
export const wholeAmount = (total: string): string => exact(total).toFixed(0)

/**
 * How long a number that is paid elsewhere can be paid: the shortest that ECPay takes. That is a day for an account
 * (`ExpireDate`, 1 to 60 days); a store code (`StoreExpireDate`, from 1 minute) gets the rest of the hold. With `ALL` it
 * would be days for barcodes, which ECPay hears of two days later, so they are not offered.
 */
function expiryOf({ method, now, expiresAt }: PaymentRequest): Record<string, string> {
  const minutes = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 60_000))
  const account = { ExpireDate: '1' }
  const storeCode = { StoreExpireDate: String(minutes) }
  if (method === 'gateway-atm') return account
  if (method === 'gateway-cvs') return storeCode
  return method === 'gateway-other' ? { ...account, ...storeCode, IgnorePayment: 'BARCODE' } : {}
}

const wayBack = (
  { ECPAY_CLIENT_BACK_URL, ECPAY_ORDER_RESULT_URL }: EcpayConfig,
  target: PaymentTarget,
): Record<string, string> => ({
  ...(ECPAY_CLIENT_BACK_URL !== undefined && { ClientBackURL: filledIn(ECPAY_CLIENT_BACK_URL, target) }),
  ...(ECPAY_ORDER_RESULT_URL !== undefined && { OrderResultURL: filledIn(ECPAY_ORDER_RESULT_URL, target) }),
})

/**
 * Names of items, joined by `#` as ECPay requires, in at most 400 characters. What ECPay's own libraries sign in another way
 * than its specification does, quotation marks and backslashes, becomes a space, as do tags and line ends.
 */
function itemNames({ items }: PaymentRequest): string {
  const names = items.map(({ name, quantity }) => `${name.replace(/["\\#<>\p{Cc}]/gu, ' ')} x ${quantity}`)
  const joined = names.join('#')
  return joined.length <= 400 ? joined : `${[...joined].slice(0, 199).join('')}…`
}

const filledIn = (address: string, { kind, id }: PaymentTarget): string =>
  address.replaceAll('{kind}', kind).replaceAll('{id}', encodeURIComponent(id))
