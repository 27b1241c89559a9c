import { eventsExchange } from '@campstore/contract/messages/events'
import {
  paymentRoutingKey,
  paymentsExchange,
  paymentsRefundsQueue,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
  unroutedPaymentsExchange,
} from '@campstore/contract/messages/payments'
import { type HoldQueues, holdQueues, holdTopology } from '@campstore/messaging/hold-timers'
import { combined, consumerQueues, quorumQueue, type Topology } from '@campstore/messaging/topology'
import type { HoldKind } from './hold-definition.ts'

/** Queue of the payment notifications of a kind: `booking.payments`. */
export const paymentsQueue = (kind: HoldKind): string => `${kind}.payments`

/**
 * Queue of the payments of a kind that no binding took from the exchange to {@link paymentsQueue}. They come by the alternate
 * exchange, and are processed in the same way (docs/decisions.md, 147).
 */
export const unroutedPaymentsQueue = (kind: HoldKind): string => `${kind}.payments.unrouted`

/** The queues of the hold timers of a kind: `booking.hold.900s`, `booking.hold-expired`. */
export const holdQueuesOf = (kind: HoldKind, holdSeconds: number): HoldQueues =>
  holdQueues({ name: `${kind}.hold`, holdSeconds })

/**
 * The exchanges and queues of a service with holds. The payments queue has a single active consumer, so that settlement can be
 * checked (docs/architecture/payments.md).
 */
export const holdingTopology = (kind: HoldKind, holdSeconds: number): Topology =>
  combined(
    {
      exchanges: [
        { name: eventsExchange, type: 'topic' },
        { name: paymentsExchange, type: 'topic' },
        { name: unroutedPaymentsExchange, type: 'topic' },
      ],
      queues: [paymentsRejectedQueue, paymentsUnappliedQueue, paymentsRefundsQueue].map(name => quorumQueue(name)),
      bindings: [
        { queue: paymentsUnappliedQueue, exchange: eventsExchange, routingKey: 'payment.unapplied' },
        { queue: paymentsRefundsQueue, exchange: eventsExchange, routingKey: 'payment.refund-due' },
      ],
    },
    consumerQueues(paymentsQueue(kind), [{ exchange: paymentsExchange, routingKey: paymentRoutingKey(kind) }], {
      singleActiveConsumer: true,
    }),
    consumerQueues(
      unroutedPaymentsQueue(kind),
      [{ exchange: unroutedPaymentsExchange, routingKey: paymentRoutingKey(kind) }],
      { singleActiveConsumer: true },
    ),
    holdTopology(holdQueuesOf(kind, holdSeconds)),
  )
