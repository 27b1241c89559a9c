import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { HoldConfig } from './config.ts'
import { startExpiredHoldConsumer } from './consumers/expired-holds.ts'
import { startPaymentConsumer } from './consumers/payments.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import { reportOpenHolds, reportRefundsDue } from './hold-metrics.ts'
import { startRetention } from './jobs/delete-old-records.ts'
import { startOverdueHoldSweep } from './jobs/sweep-overdue-holds.ts'
import type { PaymentSettlement } from './settlement.ts'
import { unroutedPaymentsQueue } from './topology.ts'

/**
 * Starts everything that a service with holds does besides requests: it consumes expired timers and payments, sweeps overdue
 * holds, deletes old records, and reports how many holds are open.
 */
export function startHoldWorkers<T extends HoldRecord>(
  deps: ConsumerContext,
  hold: HoldDefinition<T>,
  config: HoldConfig,
  settlement: PaymentSettlement,
): Stoppable[] {
  return [
    startExpiredHoldConsumer(deps, hold, config, settlement),
    startPaymentConsumer(deps, hold, config),
    startPaymentConsumer(deps, hold, config, unroutedPaymentsQueue(hold.kind)),
    startOverdueHoldSweep(deps, hold, config, settlement),
    startRetention(deps, hold),
    reportOpenHolds(deps, hold),
    reportRefundsDue(deps, hold),
  ]
}
