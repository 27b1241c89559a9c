import type pg from 'pg'
import { dateInDays, firstDay, zoneId } from './crowd.ts'

/**
 * How PostgreSQL counts what is left of two zones: the plan that every caller of a prepared statement ends up with, run once
 * for warmth and once for the record.
 */
export async function capacityPlan(database: pg.Client): Promise<string[]> {
  await database.query('set plan_cache_mode = force_generic_plan')
  await database.query('prepare capacity (text[], daterange) as select * from booking.remaining_sites($1, $2)')
  const zones = `array['${zoneId(2, 1)}', '${zoneId(2, 2)}']`
  const stay = `daterange('${dateInDays(firstDay + 10)}', '${dateInDays(firstDay + 13)}')`
  await database.query(`execute capacity (${zones}, ${stay})`)
  const { rows } = await database.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off) execute capacity (${zones}, ${stay})`,
  )
  await database.query('deallocate capacity')
  return rows.map(row => row['QUERY PLAN'])
}

/** The indexes a plan reads, and whether it reads a whole table of bookings. */
export function indexesOf(plan: readonly string[]): string[] {
  const named = plan.flatMap(line => /using (\w+) on|Bitmap Index Scan on (\w+)/.exec(line)?.slice(1) ?? [])
  const whole = plan.flatMap(
    line =>
      /Seq Scan on (booking\w*)/
        .exec(line)
        ?.slice(1)
        .map(table => `all of ${table}`) ?? [],
  )
  return [...new Set([...named, ...whole].filter(name => name !== undefined))]
}
