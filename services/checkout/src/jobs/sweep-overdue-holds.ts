import { startOverdueHoldSweep } from '@campstore/holds/jobs/sweep-overdue-holds'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { CheckoutConfig } from '../config.ts'
import { orderHold } from '../order-hold.ts'

/** Every SWEEP_INTERVAL_SECONDS: expires the overdue orders whose timer never came. */
export const sweepOverdueHolds = (
  deps: ConsumerContext,
  config: CheckoutConfig,
  settlement: PaymentSettlement,
): Stoppable => startOverdueHoldSweep(deps, orderHold(deps), config, settlement)
