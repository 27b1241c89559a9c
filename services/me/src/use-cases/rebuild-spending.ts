import type { Clock } from '@campstore/auth/identity'
import { transaction } from '@campstore/database/database'
import type { Pool } from 'pg'
import {
  countPurchases,
  lockPurchases,
  type PurchaseCount,
  type ReconciledPurchases,
  recalculateAllSpending,
  reconcilePurchases,
} from '../persistence/purchase-reconciliation.ts'

/** The purchases after a rebuild, how many it corrected, and for how many customers the total was different. */
export type SpendingRebuilt = { purchases: PurchaseCount; corrected: ReconciledPurchases; customers: number }

/**
 * Recalculates all purchases and every customer's total spending from the paid bookings and orders: for events that were lost,
 * or were published before this service existed. It can run while the service runs: events wait for it, and each counts once.
 *
 * @param deps.pool with the role of the me service, and without a statement timeout
 */
export const rebuildSpending = (deps: { pool: Pool; clock: Clock }): Promise<SpendingRebuilt> =>
  transaction(deps.pool, async tx => {
    await lockPurchases(tx)
    const corrected = await reconcilePurchases(tx)
    const customers = await recalculateAllSpending(tx, deps.clock())
    return { purchases: await countPurchases(tx), corrected, customers }
  })
