import type { Clock } from '@campstore/auth/identity'
import { type Database, transaction } from '@campstore/database/database'
import {
  correctSpending,
  countPurchases,
  lockPurchases,
  type PurchaseCount,
  type ReconciledPurchases,
  reconcilePurchases,
} from '../persistence/purchase-reconciliation.ts'

/** What a rebuild left behind, and what it had to correct for that. */
export type SpendingRebuilt = { purchases: PurchaseCount; corrected: ReconciledPurchases; customers: number }

/**
 * Makes all purchases, and what every customer has spent, anew from what booking and checkout say has been paid: for events
 * that were lost, or came before there was anyone to follow them. May run at any time beside the service; events that come
 * meanwhile wait for it, and each counts once.
 *
 * @param dependencies.pool with the role of the me service, and without a statement timeout
 */
export const rebuildSpending =
  ({ pool, clock }: { pool: Database['pool']; clock: Clock }) =>
  (): Promise<SpendingRebuilt> =>
    transaction(pool, async tx => {
      await lockPurchases(tx)
      const corrected = await reconcilePurchases(tx)
      const customers = await correctSpending(tx, clock())
      return { purchases: await countPurchases(tx), corrected, customers }
    })
