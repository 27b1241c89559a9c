import { eventsExchange } from '@campstore/contract/messages/events'
import { paymentRoutingKey, paymentsExchange, paymentsRejectedQueue } from '@campstore/contract/messages/payments'
import { holdTopology } from '@campstore/messaging/holds'
import { combined, consumerQueues, quorumQueue, type Topology } from '@campstore/messaging/topology'
import { bookingHolds } from './messages.ts'

/** Queue on which payment notifications for bookings arrive. */
export const paymentsQueue = 'booking.payments'

/** Seconds before the second, third, … attempt at a message; after the last it is parked. */
export const retryDelays: readonly [number, ...number[]] = [1, 5, 30]

/** Everything this service needs to exist in the broker. */
export const bookingTopology = (holdSeconds: number): Topology =>
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
      paymentsQueue,
      [{ exchange: paymentsExchange, routingKey: paymentRoutingKey('booking') }],
      retryDelays,
    ),
    holdTopology(bookingHolds(holdSeconds), retryDelays),
  )
