import { eventsExchange } from '@campstore/contract/messages/events'
import {
  paymentRoutingKey,
  paymentsExchange,
  paymentsRefundsQueue,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  paymentsWithdrawnQueue,
  unroutedPaymentsExchange,
} from '@campstore/contract/messages/payments'
import { combined, consumerQueues, deadLettersTo, quorumQueue, type Topology } from '@campstore/messaging/topology'
import type { HoldKind } from './hold-definition.ts'

/** Queue of the payment notifications of a kind: `booking.payments`. */
export const paymentsQueue = (kind: HoldKind): string => `${kind}.payments`

/**
 * Queue of the payments of a kind that no binding took from the exchange to {@link paymentsQueue}. They come by the alternate
 * exchange, and are processed in the same way (docs/decisions.md, 147).
 */
export const unroutedPaymentsQueue = (kind: HoldKind): string => `${kind}.payments.unrouted`

/** Direct exchange of expired hold timers. */
export const holdsExchange = 'campstore.holds'

/**
 * The queues of the hold timers of a kind: a timer waits in `booking.hold.900s` until the hold is over, and moves to
 * `booking.hold-expired`. The seconds are part of the name, so that a changed duration gets a new queue, and the queues of
 * earlier configurations still deliver.
 */
export const holdQueuesOf = (kind: HoldKind, holdSeconds: number) => ({
  delayQueue: `${kind}.hold.${holdSeconds}s`,
  expiredQueue: `${kind}.hold-expired`,
})

/** The exchange and the queues of the hold timers of a kind. */
export function timerTopology(kind: HoldKind, holdSeconds: number): Topology {
  const { delayQueue, expiredQueue } = holdQueuesOf(kind, holdSeconds)
  const ttl = { 'x-message-ttl': holdSeconds * 1000 }
  return combined(
    { exchanges: [{ name: holdsExchange, type: 'direct' }] },
    consumerQueues(expiredQueue, [{ exchange: holdsExchange, routingKey: expiredQueue }]),
    { queues: [quorumQueue(delayQueue, { ...ttl, ...deadLettersTo(holdsExchange, expiredQueue) })] },
  )
}

/**
 * The exchanges and queues of a service with holds. The payments queue has a single active consumer, so that settlement can be
 * checked (docs/architecture/payments.md).
 */
export function holdingTopology(kind: HoldKind, holdSeconds: number): Topology {
  const routingKey = paymentRoutingKey(kind)
  const single = { singleActiveConsumer: true }
  return combined(
    {
      exchanges: [
        { name: eventsExchange, type: 'topic' },
        { name: paymentsExchange, type: 'topic' },
        { name: unroutedPaymentsExchange, type: 'topic' },
      ],
      queues: [paymentsRejectedQueue, paymentsUnappliedQueue, paymentsRefundsQueue, paymentsWithdrawnQueue].map(name =>
        quorumQueue(name),
      ),
      bindings: [
        { queue: paymentsUnappliedQueue, exchange: eventsExchange, routingKey: 'payment.unapplied' },
        { queue: paymentsRefundsQueue, exchange: eventsExchange, routingKey: 'payment.refund-due' },
        { queue: paymentsWithdrawnQueue, exchange: eventsExchange, routingKey: 'payment.refund-withdrawn' },
      ],
    },
    consumerQueues(paymentsQueue(kind), [{ exchange: paymentsExchange, routingKey }], single),
    consumerQueues(unroutedPaymentsQueue(kind), [{ exchange: unroutedPaymentsExchange, routingKey }], single),
    timerTopology(kind, holdSeconds),
  )
}
