import { text } from '@campstore/contract/text'
import { moneyPattern } from '@campstore/core/money'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { z } from 'zod'
import type { Shop } from './config.ts'

const returnAddress = z.url({ protocol: /^https?$/ }).optional()

/** The fields of AioCheckOut V5 that the simulator uses; others only count for CheckMacValue. */
const formSchema = z.object({
  MerchantTradeNo: z.string().regex(/^[A-Za-z0-9]{1,20}$/, 'must have 1 to 20 letters and digits'),
  MerchantTradeDate: z
    .string()
    .regex(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/, 'must be a time like 2026/11/20 16:00:05'),
  PaymentType: z.literal('aio', 'must be aio'),
  TotalAmount: z.string().regex(/^[1-9]\d{0,10}$/, 'must be a whole number of TWD'),
  TradeDesc: z.string().min(1).max(200),
  ItemName: z.string().min(1).max(400),
  ReturnURL: z.url({ protocol: /^https?$/, error: 'must be an http address' }),
  ChoosePayment: z.enum(['Credit', 'ATM', 'CVS', 'ALL'], 'must be Credit, ATM, CVS or ALL'),
  EncryptType: z.literal('1', 'must be 1'),
  CustomField1: text().min(1).max(50),
  CustomField2: z.enum(['', 'order', 'booking'], 'must be order or booking').default(''),
  CustomField3: z.union([z.literal(''), z.string().regex(moneyPattern)], 'must be an amount like 1980.50').default(''),
  CustomField4: z.string().max(50).default(''),
  ClientBackURL: returnAddress,
  OrderResultURL: returnAddress,
})

/** A payment form of the shop or of the simulator, with its CheckMacValue verified. */
export type PaymentForm = z.output<typeof formSchema> & {
  /** All fields as they came, with CheckMacValue: the same form can be sent again. */
  fields: Readonly<Record<string, string>>
}

/** Why a form is refused, for people. */
export type FormProblem = { title: string; text: string }

/**
 * Reads ECPay's form and verifies that the shop has made it.
 *
 * @param body the form as the browser posts it
 * @returns the form, or why it is refused
 */
export function parsePaymentForm(body: URLSearchParams, shop: Shop): PaymentForm | FormProblem {
  const fields = Object.fromEntries(body)
  if (body.size === 0) return badForm('It has no fields.')
  if (Object.keys(fields).length < body.size) return badForm('A field is given more than once.')
  const { CheckMacValue, ...signed } = fields
  if (CheckMacValue === undefined) return badForm('CheckMacValue is missing.')
  if (signed.MerchantID === undefined) return badForm('MerchantID is missing.')
  if (signed.MerchantID !== shop.ECPAY_MERCHANT_ID) return unknownMerchant(signed.MerchantID)
  const parsed = formSchema.safeParse(signed)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    return badForm(signed[name] === undefined ? `${name} is missing.` : `${name} is not valid: ${issue?.message}.`)
  }
  if (checkMacValue(signed, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV) !== CheckMacValue.toUpperCase()) return wrongMac
  return { ...parsed.data, fields }
}

const badForm = (reason: string): FormProblem => ({
  title: 'This is not a complete payment form',
  text: `${reason} Open a new form with POST /api/checkout/sessions/{id}/gateway, and post all of its fields unchanged.`,
})

const unknownMerchant = (id: string): FormProblem => ({
  title: 'Unknown merchant',
  text: `The simulator has no shop ${id.slice(0, 20)}. The checkout service and the simulator need the same ECPAY_MERCHANT_ID.`,
})

const wrongMac: FormProblem = {
  title: 'CheckMacValue does not match',
  text: 'A field was changed after the form was made, or the checkout service and the simulator have different ECPAY_HASH_KEY or ECPAY_HASH_IV.',
}
