import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import { countMessages, type QueueCounts } from '@campstore/messaging/queue-counts'
import { watchSettlement } from '@campstore/messaging/settlement'
import { parkedQueue } from '@campstore/messaging/topology'
import type { Publishing } from '@campstore/service/dependencies'
import type { Background, ServiceParts } from '@campstore/service/start-service'
import { startSweeper } from '@campstore/service/sweeper'
import type { HoldConfig } from './config.ts'
import { consumeEndedHolds, consumePayments } from './consumers.ts'
import { sweepOverdue } from './expire.ts'
import type { HoldDefinition, HoldKind } from './hold-definition.ts'
import { holdQueuesOf, paymentsQueue } from './topology.ts'

/**
 * Starts what ends holds and takes payments: the consumer of ended holds, the consumer of payment notifications, the sweeper,
 * and what knows which payments are settled. The broker's topology must contain {@link holdingTopology}.
 */
export function startHoldWorkers<Thing extends { id: string }>(
  held: HoldDefinition<Thing>,
  running: Publishing,
  config: HoldConfig,
): Background[] {
  const { broker, clock, log } = running
  const signing = {
    secrets: config.PAYMENT_SIGNING_SECRET,
    toleranceSeconds: config.PAYMENT_SIGNATURE_TOLERANCE_SECONDS,
  }
  const watch = watchSettlement({ broker, clock, log, queue: paymentsQueue(held.kind) })
  const endings = { ...watch, graceSeconds: config.PAYMENT_GRACE_SECONDS }
  return [
    consumeEndedHolds(held, running, config.CHECKOUT_HOLD_SECONDS, endings),
    consumePayments(held, running, signing),
    startSweeper(
      {
        what: 'overdue holds',
        round: sweepOverdue(held, running, endings),
        everySeconds: config.SWEEP_INTERVAL_SECONDS,
      },
      log,
    ),
    watch,
  ]
}

/** Counts the messages that somebody must look at, for the service's health: parked, rejected and unapplied ones. */
export function reportHoldQueues(
  kind: HoldKind,
  { broker, log }: Publishing,
  config: HoldConfig,
): Required<Pick<ServiceParts, 'connections' | 'healthDetails'>> {
  const parked = [paymentsQueue(kind), holdQueuesOf(kind, config.CHECKOUT_HOLD_SECONDS).expiredQueue].map(parkedQueue)
  const queues = [...parked, paymentsRejectedQueue, paymentsUnappliedQueue]
  const counts = countMessages({ broker, log, queues })
  return {
    connections: [counts],
    healthDetails: () => ({
      messages: {
        parked: sumOf(parked, counts),
        rejected: sumOf([paymentsRejectedQueue], counts),
        unapplied: sumOf([paymentsUnappliedQueue], counts),
      },
    }),
  }
}

/** How many messages wait in all of some queues; null while that is not known. */
function sumOf(queues: readonly string[], { countOf }: QueueCounts): number | null {
  let sum = 0
  for (const queue of queues) {
    const count = countOf(queue)
    if (count === undefined) return null
    sum += count
  }
  return sum
}
