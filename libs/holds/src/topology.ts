import { eventsExchange } from '@campstore/contract/messages/events'
import {
  paymentRoutingKey,
  paymentsExchange,
  paymentsRejectedQueue,
  paymentsUnappliedQueue,
} from '@campstore/contract/messages/payments'
import { type HoldQueues, holdQueues, holdTopology } from '@campstore/messaging/hold-timers'
import { combined, consumerQueues, quorumQueue, type Topology } from '@campstore/messaging/topology'
import type { HoldKind } from './hold-definition.ts'

/** Queue on which payment notifications for a kind arrive: `booking.payments`. */
export const paymentsQueue = (kind: HoldKind): string => `${kind}.payments`

/** The queues through which a hold of a kind comes back when it ends: `booking.hold.900s`, `booking.hold-expired`. */
export const holdQueuesOf = (kind: HoldKind, holdSeconds: number): HoldQueues =>
  holdQueues({ name: `${kind}.hold`, holdSeconds })

/**
 * Everything that a service which holds and is paid needs to exist in the broker. Payments have a single active consumer, so
 * that it can be known which have been settled (docs/architecture.md, How it is known what was paid in time).
 */
export const holdingTopology = (kind: HoldKind, holdSeconds: number): Topology =>
  combined(
    {
      exchanges: [
        { name: eventsExchange, type: 'topic' },
        { name: paymentsExchange, type: 'topic' },
      ],
      queues: [quorumQueue(paymentsRejectedQueue), quorumQueue(paymentsUnappliedQueue)],
      bindings: [{ queue: paymentsUnappliedQueue, exchange: eventsExchange, routingKey: 'payment.unapplied' }],
    },
    consumerQueues(paymentsQueue(kind), [{ exchange: paymentsExchange, routingKey: paymentRoutingKey(kind) }], {
      singleActiveConsumer: true,
    }),
    holdTopology(holdQueuesOf(kind, holdSeconds)),
  )
