import { transaction } from '@campstore/database/database'
import type { Running } from '@campstore/service/dependencies'
import type { Purchase } from '../domain/purchase.ts'
import { addPurchase, addUpSpending, lockCustomer } from '../persistence/purchases.ts'

/** What became of a purchase that was told of. */
export type PurchaseOutcome = 'recorded' | 'repeated' | 'unknown_customer'

/**
 * Records a purchase, once however often and in whatever order it is told of, and what its customer has spent with it.
 *
 * The purchase comes before the customer's lock: its key makes a second teller wait and then find it there, and whoever makes
 * all purchases anew locks in the same order. A purchase of a customer who is not there (yet) is kept, and counts from their
 * next one, or the next rebuild, on.
 */
export const recordPurchase =
  ({ database, clock }: Pick<Running, 'database' | 'clock'>) =>
  (purchase: Purchase): Promise<PurchaseOutcome> =>
    transaction(database.pool, async tx => {
      if (!(await addPurchase(tx, purchase))) return 'repeated'
      if (!(await lockCustomer(tx, purchase.customerId))) return 'unknown_customer'
      await addUpSpending(tx, purchase.customerId, clock())
      return 'recorded'
    })
