import { createHash } from 'node:crypto'
import { isLoopback } from '@campstore/core/loopback'
import { exact, sameAmount } from '@campstore/core/money'
import { checkMacValue, ecpayTime } from '@campstore/payments/ecpay-formats'
import type { KnownBooking } from './bookings.ts'
import type { Shop } from './config.ts'
import { type FormProblem, type PaymentForm, parsePaymentForm } from './payment-form.ts'

/** How ECPay calls the payment methods of a booking. */
const choices: Readonly<Record<string, string>> = {
  'gateway-credit': 'Credit',
  'gateway-atm': 'ATM',
  'gateway-cvs': 'CVS',
  'gateway-other': 'ALL',
}

/**
 * The form with which the payment service charges a booking: a booking that it pays twice has the same number twice. ECPay
 * charges whole TWD; the booking's amount, which the notification has, is in CustomField3 where it is another one.
 *
 * @param options.back where the member returns to
 */
export function bookingForm(
  booking: KnownBooking,
  options: { shop: Shop; returnUrl: string; back?: string | undefined; now: Date },
): PaymentForm | FormProblem {
  const { shop, returnUrl, back, now } = options
  const { bookingId, finalAmount, checkIn, checkOut } = booking
  const amount = exact(finalAmount).toFixed(0)
  const fields: Record<string, string> = {
    MerchantID: shop.ECPAY_MERCHANT_ID,
    MerchantTradeNo: `BK${createHash('sha256').update(bookingId).digest('hex').slice(0, 18)}`,
    MerchantTradeDate: ecpayTime(now),
    PaymentType: 'aio',
    TotalAmount: amount,
    TradeDesc: 'campstore booking',
    ItemName: `${placeOf(booking)}, ${checkIn} to ${checkOut}`.replaceAll('#', ' '),
    ReturnURL: returnUrl,
    ChoosePayment: choices[booking.paymentMethod ?? ''] ?? 'Credit',
    EncryptType: '1',
    CustomField1: bookingId,
    CustomField2: 'booking',
    ...(!sameAmount(finalAmount, amount) && { CustomField3: finalAmount }),
    ...(back !== undefined && { ClientBackURL: back }),
  }
  const CheckMacValue = checkMacValue(fields, shop.ECPAY_HASH_KEY, shop.ECPAY_HASH_IV)
  return parsePaymentForm(new URLSearchParams({ ...fields, CheckMacValue }), shop)
}

/** The campground's name, or its id in an event without one. */
export const placeOf = ({ campgroundName, campgroundId }: KnownBooking): string =>
  (campgroundName || campgroundId).slice(0, 200)

/**
 * The address to return to, when a page may send there: else everybody could make a link of ours that leads to a page of theirs.
 *
 * @param origins besides those of this machine
 * @returns the address as browsers read it; undefined when it is not allowed
 */
export function allowedBack(address: string, origins: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, origin, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return isLoopback(hostname) || origins.includes(origin) ? href : undefined
}
