import { createHash } from 'node:crypto'
import { text } from '@campstore/contract/text'
import { money, moneyPattern } from '@campstore/core/money'
import { ecpay } from '@campstore/payments/ecpay'
import { checkMacValue } from '@campstore/payments/ecpay-formats'
import { z } from 'zod'
import type { KnownBooking } from './bookings.ts'
import type { Shop } from './config.ts'

const returnAddress = z.url({ protocol: /^https?$/ }).optional()

/** The fields of AioCheckOut V5 that the simulator uses; others only count for CheckMacValue. */
const formSchema = z.object({
  MerchantTradeNo: z.string().regex(/^[A-Za-z0-9]{1,20}$/, 'must have 1 to 20 letters and digits'),
  MerchantTradeDate: z
    .string()
    .regex(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}:\d{2}$/, 'must be a time like 2026/11/20 16:00:05'),
  PaymentType: z.literal('aio'),
  TotalAmount: z.string().regex(/^[1-9]\d{0,10}$/, 'must be a whole number of TWD'),
  TradeDesc: z.string().min(1).max(200),
  ItemName: z.string().min(1).max(400),
  ReturnURL: z.url({ protocol: /^https?$/, error: 'must be an http address' }),
  ChoosePayment: z.enum(['Credit', 'ATM', 'CVS', 'ALL']),
  EncryptType: z.literal('1'),
  CustomField1: text().min(1).max(50),
  CustomField2: z.enum(['', 'order', 'booking']).default(''),
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

/** A request that is answered by a page with only a text: why it is refused, as a title, and what to do about it. */
export class PageError extends Error {
  readonly status: number
  readonly title: string
  constructor(status: number, title: string, text: string) {
    super(text)
    this.status = status
    this.title = title
  }
}

/**
 * Reads ECPay's form and verifies that the shop has made it.
 *
 * @param body the form as the browser posts it
 * @throws {PageError} 400 when it is incomplete, changed, or of another shop
 */
export function parsePaymentForm(body: URLSearchParams, shop: Shop): PaymentForm {
  const fields = Object.fromEntries(body)
  if (body.size === 0) throw badForm('It has no fields.')
  if (Object.keys(fields).length < body.size) throw badForm('A field is given more than once.')
  const { CheckMacValue, ...signed } = fields
  if (CheckMacValue === undefined) throw badForm('CheckMacValue is missing.')
  if (signed.MerchantID === undefined) throw badForm('MerchantID is missing.')
  if (signed.MerchantID !== shop.ECPAY_MERCHANT_ID) {
    const unknown = `The simulator has no shop ${signed.MerchantID.slice(0, 20)}.`
    throw new PageError(
      400,
      'Unknown merchant',
      `${unknown} The checkout service and the simulator need the same ECPAY_MERCHANT_ID.`,
    )
  }
  const parsed = formSchema.safeParse(signed)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0])
    throw badForm(signed[name] === undefined ? `${name} is missing.` : `${name} is not valid: ${issue?.message}.`)
  }
  if (checkMacValue(signed, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV) !== CheckMacValue.toUpperCase()) {
    throw new PageError(
      400,
      'CheckMacValue does not match',
      'A field was changed after the form was made, or the checkout service and the simulator have different ECPAY_HASH_KEY or ECPAY_HASH_IV.',
    )
  }
  return { ...parsed.data, fields }
}

const badForm = (reason: string): PageError =>
  new PageError(
    400,
    'This is not a complete payment form',
    `${reason} Open a new form with POST /api/checkout/sessions/{id}/gateway, and post all of its fields unchanged.`,
  )

/**
 * The form with which the payment service charges a booking: a booking that it pays twice has the same number twice. ECPay
 * charges whole TWD; the booking's amount, which the notification has, is in CustomField3.
 *
 * @param options.back where the member returns to
 * @throws {PageError} 400 when ECPay cannot charge the booking
 */
export function bookingForm(
  booking: KnownBooking,
  options: { shop: Shop; returnUrl: string; back: string | undefined; now: Date },
): PaymentForm {
  const { shop, returnUrl, back, now } = options
  const { bookingId, campgroundName, campgroundId, finalAmount, checkIn, checkOut } = booking
  const provider = ecpay({ ...shop, ECPAY_CHECKOUT_URL: returnUrl, ECPAY_RETURN_URL: returnUrl })
  const { CheckMacValue: _, ...charged } = provider.form({
    target: { kind: 'booking', id: bookingId },
    tradeNo: `BK${createHash('sha256').update(bookingId).digest('hex').slice(0, 18)}`,
    total: money(finalAmount),
    method: booking.paymentMethod,
    items: [{ name: `${campgroundName || campgroundId}, ${checkIn} to ${checkOut}`, quantity: 1 }],
    now,
    expiresAt: new Date(booking.checkoutExpiresAt),
  }).fields
  const fields = { ...charged, CustomField3: finalAmount, ...(back !== undefined && { ClientBackURL: back }) }
  const CheckMacValue = checkMacValue(fields, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV)
  return parsePaymentForm(new URLSearchParams({ ...fields, CheckMacValue }), shop)
}
