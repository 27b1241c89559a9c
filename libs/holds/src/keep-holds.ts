import { watchSettlement } from '@campstore/messaging/settlement'
import type { Publishing } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import { startSweeper } from '@campstore/service/sweeper'
import type { HoldConfig } from './config.ts'
import { consumeEndedHolds, consumePayments } from './consumers.ts'
import { sweepOverdue } from './expire.ts'
import type { Held } from './held.ts'
import { paymentsQueue } from './topology.ts'

/**
 * Starts what ends holds and takes payments: the consumer of ended holds, the consumer of payment notifications, the sweeper,
 * and what knows which payments are settled. The broker's topology must contain {@link holdingTopology}.
 */
export function keepHolds<Thing extends { id: string }>(
  held: Held<Thing>,
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
