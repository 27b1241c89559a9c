import { html } from 'hono/html'
import { checkoutPath } from './address.ts'
import type { KnownBooking } from './bookings.ts'
import type { Delivery } from './delivery.ts'
import { alert, type Html, hiddenFields, layout } from './layout.ts'
import { summary } from './pages.ts'
import type { PaymentForm } from './payment-form.ts'
import { isRefundable, type Payment, type Report } from './payments.ts'
import { type SampleTarget, samplesOf } from './samples.ts'

/** What the page of a payment shows besides the payment. */
export type ResultPageDetails = {
  /** The number by which the payment is found. */
  tradeNo: string
  booking?: KnownBooking | undefined
  target: SampleTarget
  /** Why the latest refund could not be published. */
  problem?: string | undefined
}

/** What was told, or will be, the way back to the shop, and each signed message as a program. */
export function resultPage({ form, reports, callback }: Payment, details: ResultPageDetails): Html {
  const { tradeNo, booking, target, problem } = details
  return layout(
    resultTitle(reports),
    html`${problem && alert(problem)}
${summary(form, booking)}
${
  reports.every(({ delivery }) => delivery !== undefined)
    ? html`<p>The ${form.CustomField2 || 'order'} shows the outcome in a moment.</p>`
    : html`<p>A restart of the simulator forgets what is not told yet. <a href="">Look again</a></p>`
}
${wayBack(form, callback)}
<h2>What was told</h2>
<ol class="reports">${reports.map(report => reportItem(report, report === reports.at(-1), tradeNo, target))}</ol>
<form method="post" action="${checkoutPath}">
${hiddenFields(form.fields)}
<button>Choose again</button>
</form>`,
  )
}

function resultTitle(reports: readonly Report[]): string {
  if (reports.some(({ delivery }) => delivery === undefined)) return 'The payment will be made later'
  if (reports.some(({ notification }) => notification.type === 'payment.refunded')) return 'Given back'
  const succeeded = reports.filter(({ notification }) => notification.type === 'payment.succeeded').length
  if (succeeded === 0) return 'The payment has failed'
  return succeeded === 1 ? 'Paid' : 'Paid twice'
}

const badges: Record<Report['notification']['type'], string> = {
  'payment.succeeded': 'positive',
  'payment.failed': 'danger',
  'payment.refunded': 'notice',
}

function reportItem(report: Report, isLast: boolean, tradeNo: string, target: SampleTarget): Html {
  const { notification, callback, delivery, at, problem } = report
  return html`<li>
<p><span class="badge ${badges[notification.type]}">${notification.type}</span> ${told(report)} at <time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time></p>
${problem && html`<p class="problem">The latest attempt failed, and is repeated every few seconds: ${problem}</p>`}
${delivery?.answer && answerPart(delivery.answer, callback ?? {})}
${delivery ? messagePart(delivery, target, isLast) : notificationPart(notification)}
${isRefundable(report) && refundForm(notification.eventId, tradeNo)}
</li>`
}

function told({ delivery }: Report): string {
  if (delivery === undefined) return 'is to be told'
  return delivery.answer === undefined ? 'was published' : 'was posted to ECPAY_RETURN_URL'
}

const answerPart = (
  answer: string,
  callback: Readonly<Record<string, string>>,
) => html`<p>The payment service answered <code>${answer}</code></p>
<details><summary>ECPay’s callback</summary>${copyable(new URLSearchParams(callback).toString(), 'the callback')}</details>`

const notificationPart = (notification: Report['notification']) =>
  html`<details><summary>The notification</summary>${copyable(JSON.stringify(notification, null, 2), 'the notification')}</details>`

/** A signed message: where it goes, its headers, its body byte for byte, and the programs that publish it. */
function messagePart({ message, answer }: Delivery, target: SampleTarget, isOpen: boolean): Html {
  const { exchange, routingKey, content, options } = message
  return html`<details${isOpen && html` open`}><summary>The signed message</summary>
${answer !== undefined && html`<p>The payment service publishes this, signed at its own time:</p>`}
<dl>
<div><dt>Exchange</dt><dd><code>${exchange}</code></dd></div>
<div><dt>Routing key</dt><dd><code>${routingKey}</code></dd></div>
${Object.entries({ 'content-type': options.contentType, ...options.headers }).map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}
</dl>
${copyable(content.toString(), 'the body')}
<p>As a program, which signs it and publishes it again over RabbitMQ’s management API:</p>
${samplesOf(message, target).map(({ language, code }) => html`<details name="program-${options.messageId}"><summary>${language}</summary>${copyable(code, `the program for ${language}`)}</details>`)}
</details>`
}

const refundForm = (eventId: string, tradeNo: string) => html`<form method="post" action="/payments/${tradeNo}/refunds">
<input type="hidden" name="simulator-event" value="${eventId}">
<button aria-describedby="refund-${eventId}">Say that it was given back</button>
<p id="refund-${eventId}" class="hint">It closes the refund of this payment, or the one that a later cancellation opens.</p>
</form>`

/** A text with a button that copies it; without scripts there is no button. */
const copyable = (text: string, name: string) => html`<div class="copyable">
<pre tabindex="0">${text}</pre>
<button type="button" class="copy" aria-label="Copy ${name}" hidden>Copy</button>
</div>`

/** ECPay's browser posts the callback to OrderResultURL; ClientBackURL is a link. */
function wayBack({ OrderResultURL, ClientBackURL }: PaymentForm, callback: Payment['callback']): Html {
  if (OrderResultURL)
    return html`<form method="post" action="${OrderResultURL}">
${hiddenFields(callback)}
<button class="primary">Back to the shop</button>
</form>`
  if (ClientBackURL) return html`<p><a class="button primary" href="${ClientBackURL}">Back to the shop</a></p>`
  return html`<p>You can close this page. To get a link back to the shop, set ECPAY_CLIENT_BACK_URL, or open the page of a booking with <code>?back=</code> and an address.</p>`
}
