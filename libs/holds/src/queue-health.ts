import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import { countSetAside } from '@campstore/messaging/given-up'
import { countMessages } from '@campstore/messaging/queue-counts'
import { parkedQueue } from '@campstore/messaging/topology'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { ServiceParts } from '@campstore/service/start-service'
import type { HoldConfig } from './config.ts'
import type { HoldKind } from './hold-definition.ts'
import { holdQueuesOf, paymentsQueue, unroutedPaymentsQueue } from './topology.ts'

/**
 * Counts the messages of the service's queues, and for its health the messages that need an operator: parked, rejected and
 * unapplied ones, and payments that this process has set aside.
 */
export function startQueueHealth(
  { broker, log }: Pick<ConsumerContext, 'broker' | 'log'>,
  kind: HoldKind,
  config: Pick<HoldConfig, 'CHECKOUT_HOLD_SECONDS'>,
): Required<Pick<ServiceParts, 'connections' | 'healthDetails'>> {
  const { delayQueue, expiredQueue } = holdQueuesOf(kind, config.CHECKOUT_HOLD_SECONDS)
  const payments = [paymentsQueue(kind), unroutedPaymentsQueue(kind)]
  const consumed = [...payments, expiredQueue]
  const parked = consumed.map(parkedQueue)
  const kept = [...parked, paymentsRejectedQueue, paymentsUnappliedQueue, delayQueue]
  const counts = countMessages({ broker, log, consumed, kept })
  return {
    connections: [counts],
    healthDetails: () => ({
      messages: {
        parked: counts.countOf(...parked),
        setAside: payments.reduce((sum, queue) => sum + countSetAside(queue), 0),
        rejected: counts.countOf(paymentsRejectedQueue),
        unrouted: counts.countOf(unroutedPaymentsQueue(kind)),
        unapplied: counts.countOf(paymentsUnappliedQueue),
      },
    }),
  }
}
