import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Background } from '@campstore/service/start-service'
import type { HoldConfig } from './config.ts'
import { startExpiredHoldConsumer } from './consumers/expired-holds.ts'
import { startPaymentConsumer } from './consumers/payments.ts'
import type { HoldDefinition, HoldKind } from './hold-definition.ts'
import { startOverdueHoldSweep } from './jobs/sweep-overdue-holds.ts'
import { startQueueHealth } from './queue-health.ts'
import { startPaymentSettlement } from './settlement.ts'

/** @deprecated Start the consumers and jobs by name. */
export function startHoldWorkers<T extends { id: string }>(
  hold: HoldDefinition<T>,
  deps: ConsumerContext,
  config: HoldConfig,
): Background[] {
  const settlement = startPaymentSettlement(deps, hold.kind, config)
  return [
    startExpiredHoldConsumer(deps, hold, config, settlement),
    startPaymentConsumer(deps, hold, config),
    startOverdueHoldSweep(deps, hold, config, settlement),
    settlement,
  ]
}

/** @deprecated Use startQueueHealth. */
export const reportHoldQueues = (kind: HoldKind, deps: ConsumerContext, config: HoldConfig) =>
  startQueueHealth(deps, kind, config)
