import { transaction } from '@campstore/database/database'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { PurchaseHint } from '../domain/purchase.ts'
import { insertPurchase, lockCustomer, purchaseExists, recalculateTotalSpent } from '../persistence/purchases.ts'

/** The result of recording a purchase. */
export type PurchaseOutcome = 'recorded' | 'repeated' | 'not_paid' | 'unknown_customer'

/**
 * Records a purchase exactly once, however often and in any order its events arrive, and recalculates what its customer
 * has spent.
 *
 * The event only says where to look: customer, amount and time come from the service that owns the booking or order, which
 * commits them before it publishes. So a forged event changes nothing.
 *
 * The purchase is inserted before the customer is locked: its key makes a concurrent event wait and then find it, and
 * `rebuildSpending` locks in the same order. A purchase of a customer who does not exist yet is kept, and counts from the
 * customer's next purchase or the next rebuild.
 */
export function recordPurchase(
  { database, clock }: Pick<ServiceContext, 'database' | 'clock'>,
  hint: PurchaseHint,
): Promise<PurchaseOutcome> {
  return transaction(database.background, async tx => {
    const inserted = await insertPurchase(tx, hint)
    if (!inserted) return (await purchaseExists(tx, hint)) ? 'repeated' : 'not_paid'
    if (!(await lockCustomer(tx, inserted.customerId))) return 'unknown_customer'
    await recalculateTotalSpent(tx, inserted.customerId, clock())
    return 'recorded'
  })
}
