import {
  type PaymentNotification,
  paymentRoutingKey,
  paymentsExchange,
  type RefundFailure,
  type RefundNotification,
} from '@campstore/contract/messages/payments'
import { signedMessage } from '@campstore/payments/notification'
import { paymentFor } from '@campstore/testing/payments'
import type { ActionOf } from './actions.ts'
import { refundsWhere, usedReference } from './people.ts'
import { paymentSecret } from './process.ts'
import { epoch } from './time.ts'
import type { World } from './world.ts'

/** How long the payment service waits for a confirm. */
const confirmTimeoutMs = 10_000

/** Publishes a payment until the broker has confirmed it. */
export function pay(world: World, { hold, event, priority, isAgain = false }: ActionOf<'pay'>): void {
  const { time, truth } = world
  const held = world.taken.get(hold)
  if (!held) return
  const usualId = `${held.id}-payment-${event}`
  const eventId = `${usualId}${isAgain ? '-again' : ''}`
  const paid = paymentFor({ kind: 'booking', id: held.id }, held.amount, new Date(epoch + time.now()))
  const payment = truth.payments.get(eventId) ?? { eventId, bookingId: held.id, confirmedAt: undefined }
  truth.payments.set(eventId, payment)
  publishNotification(world, { ...paid, eventId, providerTradeNo: `T-${usualId}` }, priority, () => {
    payment.confirmedAt ??= time.now()
  })
}

/** The payment service has given back some of a payment that the booking service has recorded. */
export function reportRefund(world: World, { hold, event, names, isUsed }: ActionOf<'report'>): void {
  const { database, truth, time, note } = world
  const id = world.taken.get(hold)?.id ?? ''
  const refundOf = `${id}-payment-${event}`
  if (!database.rows('payment_notification').has(refundOf)) return
  const due = refundsWhere(world, ({ eventId, status }) => eventId === refundOf && status === 'due')
  const eventId = `${refundOf}-report-${truth.reports.size}`
  truth.reports.add(eventId)
  const refund: RefundNotification = {
    eventId,
    type: 'payment.refunded',
    target: { kind: 'booking', id },
    refundOf,
    reference: usedReference(world, isUsed, ({ eventId }) => eventId === refundOf) ?? `R-${eventId}`,
    refundedAt: new Date(epoch + time.now()).toISOString(),
    ...(names !== 'none' && due.length > 0 && { refundIds: names === 'one' ? due.slice(0, 1) : due }),
  }
  publishNotification(world, refund, 0, () =>
    note(due.length > 0 ? 'a refund was reported' : 'a refund was reported early'),
  )
}

/** The payment service could not make a refund. */
export function reportFailure(world: World, { hold }: ActionOf<'failure'>): void {
  const id = world.taken.get(hold)?.id ?? ''
  const [refundId] = refundsWhere(world, ({ targetId, status }) => targetId === id && status === 'due')
  if (refundId === undefined) return
  const eventId = `${refundId}-failure-${world.truth.reports.size}`
  world.truth.reports.add(eventId)
  const failure = { eventId, type: 'payment.refund-failed', target: { kind: 'booking', id }, refundId } as const
  publishNotification(world, { ...failure, reason: 'closed' }, 0, () => world.note('a refund failed'))
}

/** Publishes a notification of the payment service until the broker has confirmed it. */
function publishNotification(
  { time, broker, pending, alarm, tell, later, hop }: World,
  notification: PaymentNotification | RefundNotification | RefundFailure,
  priority: number,
  onConfirm: () => void,
): void {
  const { content, options } = signedMessage(notification, { secret: paymentSecret, at: new Date(epoch + time.now()) })
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
    time.at(time.now() + hop(), broker.owner, arrive, () => alarm.until)
    later(confirmTimeoutMs, () => void (isConfirmed || publish()))
  }
  publish()
}
