import { transaction } from '@campstore/database/database'
import type { Running } from '@campstore/service/dependencies'
import type { PurchaseHint } from '../domain/purchase.ts'
import { addPaid, isRecorded, lockCustomer, recalculateTotalSpent } from '../persistence/purchases.ts'

/** What became of a purchase that was told of. */
export type PurchaseOutcome = 'recorded' | 'repeated' | 'not_paid' | 'unknown_customer'

/**
 * Records a purchase, once however often and in whatever order it is told of, and what its customer has spent with it.
 *
 * What was told is only where to look: customer, amount and time come from the service that owns the booking or order, which
 * has committed them before it tells. So an event that nobody of ours has published changes nothing.
 *
 * The purchase comes before the customer's lock: its key makes a second teller wait and then find it there, and whoever makes
 * all purchases anew locks in the same order. A purchase of a customer who is not there (yet) is kept, and counts from their
 * next one, or the next rebuild, on.
 */
export const recordPurchase =
  ({ database, clock }: Pick<Running, 'database' | 'clock'>) =>
  (hint: PurchaseHint): Promise<PurchaseOutcome> =>
    transaction(database.pool, async tx => {
      const added = await addPaid(tx, hint)
      if (!added) return (await isRecorded(tx, hint)) ? 'repeated' : 'not_paid'
      if (!(await lockCustomer(tx, added.customerId))) return 'unknown_customer'
      await recalculateTotalSpent(tx, added.customerId, clock())
      return 'recorded'
    })
