import type pg from 'pg'
import { planOf } from '../query-plan.ts'
import { dateInDays, firstDay, zoneId } from './crowd.ts'

/** How PostgreSQL counts what is left of two zones. */
export const capacityPlan = (database: pg.Client): Promise<string[]> =>
  planOf(database, {
    name: 'capacity',
    text: 'select * from booking.remaining_sites($1::text[], $2::daterange)',
    values: [[zoneId(2, 1), zoneId(2, 2)], `[${dateInDays(firstDay + 10)},${dateInDays(firstDay + 13)})`],
  })
