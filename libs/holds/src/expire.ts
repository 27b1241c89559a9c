import type { Dependencies } from '@campstore/service/dependencies'
import { expireHold, unverifiedExpiryReason } from './expire-hold.ts'
import type { HoldDefinition } from './hold-definition.ts'
import { createOverdueHoldSweep } from './jobs/sweep-overdue-holds.ts'
import type { PaymentSettlement } from './settlement.ts'

export type { ExpiryOutcome } from './expire-hold.ts'

/** @deprecated Use unverifiedExpiryReason. */
export const endedUnsettled = unverifiedExpiryReason

/** @deprecated Use expireHold. */
export const expireHeld =
  <T extends { id: string }>(hold: HoldDefinition<T>, deps: Dependencies, settlement: PaymentSettlement) =>
  (id: string) =>
    expireHold(deps, hold, settlement, id)

/** @deprecated Use createOverdueHoldSweep. */
export const sweepOverdue = <T extends { id: string }>(
  hold: HoldDefinition<T>,
  deps: Dependencies,
  settlement: PaymentSettlement,
) => createOverdueHoldSweep(deps, hold, settlement)
