import { eventsExchange, refundEvents } from '@campstore/contract/messages/events'
import {
  paymentRoutingKey,
  paymentsExchange,
  paymentsRefundsQueue,
  paymentsUnappliedQueue,
  paymentsWithdrawnQueue,
  unroutedPaymentsExchange,
} from '@campstore/contract/messages/payments'
import { exactly, type Permissions, startingWith, subscriptionKeys } from '@campstore/messaging/permissions'
import type { HoldKind } from './hold-definition.ts'
import { holdsExchange } from './topology.ts'

/** Queues of rejected and unapplied payments and of refunds: both services fill them, operators read them. */
const paymentsQueues = startingWith('payments.')

/** Direct reply-to; this queue is never declared. */
const replyQueues = startingWith('amq.rabbitmq.reply-to')

/**
 * Permissions of a service with {@link holdingTopology}: it uses its own queues, which begin with the kind, publishes its own
 * events and consumes payments. A queue with another name must be added here as well as to the topology.
 *
 * Hold timers, settlement checks and parked messages go through the default exchange, which routes to every queue by name. So a
 * message on a queue alone proves nothing: payments are signed, holds expire under their lock only when they are due, and
 * purchases are read from the service that owns them.
 */
export function holdingPermissions(kind: HoldKind): Permissions {
  const own = startingWith(`${kind}.`)
  return {
    configure: [own, paymentsQueues],
    write: [own, paymentsQueues, ...[paymentsExchange, eventsExchange, holdsExchange, 'amq.default'].map(exactly)],
    read: [
      own,
      replyQueues,
      ...[paymentsExchange, unroutedPaymentsExchange, holdsExchange, eventsExchange].map(exactly),
    ],
    routingKeys: {
      // Settlement checks take the route of the payments.
      [paymentsExchange]: [exactly(paymentRoutingKey(kind))],
      [unroutedPaymentsExchange]: [],
      [eventsExchange]: [startingWith(`${kind}.`), ...refundEvents.map(exactly)],
    },
    bindingKeys: {
      [paymentsExchange]: [exactly(paymentRoutingKey(kind))],
      [unroutedPaymentsExchange]: [exactly(paymentRoutingKey(kind))],
      // Streams follow the service's own events, and the events of refunds.
      [eventsExchange]: [...refundEvents.map(exactly), ...subscriptionKeys([`${kind}.*`])],
    },
  }
}

/**
 * Permissions of the separate payment service: it publishes notifications, consumes the payments to refund, and hears events on
 * its own queues, which begin with `payment.`.
 */
export const paymentServicePermissions: Permissions = {
  configure: [startingWith('payment.')],
  write: [startingWith('payment.'), exactly(paymentsExchange)],
  read: [
    startingWith('payment.'),
    ...[paymentsUnappliedQueue, paymentsRefundsQueue, paymentsWithdrawnQueue, eventsExchange].map(exactly),
  ],
  // A payment under another key would be confirmed and go nowhere, so that it is refused.
  routingKeys: { [paymentsExchange]: [exactly(paymentRoutingKey('booking')), exactly(paymentRoutingKey('order'))] },
  bindingKeys: { [eventsExchange]: subscriptionKeys(['booking.*', 'order.*', ...refundEvents]) },
}
