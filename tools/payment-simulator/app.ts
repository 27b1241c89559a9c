import { readFileSync } from 'node:fs'
import { ApiError } from '@campstore/contract/errors'
import type { Logger } from '@campstore/core/telemetry/log'
import { createBodyReader } from '@campstore/http/request-body'
import { messageOf } from '@campstore/local-servers/cli-error'
import Router from '@koa/router'
import Koa, { type Context, type Next } from 'koa'
import { checkoutPath } from './address.ts'
import type { Shop } from './config.ts'
import { delaysOf, type Html, homePage, messagePage, paymentPage, resultPage } from './pages.ts'
import { type FormProblem, type PaymentForm, parsePaymentForm } from './payment-form.ts'
import type { Choice, Payment, Payments } from './payments.ts'

/** What the simulator works with. */
export type SimulatorDependencies = {
  shop: Shop
  payments: Payments
  /** Length of a hold, for a payment after its deadline. */
  holdSeconds: number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const styleSheet = readFileSync(new URL('style.css', import.meta.url), 'utf8')

/**
 * The payment simulator for development: it stands for ECPay and for the payment service. It has no state that matters: the
 * pages carry the signed form, so that a choice can be made after a restart.
 */
export function createSimulator(deps: SimulatorDependencies): Koa {
  const readBody = createBodyReader()
  const bodyOf = async ({ req }: Context) => new URLSearchParams((await readBody(req)).toString())
  const router = new Router()
  router.get('/', ctx => show(ctx, 200, homePage()))
  router.get('/style.css', ctx => {
    ctx.type = 'text/css'
    ctx.body = styleSheet
  })
  router.get('/health', ctx => {
    ctx.body = { success: true, data: { status: 'up' } }
  })
  router.post(checkoutPath, requireForm, async ctx => {
    const form = parsePaymentForm(await bodyOf(ctx), deps.shop)
    await ('title' in form ? refuse(deps, ctx, form) : show(ctx, 200, paymentPage(form, deps.holdSeconds)))
  })
  router.post('/payments', requireForm, async ctx => choose(deps, ctx, await bodyOf(ctx)))
  router.get('/payments/:tradeNo', async ctx => {
    const payment = deps.payments.find(ctx.params.tradeNo ?? '')
    if (payment === undefined) return show(ctx, 404, messagePage(forgotten))
    await showPayment(ctx, 200, payment)
  })
  router.post('/payments/:tradeNo/refunds', requireForm, async ctx => refund(deps, ctx, await bodyOf(ctx)))
  const app = new Koa()
  app.use((ctx, next) => withErrors(deps, ctx, next))
  app.use(router.routes())
  app.use(ctx => show(ctx, ctx.path === checkoutPath ? 405 : 404, messagePage(otherPage(ctx.path))))
  return app
}

const choiceFields = { choice: 'simulator-choice', delay: 'simulator-delay' }

async function choose(deps: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const choice = choiceOf(body, deps.holdSeconds)
  for (const name of Object.values(choiceFields)) body.delete(name)
  const form = parsePaymentForm(body, deps.shop)
  if ('title' in form) return refuse(deps, ctx, form)
  if (choice === undefined) return show(ctx, 400, messagePage(unknownChoice))
  try {
    const tradeNo = await deps.payments.choose(form, choice)
    deps.log.info({ choice: choice.kind, orderId: form.CustomField1, tradeNo }, 'Payment chosen')
    ctx.redirect(`/payments/${tradeNo}`)
    ctx.status = 303
  } catch (error) {
    const reason = messageOf(error)
    deps.log.warn({ reason, orderId: form.CustomField1 }, 'Payment not published')
    await show(ctx, 502, paymentPage(form, deps.holdSeconds, reason))
  }
}

async function refund({ payments, log }: SimulatorDependencies, ctx: Context, body: URLSearchParams): Promise<void> {
  const tradeNo = String(ctx.params.tradeNo)
  const payment = payments.find(tradeNo)
  if (payment === undefined) return show(ctx, 404, messagePage(forgotten))
  try {
    if (!(await payments.refund(tradeNo, body.get('simulator-event') ?? '')))
      return show(ctx, 400, messagePage(unknownChoice))
    log.info({ orderId: payment.form.CustomField1, tradeNo }, 'Refund published')
    ctx.redirect(`/payments/${tradeNo}`)
    ctx.status = 303
  } catch (error) {
    const reason = messageOf(error)
    log.warn({ reason, orderId: payment.form.CustomField1 }, 'Refund not published')
    await showPayment(ctx, 502, payment, reason)
  }
}

function showPayment(ctx: Context, status: number, payment: Payment, problem?: string): Promise<void> {
  const page = resultPage(String(ctx.params.tradeNo), payment, problem)
  return show(ctx, status, page, payment.form.OrderResultURL)
}

function choiceOf(body: URLSearchParams, holdSeconds: number): Choice | undefined {
  const kind = body.get(choiceFields.choice)
  if (kind === 'pay' || kind === 'fail' || kind === 'twice') return { kind }
  const delay = delaysOf(holdSeconds).find(([seconds]) => String(seconds) === body.get(choiceFields.delay))
  return kind === 'later' && delay ? { kind, delaySeconds: delay[0] } : undefined
}

async function refuse({ log }: SimulatorDependencies, ctx: Context, problem: FormProblem): Promise<void> {
  log.warn({ problem: problem.title }, 'Payment form refused')
  await show(ctx, 400, messagePage(problem))
}

/** Refuses a body that no HTML form sends. */
async function requireForm(ctx: Context, next: Next): Promise<void> {
  if (ctx.is('application/x-www-form-urlencoded')) return next()
  await show(ctx, 415, messagePage(notAForm))
}

/**
 * Sends a page. No script runs and nothing is loaded from elsewhere; forms go to the simulator and, on the last page, to the shop.
 *
 * @param returnUrl address of a form on the page
 */
async function show(
  ctx: Context,
  status: number,
  page: Html,
  returnUrl?: PaymentForm['OrderResultURL'],
): Promise<void> {
  const targets = returnUrl === undefined ? "'self'" : `'self' ${new URL(returnUrl).origin}`
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.set({
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
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
    await show(ctx, 500, messagePage(failed))
  }
}

const forgotten: FormProblem = {
  title: 'The simulator does not know this payment',
  text: 'It was restarted, or the payment is an old one. Notifications that it had published are not affected; those that it was to publish later are dropped. Open the payment form of the order again.',
}
const unknownChoice: FormProblem = {
  title: 'There is no such choice',
  text: 'Go back, load the page again, and choose one of its buttons.',
}
const notAForm: FormProblem = {
  title: 'This is not an HTML form',
  text: 'Send the fields as application/x-www-form-urlencoded, as a browser does.',
}
const failed: FormProblem = { title: 'The simulator has failed', text: 'Its log says why. Go back and try again.' }

const otherPage = (path: string): FormProblem =>
  path === checkoutPath
    ? {
        title: 'Payment forms are posted here',
        text: 'Send the fields of an order’s payment form to this address by POST.',
      }
    : { title: 'There is no such page', text: 'Payment forms are posted to /Cashier/AioCheckOut/V5.' }
