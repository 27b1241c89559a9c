import { transaction } from '@campstore/database/database'
import { awaitStandby } from '@campstore/database/standby'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { PurchaseHint } from '../domain/purchase.ts'
import {
  correctPurchase,
  insertPurchase,
  lockCustomer,
  lockPurchase,
  recalculateTotalSpent,
} from '../persistence/purchases.ts'

/** The result of recording a purchase. */
export type PurchaseOutcome = 'recorded' | 'corrected' | 'repeated' | 'not_paid' | 'unknown_customer'

/**
 * Records a purchase exactly once, even if its events arrive repeatedly or out of order, and recalculates what its customer
 * has spent.
 *
 * The event only says where to look: customer, amount and time come from the service that owns the booking or order, which
 * commits them before it publishes. So a forged event changes nothing, and every event of a purchase does the same: it stores the
 * owner's present amount, less the refunds. If the owner's database says that there is nothing to do, it must also confirm commits: a
 * primary that was replaced may not have the payment.
 *
 * The purchase is inserted before the customer is locked: its key makes a concurrent event wait and then find it, and
 * `rebuildSpending` locks in the same order. A purchase of a customer who does not exist yet is kept, and counts from the
 * customer's next purchase or the next rebuild.
 */
export const recordPurchase = (
  { database, clock }: Pick<ServiceContext, 'database' | 'clock'>,
  hint: PurchaseHint,
): Promise<PurchaseOutcome> =>
  transaction(database.background, async tx => {
    const inserted = await insertPurchase(tx, hint)
    const isKnown = inserted !== undefined || (await lockPurchase(tx, hint))
    const changed = inserted ?? (isKnown ? await correctPurchase(tx, hint) : undefined)
    if (!changed) {
      await awaitStandby(tx)
      return isKnown ? 'repeated' : 'not_paid'
    }
    if (!(await lockCustomer(tx, changed.customerId))) return 'unknown_customer'
    await recalculateTotalSpent(tx, changed.customerId, clock())
    return inserted ? 'recorded' : 'corrected'
  })
