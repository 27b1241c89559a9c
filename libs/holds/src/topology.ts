import { eventsExchange } from '@campstore/contract/messages/events'
import { paymentRoutingKey, paymentsExchange, paymentsRejectedQueue } from '@campstore/contract/messages/payments'
import { type HoldQueues, holdQueues, holdTopology } from '@campstore/messaging/holds'
import { combined, consumerQueues, quorumQueue, type Topology } from '@campstore/messaging/topology'
import type { HeldKind } from './held.ts'

/** Seconds before the second, third, … attempt at a message; after the last it is parked. */
export const retryDelays: readonly [number, ...number[]] = [1, 5, 30]

/** Queue on which payment notifications for a kind arrive: `booking.payments`. */
export const paymentsQueue = (kind: HeldKind): string => `${kind}.payments`

/** The queues through which a hold of a kind comes back when it ends: `booking.hold.900s`, `booking.hold-expired`. */
export const holdsOf = (kind: HeldKind, holdSeconds: number): HoldQueues =>
  holdQueues({ name: `${kind}.hold`, holdSeconds })

/** Everything that a service which holds and is paid needs to exist in the broker. */
export const holdingTopology = (kind: HeldKind, holdSeconds: number): Topology =>
  combined(
    {
      exchanges: [
        { name: eventsExchange, type: 'topic' },
        { name: paymentsExchange, type: 'topic' },
      ],
      queues: [quorumQueue(paymentsRejectedQueue)],
      bindings: [],
    },
    consumerQueues(
      paymentsQueue(kind),
      [{ exchange: paymentsExchange, routingKey: paymentRoutingKey(kind) }],
      retryDelays,
    ),
    holdTopology(holdsOf(kind, holdSeconds), retryDelays),
  )
