import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Waits until the relay has published everything.
 *
 * @returns how many seconds that took
 */
export async function awaitEmptyOutbox(database: pg.Client, schema: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rowCount } = await database.query(`select from ${schema}.outbox limit 1`)
    const waited = (performance.now() - began) / 1000
    if (rowCount === 0 || waited > 120) return waited
    await delay(100)
  }
}
