import { readFileSync } from 'node:fs'
import { ApiError } from '@campstore/contract/errors'
import type { Logger } from '@campstore/core/telemetry/log'
import { createBodyReader } from '@campstore/http/request-body'
import { messageOf } from '@campstore/local-servers/cli-error'
import Router from '@koa/router'
import Koa, { type Context, type Next } from 'koa'
import { checkoutPath, noReturnUrl } from './address.ts'
import { allowedBack, bookingForm } from './booking-form.ts'
import type { Bookings } from './bookings.ts'
import type { SimulatorConfig } from './config.ts'
import { type Html, homePage, messagePage } from './layout.ts'
import { delaysOf, paymentPage, reasonNotToPay } from './pages.ts'
import { type FormProblem, type PaymentForm, parsePaymentForm } from './payment-form.ts'
import type { Choice, Payments } from './payments.ts'
import { resultPage } from './result-page.ts'
import { sampleTarget } from './sample.ts'

/** The dependencies of the simulator. */
export type SimulatorDependencies = {
  config: SimulatorConfig
  payments: Payments
  bookings: Bookings
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

/** The colours of the console and the styles of the documents, which this one's come after. */
const files = {
  '/tokens.css': '../../console/src/design/tokens.css',
  '/docs.css': '../../gateway/assets/docs.css',
  '/style.css': 'style.css',
  '/copy.js': 'copy.js',
}

const choiceFields = { choice: 'simulator-choice', delay: 'simulator-delay' }

/**
 * The payment simulator for development: it stands in for ECPay and for the payment service. It has no state that matters: the
 * pages carry the signed form, so that a choice can be made after a restart, and bookings are heard again.
 */
export function createSimulator(deps: SimulatorDependencies): Koa {
  const returnUrl = deps.config.ECPAY_RETURN_URL === noReturnUrl ? undefined : deps.config.ECPAY_RETURN_URL
  const readBody = createBodyReader()
  const bodyOf = async ({ req }: Context) => new URLSearchParams((await readBody(req)).toString())
  const router = new Router()
  for (const [path, name] of Object.entries(files)) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8')
    router.get(path, ctx => {
      ctx.type = path.endsWith('.css') ? 'css' : 'js'
      ctx.body = text
    })
  }
  router.get('/health', ctx => {
    ctx.body = { success: true, data: { status: 'up' } }
  })
  router.get('/', ctx => show(ctx, 200, homePage(returnUrl)))
  router.get('/bookings/:id', ctx => showBooking(deps, ctx))
  router.post(checkoutPath, requireForm, async ctx => {
    const form = parsePaymentForm(await bodyOf(ctx), deps.config)
    await ('title' in form ? refuse(deps, ctx, form) : showForm(deps, ctx, 200, form))
  })
  router.post('/payments', requireForm, async ctx => choose(deps, ctx, await bodyOf(ctx)))
  router.get('/payments/:tradeNo', ctx => showPayment(deps, ctx, 200))
  router.post('/payments/:tradeNo/refunds', requireForm, async ctx => refund(deps, ctx, await bodyOf(ctx)))
  const app = new Koa()
  app.use((ctx, next) => withErrors(deps, ctx, next))
  app.use(router.routes())
  app.use(ctx =>
    ctx.path === checkoutPath
      ? show(ctx, 405, messagePage(problems.otherMethod))
      : show(ctx, 404, messagePage(problems.otherPage)),
  )
  return app
}

/** The page of a booking. Its member alone knows the id, and the page names no person. */
async function showBooking({ config, bookings, log }: SimulatorDependencies, ctx: Context): Promise<void> {
  const given = new URLSearchParams(ctx.querystring).get('back')
  const back = given === null ? undefined : allowedBack(given, config.CORS_ORIGINS)
  if (given !== null && back === undefined) return show(ctx, 400, messagePage(problems.foreignBack))
  const booking = await bookings.find(String(ctx.params.id))
  if (booking === undefined) return show(ctx, 404, messagePage(problems.unknownBooking, back))
  const now = new Date()
  const reason = reasonNotToPay(booking, now)
  if (reason) return show(ctx, 200, messagePage(reason, back))
  const returnUrl = config.ECPAY_RETURN_URL ?? noReturnUrl
  const form = bookingForm(booking, { shop: config, returnUrl, back, now })
  if ('title' in form) return refuse({ log }, ctx, form)
  await show(ctx, 200, paymentPage(form, { holdSeconds: config.CHECKOUT_HOLD_SECONDS, booking }))
}

function showForm(
  { config, bookings }: SimulatorDependencies,
  ctx: Context,
  status: number,
  form: PaymentForm,
  problem?: string,
): Promise<void> {
  const details = { holdSeconds: config.CHECKOUT_HOLD_SECONDS, booking: bookings.get(form.CustomField1), problem }
  return show(ctx, status, paymentPage(form, details))
}

async function choose(deps: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const { config, payments, log } = deps
  const choice = choiceOf(body, config.CHECKOUT_HOLD_SECONDS)
  for (const name of Object.values(choiceFields)) body.delete(name)
  const form = parsePaymentForm(body, config)
  if ('title' in form) return refuse(deps, ctx, form)
  if (choice === undefined) return show(ctx, 400, messagePage(problems.unknownChoice))
  try {
    const tradeNo = await payments.choose(form, choice)
    log.info({ choice: choice.kind, targetId: form.CustomField1, tradeNo }, 'Payment chosen')
    seeOther(ctx, tradeNo)
  } catch (error) {
    const reason = messageOf(error)
    log.warn({ reason, targetId: form.CustomField1 }, 'Payment not reported')
    await showForm(deps, ctx, 502, form, reason)
  }
}

async function refund(deps: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const { payments, log } = deps
  const tradeNo = String(ctx.params.tradeNo)
  if (payments.find(tradeNo) === undefined) return show(ctx, 404, messagePage(problems.forgotten))
  try {
    const refundId = body.get('simulator-refund')?.trim() || undefined
    if (!(await payments.refund(tradeNo, body.get('simulator-event') ?? '', refundId)))
      return show(ctx, 400, messagePage(problems.unknownChoice))
    log.info({ tradeNo }, 'Refund published')
    seeOther(ctx, tradeNo)
  } catch (error) {
    const reason = messageOf(error)
    log.warn({ reason, tradeNo }, 'Refund not published')
    await showPayment(deps, ctx, 502, reason)
  }
}

function seeOther(ctx: Context, tradeNo: string): void {
  ctx.redirect(`/payments/${tradeNo}`)
  ctx.status = 303
}

function showPayment(
  { config, payments, bookings }: SimulatorDependencies,
  ctx: Context,
  status: number,
  problem?: string,
): Promise<void> {
  const tradeNo = String(ctx.params.tradeNo)
  const payment = payments.find(tradeNo)
  if (payment === undefined) return show(ctx, 404, messagePage(problems.forgotten))
  const { form } = payment
  const [secret = ''] = config.PAYMENT_SIGNING_SECRET
  const target = sampleTarget({ rabbitmqUrl: config.RABBITMQ_URL, secret })
  const page = resultPage(payment, { tradeNo, booking: bookings.get(form.CustomField1), target, problem })
  return show(ctx, status, page, form.OrderResultURL)
}

function choiceOf(body: URLSearchParams, holdSeconds: number): Choice | undefined {
  const kind = body.get(choiceFields.choice)
  if (kind === 'pay' || kind === 'fail' || kind === 'twice') return { kind }
  const delay = delaysOf(holdSeconds).find(([seconds]) => String(seconds) === body.get(choiceFields.delay))
  return kind === 'later' && delay ? { kind, delaySeconds: delay[0] } : undefined
}

async function refuse({ log }: Pick<SimulatorDependencies, 'log'>, ctx: Context, problem: FormProblem): Promise<void> {
  log.warn({ problem: problem.title }, 'Payment form refused')
  await show(ctx, 400, messagePage(problem))
}

/** Refuses a body that no HTML form sends. */
async function requireForm(ctx: Context, next: Next): Promise<void> {
  if (ctx.is('application/x-www-form-urlencoded')) return next()
  await show(ctx, 415, messagePage(problems.notAForm))
}

/**
 * Sends a page. Nothing is loaded from elsewhere; forms go to the simulator and, on the last page, to the shop.
 *
 * @param returnUrl address of a form on the page
 */
async function show(ctx: Context, status: number, page: Html, returnUrl?: string): Promise<void> {
  const targets = returnUrl === undefined ? "'self'" : `'self' ${new URL(returnUrl).origin}`
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.set({
    'content-security-policy': `default-src 'none'; style-src 'self'; script-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  ctx.body = String(await page)
}

async function withErrors({ log }: SimulatorDependencies, ctx: Context, next: Next): Promise<void> {
  try {
    await next()
  } catch (error) {
    if (error instanceof ApiError)
      return show(ctx, error.status, messagePage({ title: 'Refused', text: error.message }))
    log.error({ err: error }, 'Page failed')
    await show(ctx, 500, messagePage(problems.failed))
  }
}

const problems = {
  forgotten: {
    title: 'The simulator does not know this payment',
    text: 'It has restarted, or the payment is too old. Open the payment form again.',
  },
  unknownBooking: {
    title: 'The simulator does not know this booking yet',
    text: 'Its page appears once the broker has delivered the event booking.created. If campstore has just started, reload the page.',
  },
  foreignBack: {
    title: 'The address to return to is not allowed',
    text: 'back must be an http address of this machine, or of an origin in CORS_ORIGINS.',
  },
  unknownChoice: { title: 'Unknown choice', text: 'Go back, reload the page, and choose one of its buttons.' },
  notAForm: {
    title: 'This is not an HTML form',
    text: 'Send the fields as application/x-www-form-urlencoded, as a browser does.',
  },
  failed: { title: 'The simulator has failed', text: 'Its log says why. Go back and try again.' },
  otherMethod: { title: 'This address receives payment forms', text: 'Send the fields of a form by POST.' },
  otherPage: {
    title: 'There is no such page',
    text: 'Post payment forms to /Cashier/AioCheckOut/V5; a booking is at /bookings/{bookingId}.',
  },
} as const satisfies Record<string, FormProblem>
