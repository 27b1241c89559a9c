import type { PaymentNotification, RefundNotification } from '@campstore/contract/messages/payments'
import { messageOf } from '@campstore/local-servers/cli-error'
import { type Callback, callbackOf, notificationOf, refundOf, tradeNoOf } from './callback.ts'
import type { Shop } from './config.ts'
import type { Deliver, Delivery } from './delivery.ts'
import type { PaymentForm } from './payment-form.ts'

/** The visitor's choice on the page; `later` pays after a delay in seconds. */
export type Choice = { kind: 'pay' | 'fail' | 'twice' } | { kind: 'later'; delaySeconds: number }

/** A notification, and its progress. */
export type Report = {
  notification: PaymentNotification | RefundNotification
  /** The callback behind it; a refund has none. */
  callback?: Callback
  /** When it will be or was reported. */
  at: Date
  /** How it was delivered; undefined before that. */
  delivery?: Delivery | undefined
  /** Why the latest attempt failed. */
  problem?: string | undefined
}

/** The visitor's choices for a form. */
export type Payment = {
  form: PaymentForm
  /** Oldest first. */
  reports: Report[]
  /** The callback of the latest choice, for OrderResultURL. */
  callback: Callback
}

/** The payments of this process; a restart forgets them. */
export type Payments = ReturnType<typeof createPayments>

/** Whether a report is about a payment that succeeded and was delivered. */
export const isRefundable = ({ notification, delivery }: Report): boolean =>
  delivery !== undefined && notification.type === 'payment.succeeded'

const retryMs = 5_000
const maxPayments = 200

/**
 * Carries out the visitors' choices.
 *
 * @param options.deliver delivers a notification, signed at that time; throws without a confirm
 */
export function createPayments({ shop, deliver }: { shop: Shop; deliver: Deliver }) {
  const payments = new Map<string, Payment>()
  const later = createLaterReports(deliver)

  const add = (form: PaymentForm, callback: Callback, report: Report) => {
    const tradeNo = tradeNoOf(form)
    const payment = payments.get(tradeNo)
    const { eventId } = report.notification
    const others = payment?.reports.filter(({ notification }) => notification.eventId !== eventId) ?? []
    payments.delete(tradeNo)
    payments.set(tradeNo, { form, reports: [...others, report], callback })
    const [oldest] = payments.keys()
    if (payments.size > maxPayments && oldest !== undefined) payments.delete(oldest)
  }

  const reportOf = (form: PaymentForm, at: Date, succeeded: boolean, charge: 1 | 2 = 1) => {
    const callback = callbackOf(form, { succeeded, charge, at }, shop)
    return { notification: notificationOf(callback), callback, at }
  }

  const deliverNow = async (form: PaymentForm, succeeded: boolean, charge?: 1 | 2) => {
    const report = reportOf(form, new Date(), succeeded, charge)
    const delivery = await deliver({ ...report, returnUrl: form.ReturnURL })
    later.end(report.notification.eventId)
    add(form, report.callback, { ...report, delivery })
  }

  const deliverLater = (form: PaymentForm, delaySeconds: number) => {
    const report = reportOf(form, new Date(Date.now() + delaySeconds * 1_000), true)
    add(form, report.callback, report)
    later.begin(report, form.ReturnURL, delaySeconds * 1_000)
  }

  return {
    /**
     * Carries out the visitor's choice. The same choice again delivers the same notification again.
     *
     * @returns the number by which the payment is found
     * @throws the errors of `deliver`; then nothing is noted, and the choice can be made again
     */
    async choose(form: PaymentForm, choice: Choice): Promise<string> {
      if (choice.kind === 'later') deliverLater(form, choice.delaySeconds)
      else await deliverNow(form, choice.kind !== 'fail')
      if (choice.kind === 'twice') await deliverNow(form, true, 2)
      return tradeNoOf(form)
    },
    /**
     * Reports a refund of a payment, the one with this id if there are several. Reporting again publishes the same notification again.
     *
     * @returns whether there is such a payment, and its report was delivered
     * @throws the errors of `deliver`; then nothing is noted
     */
    async refund(tradeNo: string, eventId: string, refundId?: string): Promise<boolean> {
      const payment = payments.get(tradeNo)
      const paid = payment?.reports.find(report => report.notification.eventId === eventId && isRefundable(report))
      if (!payment || !paid) return false
      const at = new Date()
      const notification = refundOf(paid.notification, at, refundId)
      add(payment.form, payment.callback, { notification, at, delivery: await deliver({ notification, at }) })
      return true
    },
    find: (tradeNo: string) => payments.get(tradeNo),
    /** Drops later payments; returns how many. */
    stop: later.stop,
  }
}

/** Reports that are delivered later: ECPay repeats a callback, and a payment service a notification, until it is confirmed. */
function createLaterReports(deliver: Deliver) {
  const timers = new Map<string, NodeJS.Timeout>()
  const begin = (report: Report, returnUrl: string, milliseconds: number) => {
    const { eventId } = report.notification
    end(eventId)
    timers.set(
      eventId,
      setTimeout(() => void attempt(report, returnUrl), milliseconds),
    )
  }
  const attempt = async (report: Report, returnUrl: string) => {
    const at = new Date()
    try {
      const delivery = await deliver({ ...report, returnUrl, at })
      Object.assign(report, { at, delivery, problem: undefined })
      end(report.notification.eventId)
    } catch (error) {
      report.problem = messageOf(error)
      begin(report, returnUrl, retryMs)
    }
  }
  const end = (eventId: string) => {
    clearTimeout(timers.get(eventId))
    timers.delete(eventId)
  }
  const stop = () => {
    const dropped = timers.size
    for (const eventId of [...timers.keys()]) end(eventId)
    return dropped
  }
  return { begin, end, stop }
}
