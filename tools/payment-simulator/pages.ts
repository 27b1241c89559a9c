import { html } from 'hono/html'
import { checkoutPath } from './address.ts'
import type { FormProblem, PaymentForm } from './payment-form.ts'
import { isRefundable, type Payment, type Report } from './payments.ts'

/** A part of a page; every value in it is escaped. */
export type Html = ReturnType<typeof html>

const methods: Record<PaymentForm['ChoosePayment'], string> = {
  Credit: 'Credit card',
  ATM: 'ATM transfer',
  CVS: 'Convenience store',
  ALL: 'Any method',
}

const layout = (title: string, content: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Payment simulator</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header><p><strong>Payment simulator</strong> For development. No money is moved.</p></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

/** `TWD 1,980` */
const amountOf = ({ TotalAmount }: PaymentForm): string => `TWD ${Number(TotalAmount).toLocaleString('en')}`

const summary = (form: PaymentForm) => html`<dl>
<div><dt>Items</dt><dd><ul>${form.ItemName.split('#').map(item => html`<li>${item}</li>`)}</ul></dd></div>
<div><dt>Amount</dt><dd class="amount">${amountOf(form)}</dd></div>
<div><dt>Method</dt><dd>${methods[form.ChoosePayment]}</dd></div>
<div><dt>Order</dt><dd><code>${form.CustomField1}</code></dd></div>
<div><dt>Form</dt><dd><code>${form.MerchantTradeNo}</code></dd></div>
</dl>`

/** Delays of a payment that is made later: seconds, and their text. */
export const delaysOf = (holdSeconds: number): [seconds: number, text: string][] => [
  [10, 'in 10 seconds'],
  [30, 'in 30 seconds'],
  [120, 'in 2 minutes'],
  [holdSeconds + 15, `after the deadline of the hold (in ${holdSeconds + 15} seconds)`],
]

/**
 * The page that the shopper's browser posts the form to: what, how much, and how it shall end.
 *
 * @param problem why the latest choice could not be done
 */
export const paymentPage = (form: PaymentForm, holdSeconds: number, problem?: string): Html =>
  layout(
    'Pay an order',
    html`${problem && alert(problem)}
${summary(form)}
<form method="post" action="/payments">
${hiddenFields(form.fields)}
<button class="primary" name="simulator-choice" value="pay">Pay ${amountOf(form)}</button>
<button name="simulator-choice" value="fail">Let the payment fail</button>
<button name="simulator-choice" value="twice" aria-describedby="twice">Pay twice</button>
<p id="twice" class="hint">Two payments are published. The second is unapplied, so it has to be refunded.</p>
<div class="later">
<label for="delay">Pay at a later time</label>
<select id="delay" name="simulator-delay">${delaysOf(holdSeconds).map(([seconds, text]) => html`<option value="${seconds}">${text}</option>`)}</select>
<button name="simulator-choice" value="later">Pay later</button>
</div>
</form>
${form.ClientBackURL && html`<p><a href="${form.ClientBackURL}">Back to the shop without paying</a></p>`}`,
  )

const alert = (problem: string) => html`<div class="alert" role="alert">
<p><strong>The notification was not published.</strong> ${problem}</p>
<p>Nothing is lost: choose again when the cause is removed.</p>
</div>`

const hiddenFields = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)

/**
 * What was published, or will be, and the way back to the shop.
 *
 * @param tradeNo by which the payment is found
 * @param problem why the latest refund could not be published
 */
export const resultPage = (tradeNo: string, { form, reports, callback }: Payment, problem?: string): Html =>
  layout(
    resultTitle(reports),
    html`${problem && alert(problem)}
${summary(form)}
<h2>Notifications</h2>
<ol>${reports.map(report => reportItem(report, tradeNo))}</ol>
${
  reports.every(({ isPublished }) => isPublished)
    ? html`<p>campstore applies them in a moment. The order shows the outcome.</p>`
    : html`<p>A restart of the simulator forgets what is not published yet. <a href="">Look again</a></p>`
}
${wayBack(form, callback)}
<form method="post" action="${checkoutPath}">
${hiddenFields(form.fields)}
<button>Choose again</button>
</form>`,
  )

function resultTitle(reports: readonly Report[]): string {
  if (reports.some(({ isPublished }) => !isPublished)) return 'The payment will be made later'
  if (reports.some(({ notification }) => notification.type === 'payment.refunded')) return 'Given back'
  const succeeded = reports.filter(({ notification }) => notification.type === 'payment.succeeded').length
  if (succeeded === 0) return 'The payment has failed'
  return succeeded === 1 ? 'Paid' : 'Paid twice'
}

const reportItem = (report: Report, tradeNo: string) => {
  const { notification, at, isPublished, problem } = report
  return html`<li>
<p>${notification.type} ${isPublished ? 'was published' : 'is to be published'} at <time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time></p>
${problem && html`<p class="problem">The latest attempt failed: ${problem} It is repeated every few seconds.</p>`}
<details><summary>The notification</summary><pre tabindex="0">${JSON.stringify(notification, null, 2)}</pre></details>
${isRefundable(report) && refundForm(notification.eventId, tradeNo)}
</li>`
}

const refundForm = (eventId: string, tradeNo: string) => html`<form method="post" action="/payments/${tradeNo}/refunds">
<input type="hidden" name="simulator-event" value="${eventId}">
<button aria-describedby="refund-${eventId}">Say that it was given back</button>
<p id="refund-${eventId}" class="hint">It closes the refund of this payment, or the one that a later cancellation opens.</p>
</form>`

/** ECPay's browser posts the callback to OrderResultURL; ClientBackURL is a link. */
function wayBack({ OrderResultURL, ClientBackURL }: PaymentForm, callback: Payment['callback']): Html {
  if (OrderResultURL)
    return html`<form method="post" action="${OrderResultURL}">
${hiddenFields(callback)}
<button class="primary">Back to the shop</button>
</form>`
  if (ClientBackURL) return html`<p><a class="button primary" href="${ClientBackURL}">Back to the shop</a></p>`
  return html`<p>Go back to the shop and load the order again. The form has no address to return to (ClientBackURL).</p>`
}

/** A page that only says something. */
export const messagePage = ({ title, text }: FormProblem): Html => layout(title, html`<p>${text}</p>`)

/** The page of `/`. */
export const homePage = (): Html =>
  layout(
    'This is the payment simulator',
    html`<p>It stands for ECPay and the payment service. Open the payment form of an order
(<code>POST /api/checkout/sessions/{id}/gateway</code>) and post its fields to its <code>action</code>, which is
<code>/Cashier/AioCheckOut/V5</code> here. Then choose how the payment ends.</p>
<p>Bookings have no payment form: use <code>npm run pay -- booking &lt;id&gt;</code>.</p>`,
  )
