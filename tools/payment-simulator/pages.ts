import { ecpayTime } from '@campstore/payments/ecpay-formats'
import type { KnownBooking } from './bookings.ts'
import { type Html, html } from './html.ts'
import type { PaymentForm } from './payment-form.ts'
import { isRefundable, type Report } from './payments.ts'

const layout = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Payment simulator</title>
<link rel="stylesheet" href="/tokens.css">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header><a class="brand" href="/">Payment simulator: no money is moved</a></header>
<main class="wide">
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

/** A page with only a text, and a link back if an address is given. */
export const messagePage = (title: string, text: string, back?: string): Html =>
  layout(title, html`<p>${text}</p>${back && backLink(back)}`)

const backLink = (address: string): Html => html`<p><a href="${address}">Back to the shop</a></p>`

/** What a page of a payment shows. */
type Subject = {
  form: PaymentForm
  /** Says until when it is held. */
  booking: KnownBooking | undefined
  reports: readonly Report[]
  /** Why the latest report failed. */
  problem: string | undefined
}

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

const row = (name: string, value: string): Html => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`

const hiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)

/** Delays of a payment that is made later: seconds, and their text. */
export const delaysOf = (holdSeconds: number): [seconds: number, text: string][] => [
  [10, 'in 10 seconds'],
  [30, 'in 30 seconds'],
  [120, 'in 2 minutes'],
  [holdSeconds + 15, `after the hold’s deadline (in ${holdSeconds + 15} seconds)`],
]

/** The page of a payment: what is paid, the way back to the shop, choices of how it ends, and its reports with their signed messages. */
export const paymentPage = ({ form, booking, reports, problem }: Subject, holdSeconds: number): Html =>
  layout(
    titleOf(form, reports.at(-1)),
    html`${problem && html`<p role="alert"><strong>The report failed.</strong> ${problem}</p>`}
<table>
${row('Amount', amountOf(form))}
${form.ItemName.split('#').map(item => row('Item', item))}
${booking && row('Held until', `${ecpayTime(new Date(booking.checkoutExpiresAt))} (Taipei)`)}
${row('Method', methods[form.ChoosePayment])}
${row(form.CustomField2 === 'booking' ? 'Booking' : 'Order', form.CustomField1)}
${row('Trade number', form.MerchantTradeNo)}
</table>
${wayBack(form, reports)}
<form method="post" action="/payments">
${hiddenFields(form.fields)}
<p><button name="simulator-choice" value="pay">Pay ${amountOf(form)}</button></p>
<p><button name="simulator-choice" value="fail">Let the payment fail</button></p>
<p><button name="simulator-choice" value="twice">Pay twice</button> The second payment has to be refunded.</p>
<p><label>Pay at a later time <select name="simulator-delay">
${delaysOf(holdSeconds).map(([seconds, text]) => html`<option value="${String(seconds)}">${text}</option>`)}
</select></label>
<button name="simulator-choice" value="later">Pay later</button></p>
</form>
${reports.map(reportPart)}`,
  )

/** Why a booking cannot be paid on its page; undefined when it can. */
export function reasonNotToPay(booking: KnownBooking, now: Date): string | undefined {
  if (booking.status !== 'pending') return `This booking is ${booking.status}`
  if (booking.paymentStatus === 'paid') return 'This booking is paid'
  return now < new Date(booking.checkoutExpiresAt) ? undefined : 'The time to pay has ended'
}

function titleOf(form: PaymentForm, latest: Report | undefined): string {
  if (latest === undefined) return form.CustomField2 === 'booking' ? 'Pay a booking' : 'Pay an order'
  if (latest.message === undefined) return 'The payment will be made later'
  const titles = {
    'payment.succeeded': 'Paid',
    'payment.failed': 'The payment has failed',
    'payment.refunded': 'Refunded',
  }
  return titles[latest.notification.type]
}

/** ECPay's browser posts the callback to OrderResultURL; ClientBackURL is a link. */
function wayBack({ OrderResultURL, ClientBackURL }: PaymentForm, reports: readonly Report[]): Html | undefined {
  const callback = reports.findLast(report => report.callback)?.callback
  if (!OrderResultURL || !callback) return ClientBackURL ? backLink(ClientBackURL) : undefined
  return html`<form method="post" action="${OrderResultURL}">
${hiddenFields(callback)}
<button>Back to the shop</button>
</form>`
}

function reportPart(report: Report): Html {
  const { notification, callback, message, answer, at, problem } = report
  return html`<h2>${notification.type}</h2>
<p>${progressOf(report)} at ${ecpayTime(at)} (Taipei)</p>
${problem && html`<p>The latest attempt failed; the simulator repeats it every few seconds: ${problem}</p>`}
${
  answer &&
  callback &&
  html`<p>The payment service answered <code>${answer}</code> to the callback:</p>
${pre(new URLSearchParams(callback).toString())}<p>and publishes this, signed at its own time:</p>`
}
${pre(message ? messageText(message) : JSON.stringify(notification, null, 2))}
${isRefundable(report) && refundForm(notification.eventId)}`
}

function progressOf({ message, answer }: Report): string {
  if (message === undefined) return 'Will be reported, unless the simulator restarts,'
  return answer === undefined ? 'Published' : 'Posted to ECPAY_RETURN_URL'
}

const pre = (text: string): Html => html`<pre tabindex="0">${text}</pre>`

/** Where a signed message goes, its headers, and its body byte for byte. */
function messageText({ exchange, routingKey, content, options }: NonNullable<Report['message']>): string {
  const lines = { exchange, 'routing key': routingKey, 'content-type': options.contentType, ...options.headers }
  return `${Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n${content}`
}

const refundForm = (eventId: string): Html => html`<form method="post" action="/refunds">
<input type="hidden" name="simulator-event" value="${eventId}">
<p><label>Refund id, where several are due <input name="simulator-refund" maxlength="64" autocomplete="off"></label>
<button>Report the refund</button></p>
</form>`
