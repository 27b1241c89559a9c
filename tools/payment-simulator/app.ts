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
import { delaysOf, messagePage, paymentPage, reasonNotToPay } from './pages.ts'
import { bookingForm, PageError, type PaymentForm, parsePaymentForm } from './payment-form.ts'
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
  router.post(checkoutPath, async ctx => showPayment(deps, ctx, parsePaymentForm(await bodyOf(ctx), deps.config)))
  router.post('/payments', async ctx => choose(deps, ctx, await bodyOf(ctx)))
  router.get('/payments/:tradeNo', ctx => {
    const form = deps.payments.find(String(ctx.params.tradeNo)).at(-1)?.form
    if (form === undefined) throw unknownPayment()
    showPayment(deps, ctx, form)
  })
  router.post('/refunds', async ctx => refund(deps, ctx, await bodyOf(ctx)))
  const app = new Koa()
  app.on('error', error => {
    if (!(error instanceof ApiError)) deps.log.error({ err: error }, 'Page failed')
  })
  app.use((ctx, next) => showErrors(deps, ctx, next))
  app.use(router.routes())
  app.use(ctx => show(ctx, 404, messagePage('There is no such page', addresses)))
  return app
}

async function showErrors({ log }: SimulatorDependencies, ctx: Context, next: Next): Promise<void> {
  try {
    await next()
  } catch (error) {
    if (!(error instanceof PageError)) throw error
    log.warn({ problem: error.title }, 'Request refused')
    show(ctx, error.status, messagePage(error.title, error.message))
  }
}

/** The page of a booking. Its member alone knows the id, and the page names no person. */
async function showBooking(deps: SimulatorDependencies, ctx: Context): Promise<void> {
  const { config, bookings } = deps
  const back = allowedBack(new URLSearchParams(ctx.querystring).get('back'), config.CORS_ORIGINS)
  const booking = await bookings.find(String(ctx.params.id))
  if (booking === undefined) {
    const text =
      'The broker has not delivered its event booking.created. If campstore has just started, reload the page.'
    return show(ctx, 404, messagePage('The simulator does not know this booking yet', text, back))
  }
  const now = new Date()
  const reason = reasonNotToPay(booking, now)
  if (reason) return show(ctx, 200, messagePage(reason, 'There is nothing to pay here.', back))
  const returnUrl = config.ECPAY_RETURN_URL ?? noReturnUrl
  showPayment(deps, ctx, bookingForm(booking, { shop: config, returnUrl, back, now }))
}

/**
 * The address to return to, if one is given, as browsers read it.
 *
 * @param origins allowed in addition to the addresses of this machine
 * @throws {PageError} for any other: else everybody could make a link of ours that leads to a page of theirs
 */
function allowedBack(address: string | null, origins: readonly string[]): string | undefined {
  if (address === null) return undefined
  const { protocol, hostname, origin, href } = URL.parse(address) ?? {}
  const isAllowed = isLoopback(hostname ?? '') || origins.includes(origin ?? '')
  if (isAllowed && (protocol === 'http:' || protocol === 'https:')) return href
  const text = 'back must be an http address of this machine, or of an origin in CORS_ORIGINS.'
  throw new PageError(400, 'The address to return to is not allowed', text)
}

/** @param problem why the latest report of the payment failed */
function showPayment(
  { config, payments, bookings }: SimulatorDependencies,
  ctx: Context,
  form: PaymentForm,
  problem?: string,
): void {
  const booking = bookings.get(form.CustomField1)
  const reports = payments.find(tradeNoOf(form))
  const page = paymentPage({ form, booking, reports, problem }, config.CHECKOUT_HOLD_SECONDS)
  show(ctx, problem === undefined ? 200 : 502, page, form.OrderResultURL)
}

async function choose(deps: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const { config, payments } = deps
  const choice = choices.find(one => one === body.get('simulator-choice'))
  const given = body.get('simulator-delay')
  const [delaySeconds] = delaysOf(config.CHECKOUT_HOLD_SECONDS).find(([seconds]) => String(seconds) === given) ?? []
  for (const name of ['simulator-choice', 'simulator-delay']) body.delete(name)
  const form = parsePaymentForm(body, config)
  if (choice === undefined || delaySeconds === undefined)
    throw new PageError(400, 'Unknown choice', 'Go back, reload the page, and choose one of its buttons.')
  await report(deps, ctx, form, { choice, delaySeconds }, () => payments.choose(form, choice, delaySeconds))
}

async function refund(deps: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const { payments } = deps
  const paid = payments.findPaid(body.get('simulator-event') ?? '')
  if (paid === undefined) throw unknownPayment()
  const refundId = body.get('simulator-refund')?.trim() || undefined
  await report(deps, ctx, paid.form, { choice: 'refund', refundId }, () => payments.refund(paid, refundId))
}

const unknownPayment = () =>
  new PageError(404, 'The simulator does not know this payment', 'It has restarted. Open the payment form again.')

/** Makes a report and leads to the page of the payment, which says why if the report is not confirmed. */
async function report(
  deps: SimulatorDependencies,
  ctx: Context,
  form: PaymentForm,
  chosen: object,
  make: () => Promise<void>,
): Promise<void> {
  const about = { ...chosen, tradeNo: tradeNoOf(form), targetId: form.CustomField1 }
  try {
    await make()
    deps.log.info(about, 'Report chosen')
    ctx.redirect(`/payments/${about.tradeNo}`)
    ctx.status = 303
  } catch (error) {
    const reason = messageOf(error)
    deps.log.warn({ ...about, reason }, 'Report not confirmed')
    showPayment(deps, ctx, form, reason)
  }
}

/**
 * Sends a page. Nothing is loaded from elsewhere; forms go to the simulator and, on the page of a payment, to the shop.
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
