import { money } from '@campstore/core/money'
import { newId } from '@campstore/core/new-id'
import { applyPayment } from '@campstore/holds/apply-payment'
import { expireHold } from '@campstore/holds/expire-hold'
import pg from 'pg'
import { bookingHold } from '../../../services/booking/src/booking-hold.ts'
import type { Shop } from '../dataset.ts'
import type { Watched } from '../statements.ts'
import { bareDependencies, checkOutOn } from './checkout-script.ts'

/** Holds that are taken for one kind of work: half of them for its warm-up, half to be watched. */
const holdsTaken = 2_000

/** What is paid or ended. */
type Hold = { id: string; amount: string }

/**
 * Payments and ends of holds on one connection, as the service's consumers carry them out. The shop's relay goes on, so that
 * its statements are watched too.
 *
 * @returns the work, and what closes its connection
 */
export function heldWork(shop: Shop): { works: Watched[]; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: shop.database.urlOf('booking'), max: 1, idleTimeoutMillis: 0 })
  const dependencies = bareDependencies(pool)
  const held = bookingHold({ newId })
  const tomorrow = () => new Date(Date.now() + 86_400_000)
  const settled = { settledThrough: tomorrow, waitUntilSettled: () => Promise.resolve(true), graceSeconds: 300 }
  const works = [
    eachHold(shop, pool, 'payment', ({ id, amount }) =>
      applyPayment(dependencies, held, {
        eventId: newId(),
        type: 'payment.succeeded',
        target: { kind: 'booking', id },
        amount: money(amount),
        currency: 'TWD',
        paymentMethod: 'credit',
        providerTradeNo: newId(),
        paidAt: new Date().toISOString(),
      }),
    ),
    eachHold(shop, pool, 'end of a hold', ({ id }) =>
      expireHold({ ...dependencies, clock: tomorrow }, held, settled, id),
    ),
  ]
  return { works, close: () => pool.end() }
}

/** Takes holds, then does something with one after the other. */
function eachHold(shop: Shop, pool: pg.Pool, name: string, work: (hold: Hold) => Promise<unknown>): Watched {
  let holds: Hold[] = []
  return {
    name,
    before: async () => {
      for (let taken = 0; taken < holdsTaken; taken += 1) await checkOutOn(pool)
      const { rows } = await shop.owner.query<Hold>(/* sql */ `
        select id, final_amount::text as amount
        from booking.booking
        where status = 'pending' and payment_status = 'unpaid'
      `)
      holds = rows
    },
    run: async seconds => {
      const end = performance.now() + seconds * 1000
      let done = 0
      while (performance.now() < end && done < holdsTaken / 2) {
        const hold = holds.pop()
        if (hold === undefined) break
        await work(hold)
        done += 1
      }
      return done
    },
    after: () => shop.cleanUp(),
  }
}
