import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'
import { errorText } from '@campstore/messaging/error-text'
import { type SignedMessage, signedMessage } from '@campstore/payments/notification'
import { noReturnUrl } from './address.ts'
import { type Callback, callbackOf, notificationOf, refundOf, tradeNoOf } from './callback.ts'
import type { Shop } from './config.ts'
import type { PaymentForm } from './payment-form.ts'

/** The visitor's choices on the page of a form. */
export const choices = ['pay', 'fail', 'twice', 'later'] as const

/** A notification of a payment or its refund, and its progress. */
export type Report = {
  form: PaymentForm
  notification: PaymentNotification | RefundNotification
  /** The callback behind it; a refund has none. */
  callback?: Callback
  /** When it was delivered, or will be. */
  at: Date
  /** The signed message, published or left to the payment service; undefined before that. */
  message?: SignedMessage
  /** How the payment service answered the callback: `HTTP 200: 1|OK`. */
  answer?: string | undefined
  /** Why the latest attempt failed. */
  problem?: string | undefined
  /** Of a later payment: its next attempt. */
  timer?: NodeJS.Timeout | undefined
}

/** The payments of this process; a restart forgets them. */
export type Payments = ReturnType<typeof createPayments>

/** Whether a report is about a payment that succeeded and was delivered. */
export const isRefundable = ({ notification, message }: Report): boolean =>
  message !== undefined && notification.type === 'payment.succeeded'

const retryMs = 5_000

type PaymentOptions = {
  shop: Shop
  secret: string
  /** ECPAY_RETURN_URL: the only address of callbacks; another address in a form is ignored. */
  returnUrl?: string | undefined
  /** Throws without a confirm. */
  publish: (message: SignedMessage) => Promise<void>
}

/**
 * Carries out the visitors' choices. Without a payment service, the simulator stands in for it and publishes notifications. With
 * a ReturnURL it stands in only for ECPay, and posts callbacks there.
 */
export function createPayments(options: PaymentOptions) {
  const { shop } = options
  /** By the id of the event, the latest last. */
  const reports = new Map<string, Report>()

  const add = (report: Report) => {
    const { eventId } = report.notification
    clearTimeout(reports.get(eventId)?.timer)
    reports.delete(eventId)
    reports.set(eventId, report)
  }

  const deliverNow = async (report: Report) => add({ ...report, ...(await deliver(report, options)) })

  /** ECPay repeats a callback, and a payment service a notification, until it is confirmed. */
  const deliverLater = (report: Report, milliseconds: number) => {
    const attempt = async () => {
      try {
        Object.assign(report, await deliver(report, options), { problem: undefined, timer: undefined })
      } catch (error) {
        report.problem = messageOf(error)
        if (reports.get(report.notification.eventId) === report) deliverLater(report, retryMs)
      }
    }
    report.timer = setTimeout(() => void attempt(), milliseconds)
  }

  return {
    /**
     * Carries out the visitor's choice. The same choice again delivers the same notification again.
     *
     * @throws when a report is not confirmed; then it is not kept, and the choice can be made again
     */
    async choose(form: PaymentForm, choice: (typeof choices)[number], delaySeconds: number): Promise<void> {
      if (choice === 'later') {
        const report = reportOf(form, { succeeded: true, at: new Date(Date.now() + delaySeconds * 1_000) }, shop)
        add(report)
        return deliverLater(report, delaySeconds * 1_000)
      }
      await deliverNow(reportOf(form, { succeeded: choice !== 'fail', at: new Date() }, shop))
      if (choice === 'twice') await deliverNow(reportOf(form, { succeeded: true, charge: 2, at: new Date() }, shop))
    },
    /** The report of a payment that succeeded and was delivered, by the id of its event. */
    findPaid(eventId: string): Report | undefined {
      const paid = reports.get(eventId)
      return paid && isRefundable(paid) ? paid : undefined
    },
    /**
     * Reports a refund of a payment, the one with this id if there are several. Reporting again publishes the same notification again.
     *
     * @throws when the refund is not confirmed; then it is not kept
     */
    refund({ form, notification }: Report, refundId?: string): Promise<void> {
      const at = new Date()
      return deliverNow({ form, notification: refundOf(notification, at, refundId), at })
    },
    /** The reports of a payment, the latest last. */
    find: (tradeNo: string): Report[] => [...reports.values()].filter(({ form }) => tradeNoOf(form) === tradeNo),
    /** Drops later payments; returns how many. */
    stop(): number {
      const waiting = [...reports.values()].filter(({ timer }) => timer)
      for (const { timer } of waiting) clearTimeout(timer)
      reports.clear()
      return waiting.length
    },
  }
}

function reportOf(form: PaymentForm, payment: Parameters<typeof callbackOf>[1], shop: Shop): Report {
  const callback = callbackOf(form, payment, shop)
  return { form, notification: notificationOf(callback), callback, at: payment.at }
}

async function deliver({ form, notification, callback }: Report, { secret, returnUrl, publish }: PaymentOptions) {
  const at = new Date()
  const message = signedMessage(notification, { secret, at })
  if (callback && returnUrl && returnUrl !== noReturnUrl && returnUrl === form.ReturnURL)
    return { at, message, answer: await postCallback(returnUrl, callback) }
  await publish(message)
  return { at, message }
}

const timeoutMs = 10_000
const answerCharacters = 200
const expected = '1|OK'

/** Posts ECPay's callback; only the answer `1|OK` accepts it. @throws {CliError} in one line */
async function postCallback(url: string, callback: Callback): Promise<string> {
  const { host } = new URL(url)
  const request = { method: 'POST', body: new URLSearchParams(callback), signal: AbortSignal.timeout(timeoutMs) }
  const response = await fetch(url, { ...request, redirect: 'manual' }).catch(error => {
    // `fetch failed` says nothing; its cause does.
    throw new CliError(`The payment service at ${host} did not answer: ${errorText(error.cause ?? error)}`)
  })
  const text = (await response.text()).slice(0, answerCharacters).trim()
  const answer = `HTTP ${response.status}: ${text || 'no text'}`
  if (response.status === 200 && text === expected) return answer
  throw new CliError(`The payment service at ${host} answered “${answer}”, and ECPay expects “${expected}”`)
}
