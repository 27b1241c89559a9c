import { ApiError } from '@campstore/contract/errors'
import {
  type PaymentNotification,
  paymentRoutingKey,
  paymentsExchange,
  type RefundFailure,
  type RefundNotification,
} from '@campstore/contract/messages/payments'
import { type Money, money } from '@campstore/core/money'
import type { MoneyEvent } from '@campstore/holds/money/step'
import { signedMessage } from '@campstore/payments/notification'
import type { Action as Write } from '../random-faults/history.ts'
import type { Action, Name, StaffAction } from './actions.ts'
import type { Row } from './database.ts'
import { paymentSecret, type SimulatedProcess } from './process.ts'
import { epoch } from './time.ts'
import type { World } from './world.ts'

/** How long the payment service waits for a confirm. */
const confirmTimeoutMs = 10_000
/** How long a member waits for an answer, before asking the other process. */
const answerTimeoutMs = 10_000
/** How often a member asks. */
const attempts = 4

type Answer<T> = T | ApiError | undefined
type Request<T> = (process: SimulatedProcess) => Promise<T>

/** The members, who book, cancel and repeat what got no answer, and the payment service. */
export function createPeople(world: World) {
  const { time, broker, database, truth, pending, note, tell, violate, later, hop } = world
  const taken = new Map<number, { id: string; amount: Money }>()

  const askOnce = <T>(name: Name, request: Request<T>) =>
    new Promise<Answer<T>>(resolve => {
      const process = world.processes[name]
      const working = { owner: process.owner }
      pending.requests.add(working)
      const end = (answer: Answer<T>) => {
        pending.requests.delete(working)
        later(hop(), () => resolve(answer))
      }
      later(answerTimeoutMs, () => resolve(undefined))
      time.at(time.now() + hop(), process.owner, () => {
        request(process).then(end, error => end(error instanceof ApiError ? error : undefined))
      })
    })

  const noteAnswer = (action: Write, subject: string | undefined) =>
    truth.answers.push({ action, subject, status: 200, respondedAt: epoch + time.now() })

  /** Asks a process, and another one when no answer comes; undefined when none ever does. */
  const ask = async <T>(
    name: Name,
    request: Request<T>,
    { action, subject, most = attempts }: { action: Write; subject?: string; most?: number },
  ): Promise<Answer<T>> => {
    pending.answers += 1
    let answer: Answer<T>
    for (let attempt = 0; attempt < most; attempt += 1) {
      answer = await askOnce(attempt % 2 === 0 ? name : name === 'a' ? 'b' : 'a', request)
      const isUnavailable = answer instanceof ApiError && answer.code === 'SERVICE_UNAVAILABLE'
      if (isUnavailable) note('a request was refused as unavailable')
      if (answer !== undefined && !isUnavailable) break
    }
    pending.answers -= 1
    if (answer !== undefined && !(answer instanceof ApiError)) noteAnswer(action, subject)
    return answer
  }

  const refundsWhere = (isMeant: (refund: Row) => boolean) =>
    [...database.rows('refund')].flatMap(([id, refund]) => (isMeant(refund) ? [id] : []))

  /** By mistake, the reference of another refund. */
  const usedReference = (isUsed: boolean, isMeant: (refund: Row) => boolean): string | undefined => {
    const made = refundsWhere(refund => isUsed && isMeant(refund) && refund.status === 'done')
    return made.map(id => String(database.rows('refund').get(id)?.reference))[0]
  }

  /** Publishes a notification of the payment service until the broker has confirmed it. */
  const publishNotification = (
    notification: PaymentNotification | RefundNotification | RefundFailure,
    priority: number,
    onConfirm: () => void,
  ) => {
    const { content, options } = signedMessage(notification, {
      secret: paymentSecret,
      at: new Date(epoch + time.now()),
    })
    const route = { exchange: paymentsExchange, routingKey: paymentRoutingKey('booking') }
    const publish = () => {
      let isConfirmed = false
      pending.answers += 1
      const arrive = () => {
        pending.answers -= 1
        broker.publish(undefined, { ...route, content, properties: { ...options, priority }, deliveries: 0 }, false)
        isConfirmed = true
        onConfirm()
        tell(`payment service: ${notification.eventId} is confirmed`)
      }
      time.at(time.now() + hop(), broker.owner, arrive, () => world.alarm.until)
      later(confirmTimeoutMs, () => void (isConfirmed || publish()))
    }
    publish()
  }

  return {
    async checkout({ hold, process, again }: Action & { kind: 'checkout' }) {
      tell(`member ${hold}: asks ${process} for a site${again ? ', again' : ''}`)
      const answer = await ask(process, asked => asked.checkout(hold), { action: 'checkout' })
      if (answer === undefined) return note('a checkout got no answer')
      if (answer instanceof ApiError) return note(`a checkout was refused: ${answer.code}`)
      const { bookingId, pricing, checkoutExpiresAt, cancellationTiers } = answer
      tell(`member ${hold}: has ${bookingId} until ${checkoutExpiresAt}`)
      noteAnswer('checkout', bookingId)
      const known = taken.get(hold)
      if (known) note('a checkout was repeated')
      if (known && known.id !== bookingId)
        violate('one idempotency key is one checkout', `${known.id} and ${bookingId}`)
      taken.set(hold, { id: bookingId, amount: pricing.finalAmount })
      const [{ refundPercent = 0 } = {}] = cancellationTiers
      truth.promised.set(bookingId, money((Number(pricing.finalAmount) * refundPercent) / 100))
    },

    async cancel({ hold, process }: Action & { kind: 'cancel' }) {
      const held = taken.get(hold)
      if (!held) return
      tell(`member ${hold}: cancels ${held.id}`)
      if (!truth.cancelledAt.has(held.id)) truth.cancelledAt.set(held.id, time.now())
      const answer = await ask(process, asked => asked.cancel(hold, held.id), { action: 'cancel', subject: held.id })
      if (answer instanceof ApiError) note(`a cancel was refused: ${answer.code}`)
    },

    /** Staff change a stay. Where there are as many sites as members, it always fits. */
    async change({ hold, process, to }: Action & { kind: 'change' }) {
      const held = taken.get(hold)
      if (!held) return
      tell(`staff: move ${held.id} ${to}`)
      const answer = await ask(process, asked => asked.change(held, to), { action: 'change-stay', subject: held.id })
      if (answer === undefined) return
      if (!(answer instanceof ApiError)) return note('a stay was changed')
      note(`a change was refused: ${answer.code}`)
      const members = new Set(world.plan.actions.flatMap(action => (action.kind === 'checkout' ? [action.hold] : [])))
      if (answer.code === 'ZONE_UNAVAILABLE' && members.size <= world.plan.sites)
        violate('a changed stay does not count against itself', held.id)
    },

    async cancelStay({ hold, process }: Action & { kind: 'cancel-stay' }) {
      const held = taken.get(hold)
      const promised = held && truth.promised.get(held.id)
      if (!held || !promised) return
      tell(`member ${hold}: cancels ${held.id} for ${promised}`)
      const answer = await ask(process, asked => asked.cancelStay(hold, held.id, promised), {
        action: 'cancel-stay',
        subject: held.id,
      })
      if (answer instanceof ApiError) {
        note(`a cancellation of a stay was refused: ${answer.code}`)
        const isOpened = [...database.rows('refund').values()].some(
          ({ targetId, cause }) => targetId === held.id && cause !== 'unapplied',
        )
        if (answer.mistakes && !isOpened)
          violate('a stay is cancelled for the refund that was promised', answer.message)
      }
    },

    /** Publishes a payment until the broker has confirmed it. */
    pay({ hold, event, priority, isAgain = false }: Action & { kind: 'pay' }) {
      const held = taken.get(hold)
      if (!held) return
      const notification = paymentOf(`${held.id}-payment-${event}`, held, new Date(epoch + time.now()))
      const eventId = `${notification.eventId}${isAgain ? '-again' : ''}`
      const payment = truth.payments.get(eventId) ?? { eventId, bookingId: held.id, confirmedAt: undefined }
      truth.payments.set(eventId, payment)
      publishNotification({ ...notification, eventId }, priority, () => {
        payment.confirmedAt ??= time.now()
      })
    },

    /** A refund has no key here, so it is asked for once. */
    async staff({ hold, action, process }: Action & { kind: 'staff' }) {
      const held = taken.get(hold)
      if (!held) return
      tell(`staff: ${action} ${held.id}`)
      const answer = await ask(process, asked => asked.staff(held, action), {
        action: writes[action],
        subject: held.id,
        ...(action === 'refund' && { most: 1 }),
      })
      if (answer === undefined) return
      if (answer instanceof ApiError) return note(`${action} was refused: ${answer.code}`)
      note(`${action} was recorded`)
    },

    /** Staff see the refunds of a stay, and what they do is done once. */
    async refunds({ hold, process, act, isUsed }: Action & { kind: 'refunds' }) {
      const id = taken.get(hold)?.id ?? ''
      const [first, ...others] = refundsWhere(({ targetId, status }) => targetId === id && status === 'due')
      if (first === undefined) return
      const ids = act === 'done together' ? [first, ...others] : [first]
      const by = { type: 'admin', id: 'admin' } as const
      const reference = usedReference(isUsed, ({ targetId }) => targetId === id) ?? `R-staff-${id}-${ids}`
      const event: MoneyEvent =
        act === 'withdraw'
          ? { type: 'refund withdrawn', id: first, reason: 'agreed', by }
          : { type: 'refunds done', ids, reference, note: null, by }
      tell(`staff: ${act} ${ids}`)
      const result = await ask(process, asked => asked.moveMoney(id, event), { action: 'refund-done', subject: id })
      if (result === undefined || result instanceof ApiError) return
      note('refusal' in result ? `${act} was refused: ${result.refusal}` : `refunds: ${act}`)
    },

    /** The payment service has given back some of a payment that the booking service has recorded. */
    report({ hold, event, names, isUsed }: Action & { kind: 'report' }) {
      const id = taken.get(hold)?.id ?? ''
      const refundOf = `${id}-payment-${event}`
      if (!database.rows('payment_notification').has(refundOf)) return
      const due = refundsWhere(({ eventId, status }) => eventId === refundOf && status === 'due')
      const eventId = `${refundOf}-report-${truth.reports.size}`
      truth.reports.add(eventId)
      const refund: RefundNotification = {
        eventId,
        type: 'payment.refunded',
        target: { kind: 'booking', id },
        refundOf,
        reference: usedReference(isUsed, ({ eventId }) => eventId === refundOf) ?? `R-${eventId}`,
        refundedAt: new Date(epoch + time.now()).toISOString(),
        ...(names !== 'none' && due.length > 0 && { refundIds: names === 'one' ? due.slice(0, 1) : due }),
      }
      publishNotification(refund, 0, () =>
        note(due.length > 0 ? 'a refund was reported' : 'a refund was reported early'),
      )
    },

    failure({ hold }: Action & { kind: 'failure' }) {
      const id = taken.get(hold)?.id ?? ''
      const [refundId] = refundsWhere(({ targetId, status }) => targetId === id && status === 'due')
      if (refundId === undefined) return
      const eventId = `${refundId}-failure-${truth.reports.size}`
      truth.reports.add(eventId)
      const failure = { eventId, type: 'payment.refund-failed', target: { kind: 'booking', id }, refundId } as const
      publishNotification({ ...failure, reason: 'closed' }, 0, () => note('a refund failed'))
    },

    bookingOf: (hold: number): string | undefined => taken.get(hold)?.id,
  }
}

/** What staff do, by the names of the checks. */
const writes = {
  confirm: 'confirm',
  complete: 'complete',
  'cancel-paid': 'staff-cancel',
  arrived: 'attendance',
  'no-show': 'attendance',
  refund: 'goodwill',
} as const satisfies Record<StaffAction, Write>

const paymentOf = (eventId: string, { id, amount }: { id: string; amount: Money }, at: Date): PaymentNotification => ({
  eventId,
  type: 'payment.succeeded',
  target: { kind: 'booking', id },
  amount,
  currency: 'TWD',
  paymentMethod: 'gateway-credit',
  providerTradeNo: `T-${eventId}`,
  paidAt: at.toISOString(),
})
