import { readFileSync } from 'node:fs'
import { ApiError } from '@campstore/contract/errors'
import { isLoopback } from '@campstore/core/loopback'
import type { Logger } from '@campstore/core/telemetry/log'
import { createBodyReader } from '@campstore/http/request-body'
import { messageOf } from '@campstore/local-servers/cli-error'
import Router from '@koa/router'
import Koa, { type Context, type Next } from 'koa'
import { checkoutPath, noReturnUrl } from './address.ts'
import type { Bookings } from './bookings.ts'
import { tradeNoOf } from './callback.ts'
import type { SimulatorConfig } from './config.ts'
import type { Html } from './html.ts'
import { delaysOf, messagePage, paymentPage, reasonNotToPay, resultPage } from './pages.ts'
import { bookingForm, FormError, type PaymentForm, parsePaymentForm } from './payment-form.ts'
import { choices, type Payments } from './payments.ts'

/** The dependencies of the simulator. */
export type SimulatorDependencies = {
  config: SimulatorConfig
  payments: Payments
  bookings: Bookings
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** The colours of the console and the styles of the documents. */
const styles = { '/tokens.css': '../../console/src/design/tokens.css', '/docs.css': '../../gateway/assets/docs.css' }

const addresses = `Post payment forms to ${checkoutPath}; a booking is at /bookings/{bookingId}.`

/**
 * The payment simulator for development: it stands in for ECPay and for the payment service. It has no state that matters: the
 * pages carry the signed form, so that a choice can be made after a restart, and bookings are heard again.
 */
export function createSimulator(deps: SimulatorDependencies): Koa {
  const readBody = createBodyReader()
  const bodyOf = async ({ req }: Context) => new URLSearchParams((await readBody(req)).toString())
  const router = new Router()
  for (const [path, name] of Object.entries(styles)) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8')
    router.get(path, ctx => {
      ctx.type = 'css'
      ctx.body = text
    })
  }
  router.get('/health', ctx => {
    ctx.body = { success: true, data: { status: 'up' } }
  })
  router.get('/', ctx => show(ctx, 200, messagePage('Payment simulator', addresses)))
  router.get('/bookings/:id', ctx => showBooking(deps, ctx))
  router.post(checkoutPath, async ctx => showForm(deps, ctx, 200, parsePaymentForm(await bodyOf(ctx), deps.config)))
  router.post('/payments', async ctx => choose(deps, ctx, await bodyOf(ctx)))
  router.get('/payments/:tradeNo', ctx => showPayment(deps, ctx, 200))
  router.post('/payments/:tradeNo/refunds', async ctx => refund(deps, ctx, await bodyOf(ctx)))
  const app = new Koa()
  app.on('error', error => {
    if (!(error instanceof ApiError)) deps.log.error({ err: error }, 'Page failed')
  })
  app.use((ctx, next) => refuseForms(deps, ctx, next))
  app.use(router.routes())
  app.use(ctx => show(ctx, 404, messagePage('There is no such page', addresses)))
  return app
}

/** The page of a booking. Its member alone knows the id, and the page names no person. */
async function showBooking({ config, bookings }: SimulatorDependencies, ctx: Context): Promise<void> {
  const given = new URLSearchParams(ctx.querystring).get('back')
  const back = given === null ? undefined : allowedBack(given, config.CORS_ORIGINS)
  if (given !== null && back === undefined) {
    const text = 'back must be an http address of this machine, or of an origin in CORS_ORIGINS.'
    return show(ctx, 400, messagePage('The address to return to is not allowed', text))
  }
  const booking = await bookings.find(String(ctx.params.id))
  if (booking === undefined) {
    const text =
      'The broker has not delivered its event booking.created. If campstore has just started, reload the page.'
    return show(ctx, 404, messagePage('The simulator does not know this booking yet', text, back))
  }
  const now = new Date()
  const reason = reasonNotToPay(booking, now)
  if (reason) return show(ctx, 200, messagePage(reason, 'There is nothing to pay here.', back))
  const form = bookingForm(booking, { shop: config, returnUrl: config.ECPAY_RETURN_URL ?? noReturnUrl, back, now })
  show(ctx, 200, paymentPage({ form, booking }, config.CHECKOUT_HOLD_SECONDS))
}

/**
 * The address to return to, when a page may send there: else everybody could make a link of ours that leads to a page of theirs.
 *
 * @param origins allowed in addition to the addresses of this machine
 * @returns the address as browsers read it; undefined when it is not allowed
 */
function allowedBack(address: string, origins: readonly string[]): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname, origin, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return isLoopback(hostname) || origins.includes(origin) ? href : undefined
}

function showForm(
  { config, bookings }: SimulatorDependencies,
  ctx: Context,
  status: number,
  form: PaymentForm,
  problem?: string,
): void {
  const subject = { form, booking: bookings.get(form.CustomField1) }
  show(ctx, status, paymentPage(subject, config.CHECKOUT_HOLD_SECONDS, problem))
}

async function choose(deps: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const { config, payments, log } = deps
  const choice = choices.find(one => one === body.get('simulator-choice'))
  const given = body.get('simulator-delay')
  const [delaySeconds] = delaysOf(config.CHECKOUT_HOLD_SECONDS).find(([seconds]) => String(seconds) === given) ?? []
  for (const name of ['simulator-choice', 'simulator-delay']) body.delete(name)
  const form = parsePaymentForm(body, config)
  if (choice === undefined || delaySeconds === undefined)
    return show(ctx, 400, messagePage('Unknown choice', 'Go back, reload the page, and choose one of its buttons.'))
  const tradeNo = tradeNoOf(form)
  try {
    await payments.choose(form, choice, delaySeconds)
    log.info({ choice, targetId: form.CustomField1, tradeNo }, 'Payment chosen')
    seeOther(ctx, tradeNo)
  } catch (error) {
    const reason = messageOf(error)
    log.warn({ reason, targetId: form.CustomField1 }, 'Payment not reported')
    showForm(deps, ctx, 502, form, reason)
  }
}

async function refund(deps: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const { payments, log } = deps
  const tradeNo = String(ctx.params.tradeNo)
  try {
    const refundId = body.get('simulator-refund')?.trim() || undefined
    if (!(await payments.refund(body.get('simulator-event') ?? '', refundId))) return showUnknownPayment(ctx)
    log.info({ tradeNo }, 'Refund published')
    seeOther(ctx, tradeNo)
  } catch (error) {
    const reason = messageOf(error)
    log.warn({ reason, tradeNo }, 'Refund not published')
    showPayment(deps, ctx, 502, reason)
  }
}

function seeOther(ctx: Context, tradeNo: string): void {
  ctx.redirect(`/payments/${encodeURIComponent(tradeNo)}`)
  ctx.status = 303
}

function showPayment(
  { payments, bookings }: SimulatorDependencies,
  ctx: Context,
  status: number,
  problem?: string,
): void {
  const tradeNo = String(ctx.params.tradeNo)
  const reports = payments.find(tradeNo)
  const form = reports.at(-1)?.form
  if (form === undefined) return void showUnknownPayment(ctx)
  const subject = { form, booking: bookings.get(form.CustomField1) }
  show(ctx, status, resultPage(subject, reports, `/payments/${tradeNo}`, problem), form.OrderResultURL)
}

const showUnknownPayment = (ctx: Context): void =>
  show(
    ctx,
    404,
    messagePage('The simulator does not know this payment', 'It has restarted. Open the payment form again.'),
  )

async function refuseForms({ log }: SimulatorDependencies, ctx: Context, next: Next): Promise<void> {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    log.warn({ problem: error.title }, 'Payment form refused')
    show(ctx, 400, messagePage(error.title, error.message))
  }
}

/**
 * Sends a page. Nothing is loaded from elsewhere; forms go to the simulator and, on the last page, to the shop.
 *
 * @param returnUrl address of a form on the page
 */
function show(ctx: Context, status: number, page: Html, returnUrl?: string): void {
  const targets = returnUrl === undefined ? "'self'" : `'self' ${new URL(returnUrl).origin}`
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.set({
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  ctx.body = page.markup
}
