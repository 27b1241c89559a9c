import type { PaymentNotification } from '@campstore/contract/messages/payments'
import { messageOf } from '@campstore/local-servers/cli-error'
import { type Callback, callbackOf, notificationOf, tradeNoOf } from './callback.ts'
import type { Shop } from './config.ts'
import type { PaymentForm } from './payment-form.ts'

/** What the visitor chooses on the page; `later` pays in so many seconds. */
export type Choice = { kind: 'pay' | 'fail' | 'twice' } | { kind: 'later'; delaySeconds: number }

/** A notification, and how far it is. */
export type Report = {
  notification: PaymentNotification
  /** When it is to be published, or was. */
  at: Date
  isPublished: boolean
  /** Why the latest attempt failed. */
  problem?: string
}

/** What the visitor has chosen for a form. */
export type Payment = {
  form: PaymentForm
  /** Oldest first. */
  reports: Report[]
  /** The callback of the latest choice, for OrderResultURL. */
  callback: Callback
}

/** The payments of this process; a restart forgets them. */
export type Payments = {
  /**
   * Does what the visitor has chosen. The same choice again publishes the same notification again.
   *
   * @returns the number by which the payment is found
   * @throws what `publish` throws; then nothing is noted, and the choice can be made again
   */
  choose(form: PaymentForm, choice: Choice): Promise<string>
  find(tradeNo: string): Payment | undefined
  /** Drops what was to be published later; returns how many. */
  stop(): number
}

const retryMs = 5_000
const maxPayments = 200

/**
 * Publishes what visitors choose.
 *
 * @param options.publish publishes a notification, signed at that time; throws when the broker has not confirmed it
 */
export function createPayments(options: {
  shop: Shop
  publish(notification: PaymentNotification, at: Date): Promise<void>
  clock?: () => Date
}): Payments {
  const { shop, publish, clock = () => new Date() } = options
  const payments = new Map<string, Payment>()
  const timers = new Map<string, NodeJS.Timeout>()

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

  const publishNow = async (form: PaymentForm, succeeded: boolean, charge: 1 | 2 = 1) => {
    const at = clock()
    const callback = callbackOf(form, { succeeded, charge, at }, shop)
    const notification = notificationOf(callback)
    await publish(notification, at)
    endTimer(notification.eventId)
    add(form, callback, { notification, at, isPublished: true })
  }

  const publishLater = (form: PaymentForm, delaySeconds: number) => {
    const at = new Date(clock().getTime() + delaySeconds * 1_000)
    const callback = callbackOf(form, { succeeded: true, at }, shop)
    const report: Report = { notification: notificationOf(callback), at, isPublished: false }
    add(form, callback, report)
    setTimer(report, delaySeconds * 1_000)
  }

  /** A payment service repeats a notification until the broker has confirmed it. */
  const attempt = async (report: Report) => {
    const at = clock()
    try {
      await publish(report.notification, at)
      Object.assign(report, { at, isPublished: true, problem: undefined })
      endTimer(report.notification.eventId)
    } catch (error) {
      report.problem = messageOf(error)
      setTimer(report, retryMs)
    }
  }
  const setTimer = (report: Report, milliseconds: number) => {
    endTimer(report.notification.eventId)
    timers.set(
      report.notification.eventId,
      setTimeout(() => void attempt(report), milliseconds),
    )
  }
  const endTimer = (eventId: string) => {
    clearTimeout(timers.get(eventId))
    timers.delete(eventId)
  }

  return {
    async choose(form, choice) {
      if (choice.kind === 'later') publishLater(form, choice.delaySeconds)
      else await publishNow(form, choice.kind !== 'fail')
      if (choice.kind === 'twice') await publishNow(form, true, 2)
      return tradeNoOf(form)
    },
    find: tradeNo => payments.get(tradeNo),
    stop() {
      const dropped = timers.size
      for (const eventId of [...timers.keys()]) endTimer(eventId)
      return dropped
    },
  }
}
