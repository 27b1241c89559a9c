import { daysBetween, parsePlainDate } from '@campstore/core/plain-date'
import { html } from 'hono/html'
import { placeOf } from './booking-form.ts'
import type { KnownBooking } from './bookings.ts'
import { alert, type Html, hiddenFields, layout } from './layout.ts'
import type { FormProblem, PaymentForm } from './payment-form.ts'

const methods: Record<PaymentForm['ChoosePayment'], string> = {
  Credit: 'Credit card',
  ATM: 'ATM transfer',
  CVS: 'Convenience store',
  ALL: 'Any method',
}

/** `TWD 1,980`, `TWD 1,980.50` */
const amountOf = ({ TotalAmount, CustomField3 }: PaymentForm): string =>
  CustomField3
    ? `TWD ${Number(CustomField3).toLocaleString('en', { minimumFractionDigits: 2 })}`
    : `TWD ${Number(TotalAmount).toLocaleString('en')}`

const row = (name: string, value: Html | string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Summary of the payment: the fields of the form, and the known data of a booking. */
export const summary = (form: PaymentForm, booking?: KnownBooking): Html => html`<p class="amount">${amountOf(form)}</p>
<dl>
${
  booking
    ? stayRows(booking)
    : row('Items', html`<ul>${form.ItemName.split('#').map(item => html`<li>${item}</li>`)}</ul>`)
}
${row('Method', methods[form.ChoosePayment])}
${row(form.CustomField2 === 'booking' ? 'Booking' : 'Order', html`<code>${form.CustomField1}</code>`)}
${row('Trade number', html`<code>${form.MerchantTradeNo}</code>`)}
</dl>`

function stayRows(booking: KnownBooking): Html {
  const { checkIn, checkOut, checkoutExpiresAt } = booking
  const [from, to] = [parsePlainDate(checkIn), parsePlainDate(checkOut)]
  const nights = from && to ? daysBetween(from, to) : 0
  return html`${row('Campground', placeOf(booking))}
${row('Stay', html`${day(checkIn)} to ${day(checkOut)}, ${nights === 1 ? '1 night' : `${nights} nights`}`)}
${row('Held until', html`<strong><time datetime="${checkoutExpiresAt}">${timeOfDay(checkoutExpiresAt)}</time></strong>, ${day(checkoutExpiresAt)} (Taipei)`)}`
}

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Taipei', ...options })
const days = formatOf({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const times = formatOf({ hour: '2-digit', minute: '2-digit' })
const day = (date: string): string => days.format(new Date(date))
const timeOfDay = (instant: string): string => times.format(new Date(instant))

/** Delays of a payment that is made later: seconds, and their text. */
export const delaysOf = (holdSeconds: number): [seconds: number, text: string][] => [
  [10, 'in 10 seconds'],
  [30, 'in 30 seconds'],
  [120, 'in 2 minutes'],
  [holdSeconds + 15, `after the hold’s deadline (in ${holdSeconds + 15} seconds)`],
]

/** Details of a payment page in addition to its form. */
export type PaymentPageDetails = {
  holdSeconds: number
  /** The known data of the booking. */
  booking?: KnownBooking | undefined
  /** Why the latest choice failed. */
  problem?: string | undefined
}

/** The page of a payment form or a booking: subject, amount, deadline, and choices of how it ends. */
export const paymentPage = (form: PaymentForm, { holdSeconds, booking, problem }: PaymentPageDetails): Html =>
  layout(
    form.CustomField2 === 'booking' ? 'Pay a booking' : 'Pay an order',
    html`${problem && alert(problem)}
${summary(form, booking)}
<form method="post" action="/payments">
${hiddenFields(form.fields)}
<button class="primary" name="simulator-choice" value="pay">Pay ${amountOf(form)}</button>
<button name="simulator-choice" value="fail">Let the payment fail</button>
<button name="simulator-choice" value="twice" aria-describedby="twice">Pay twice</button>
<p id="twice" class="hint">campstore gets two payments. The second is unapplied: it has to be refunded.</p>
<div class="later">
<label for="delay">Pay at a later time</label>
<select id="delay" name="simulator-delay">${delaysOf(holdSeconds).map(([seconds, text]) => html`<option value="${seconds}">${text}</option>`)}</select>
<button name="simulator-choice" value="later">Pay later</button>
</div>
</form>
${form.ClientBackURL && html`<p class="leave"><a href="${form.ClientBackURL}">Back to the shop without paying</a></p>`}`,
  )

/** Why a booking cannot be paid on its page; undefined when it can. */
export function reasonNotToPay(booking: KnownBooking, now: Date): FormProblem | undefined {
  const { status, paymentStatus, checkoutExpiresAt } = booking
  const place = placeOf(booking)
  if (status === 'cancelled')
    return {
      title: 'This booking is cancelled',
      text: `The site at ${place} is no longer held. There is nothing to pay.`,
    }
  if (paymentStatus === 'paid') return { title: 'This booking is paid', text: `Thank you. See you at ${place}.` }
  if (status !== 'pending')
    return { title: 'This booking is confirmed', text: `There is nothing to pay here. See you at ${place}.` }
  if (now < new Date(checkoutExpiresAt)) return undefined
  return {
    title: 'The time to pay has ended',
    text: `The site at ${place} was held until ${timeOfDay(checkoutExpiresAt)}, ${day(checkoutExpiresAt)} (Taipei). Make a new booking.`,
  }
}
