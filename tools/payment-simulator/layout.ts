import { html } from 'hono/html'
import type { FormProblem } from './payment-form.ts'

/** A part of a page; every value in it is escaped. */
export type Html = ReturnType<typeof html>

const tent = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="M3.5 21 14 3M20.5 21 10 3M15.5 21 12 15l-3.5 6M2 21h20"/></svg>`

export const layout = (title: string, content: Html): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Payment simulator</title>
<link rel="stylesheet" href="/tokens.css">
<link rel="stylesheet" href="/docs.css">
<link rel="stylesheet" href="/style.css">
<script src="/copy.js" defer></script>
</head>
<body>
<header><p class="brand"><span class="mark">${tent}</span>Payment simulator</p><p>For development. No money is moved.</p></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

/** Says what went wrong, and how to try again. */
export const alert = (problem: string): Html => html`<div class="message danger" role="alert">
<p><strong>The report failed.</strong> ${problem}</p>
<p>Nothing is lost: remove the cause, then choose again.</p>
</div>`

/** The fields of a form that the visitor does not see. */
export const hiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)

/** A page with only a text, and a link back if an address is given. */
export const messagePage = ({ title, text }: FormProblem, back?: string): Html =>
  layout(
    title,
    html`<p>${text}</p>
${back !== undefined && html`<p><a class="button primary" href="${back}">Back to the shop</a></p>`}`,
  )

/** The page of `/`. */
export const homePage = (returnUrl: string | undefined): Html =>
  layout(
    'This is the payment simulator',
    html`<p>It stands in for ECPay and for the payment service.</p>
<h2>Orders</h2>
<p>Request the payment form of an order (<code>POST /api/checkout/sessions/{id}/gateway</code>) and post its fields to its
<code>action</code>, here <code>/Cashier/AioCheckOut/V5</code>. Then choose how the payment ends.</p>
<h2>Bookings</h2>
<p>The page of a booking is <code>/bookings/{bookingId}</code>. With <code>?back=</code> and an address of your application, it leads the
member back. <code>npm run pay -- booking &lt;id&gt;</code> pays without a browser.</p>
<h2>Your payment service</h2>
${
  returnUrl === undefined
    ? html`<p>There is none, so the simulator publishes the notifications. Start campstore with <code>ECPAY_RETURN_URL</code>, and it
posts ECPay’s callbacks there instead.</p>`
    : html`<p>ECPay’s callbacks are posted to <code>${returnUrl}</code>, which publishes the notifications.</p>`
}`,
  )
