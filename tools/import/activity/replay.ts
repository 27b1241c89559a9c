import { ApiError } from '@campstore/contract/errors'
import type { Transaction } from '@campstore/database/database'
import {
  lockPurchases,
  recalculateAllSpending,
  reconcilePurchases,
} from '../../../services/me/src/persistence/purchase-reconciliation.ts'
import { breaksIntegrity, ImportRefused } from '../import-issues.ts'
import type { Outcome } from '../write.ts'
import { bookingSteps } from './bookings.ts'
import { Impossible, openReplay, type Replay, type Step } from './context.ts'
import { orderSteps } from './orders.ts'
import type { Activity } from './schema.ts'
import { closureSteps, stockSteps } from './stock.ts'

/**
 * Replays the activity of a file, step by step in the order of time, by the services' own rules: prices, capacity, stock,
 * states and histories are as if members and staff had done it. No message about it is published. If the database has any of
 * its bookings or orders, nothing happens: offsets in days count from the day of the first import.
 *
 * @throws {ImportRefused} with the step that the rules refuse
 */
export async function replayActivity(
  tx: Transaction,
  directory: string,
  activity: Activity,
  now: Date,
): Promise<Outcome[]> {
  const made = { bookings: new Set<string>(), orders: new Set<string>() }
  const isThere = await hasHappened(tx, activity)
  if (!isThere) {
    await lockAll(tx)
    const replay = await openReplay(tx, activity, now)
    await carryOut(directory, stepsOf(replay, activity, made))
    await discardMessages(tx)
    await lockPurchases(tx)
    await reconcilePurchases(tx)
    await recalculateAllSpending(tx, now)
    await replay.writeAudit()
  }
  return (['bookings', 'orders'] as const).map(name => ({
    name,
    added: made[name].size,
    changed: 0,
    unchanged: isThere ? activity[name].length : 0,
  }))
}

async function hasHappened(tx: Transaction, { bookings, orders }: Activity): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from booking.booking where id = any ($1)
    union all
    select from checkout.store_order where id = any ($2)`,
    [bookings.map(({ id }) => id), orders.map(({ id }) => id)],
  )
  return rowCount !== 0
}

/**
 * Takes the locks that steps need, in the order that every transaction keeps (docs/architecture/locks.md): the steps themselves
 * would take them in the order of time. The services may run meanwhile; their checkouts wait.
 */
async function lockAll(tx: Transaction): Promise<void> {
  await tx.query(`
    select from booking.zone
    order by id
    for no key update`)
  await tx.query(`
    select from inventory.stock
    order by variant_id, location_id
    for no key update`)
}

/** What has happened is old, so the messages of this transaction are not published. */
async function discardMessages(tx: Transaction): Promise<void> {
  for (const schema of ['booking', 'checkout'])
    await tx.query(`
      delete from ${schema}.outbox
      where xmin = pg_current_xact_id()::xid`)
}

/** In the order of time; of two at the same time the one that the file has first. */
function stepsOf(replay: Replay, activity: Activity, made: Record<'bookings' | 'orders', Set<string>>): Step[] {
  return [
    ...bookingSteps(replay, activity.bookings, made.bookings),
    ...orderSteps(replay, activity.orders, made.orders),
    ...stockSteps(replay, activity.stock),
    ...closureSteps(replay, activity.closures),
  ].toSorted((left, right) => left.at.getTime() - right.at.getTime())
}

async function carryOut(directory: string, steps: readonly Step[]): Promise<void> {
  for (const { path, run } of steps) {
    try {
      await run()
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === undefined) throw error
      throw new ImportRefused(directory, [{ place: { file: 'activity.json', path }, reason }])
    }
  }
}

/** Why a step cannot have happened; undefined for any other error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ApiError || error instanceof Impossible) return error.message
  return breaksIntegrity(error) ? `the database refused it: ${error.detail ?? error.message}` : undefined
}
