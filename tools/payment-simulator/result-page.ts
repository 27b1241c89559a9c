import { html } from 'hono/html'
import { checkoutPath } from './address.ts'
import type { KnownBooking } from './bookings.ts'
import type { Delivery } from './delivery.ts'
import { alert, type Html, hiddenFields, layout } from './layout.ts'
import { summary } from './pages.ts'
import type { PaymentForm } from './payment-form.ts'
import { isRefundable, type Payment, type Report } from './payments.ts'
import { type SampleTarget, sampleOf } from './sample.ts'

/** Data of a payment's page, in addition to the payment. */
export type ResultPageDetails = {
  /** The number by which the payment is found. */
  tradeNo: string
  booking?: KnownBooking | undefined
  target: SampleTarget
  /** Why the latest refund could not be published. */
  problem?: string | undefined
}

/** The page of a payment: its reports, the way back to the shop, and each signed message. */
export function resultPage({ form, reports, callback }: Payment, details: ResultPageDetails): Html {
  const { tradeNo, booking, target, problem } = details
  const isTold = reports.every(({ delivery }) => delivery !== undefined)
  return layout(
    resultTitle(reports),
    html`${problem && alert(problem)}
${summary(form, booking)}
${isTold ? '' : html`<p>If the simulator restarts, it drops unsent reports. <a href="">Reload</a></p>`}
${wayBack(form, callback)}
<h2>Reports</h2>
<ol class="reports">${reports.map(report => reportItem(report, tradeNo, target))}</ol>
<form method="post" action="${checkoutPath}">
${hiddenFields(form.fields)}
<button>Choose again</button>
</form>`,
  )
}

function resultTitle(reports: readonly Report[]): string {
  if (reports.some(({ delivery }) => delivery === undefined)) return 'The payment will be made later'
  if (reports.some(({ notification }) => notification.type === 'payment.refunded')) return 'Refunded'
  const succeeded = reports.filter(({ notification }) => notification.type === 'payment.succeeded').length
  if (succeeded === 0) return 'The payment has failed'
  return succeeded === 1 ? 'Paid' : 'Paid twice'
}

const badges: Record<Report['notification']['type'], string> = {
  'payment.succeeded': 'positive',
  'payment.failed': 'danger',
  'payment.refunded': 'notice',
}

function reportItem(report: Report, tradeNo: string, target: SampleTarget): Html {
  const { notification, callback, delivery, at, problem } = report
  return html`<li>
<p><span class="badge ${badges[notification.type]}">${notification.type}</span> ${told(report)} at <time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time></p>
${problem && html`<p class="message danger">The latest attempt failed; the simulator repeats it every few seconds: ${problem}</p>`}
${delivery?.answer && html`<p>The payment service answered <code>${delivery.answer}</code></p>`}
${delivery?.answer && part('ECPay’s callback', new URLSearchParams(callback).toString())}
${delivery ? messageParts(delivery, target) : part('The notification', JSON.stringify(notification, null, 2))}
${isRefundable(report) && refundForm(notification.eventId, tradeNo)}
</li>`
}

function told({ delivery }: Report): string {
  if (delivery === undefined) return 'will be reported'
  return delivery.answer === undefined ? 'was published' : 'was posted to ECPAY_RETURN_URL'
}

/** A signed message: where it goes, with its headers; its body byte for byte; and a command that publishes it again. */
function messageParts({ message, answer }: Delivery, target: SampleTarget): Html {
  const { exchange, routingKey, content, options } = message
  const rows = { exchange, 'routing key': routingKey, 'content-type': options.contentType, ...options.headers }
  return html`${answer !== undefined && html`<p>The payment service publishes this, signed at its own time:</p>`}
<dl>${Object.entries(rows).map(([name, value]) => html`<div><dt>${name}</dt><dd><code>${value}</code></dd></div>`)}</dl>
${part('The body', content.toString())}
${part('Publish it again by curl', sampleOf(message, target))}`
}

const refundForm = (eventId: string, tradeNo: string) => html`<form method="post" action="/payments/${tradeNo}/refunds">
<input type="hidden" name="simulator-event" value="${eventId}">
<p><label>Refund id, where several are due <input name="simulator-refund" maxlength="64" autocomplete="off"></label></p>
<button aria-describedby="refund-${eventId}">Report the refund</button>
<p id="refund-${eventId}" class="hint">This marks a refund of the payment as done, even if it becomes due later.</p>
</form>`

/** A text that the visitor may open and copy; without scripts there is no button. */
const part = (name: string, text: string) => html`<details><summary>${name}</summary><div class="code">
<pre tabindex="0">${text}</pre>
<button type="button" class="copy" aria-label="Copy: ${name}" hidden>Copy</button>
</div></details>`

/** ECPay's browser posts the callback to OrderResultURL; ClientBackURL is a link. */
function wayBack(
  { OrderResultURL, ClientBackURL, CustomField1, CustomField2 }: PaymentForm,
  callback: Payment['callback'],
): Html {
  if (OrderResultURL)
    return html`<form method="post" action="${OrderResultURL}">
${hiddenFields(callback)}
<button class="primary">Back to the shop</button>
</form>`
  if (ClientBackURL) return html`<p><a class="button primary" href="${ClientBackURL}">Back to the shop</a></p>`
  const path = CustomField2 === 'booking' ? '/api/booking/bookings' : '/api/me/orders'
  return html`<p>You can close this page. In a moment the ${CustomField2 || 'order'} shows the outcome:
<code>GET ${path}/${CustomField1}</code></p>`
}
