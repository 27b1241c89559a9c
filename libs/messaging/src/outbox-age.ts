import { gauge } from '@campstore/core/telemetry/metrics'
import type { Queryable } from '@campstore/database/database'

const age = gauge(
  'campstore_outbox_age_seconds',
  'Age of the oldest message that waits in the outbox; 0 if none does.',
  ['schema'],
)

/** Reports the age of the oldest message of an outbox. Every process of a service reports the same. */
export const reportOutboxAge = (database: Queryable, schema: string): (() => void) =>
  age.readFrom(async () => {
    const { rows } = await database.query<{ seconds: number }>({
      name: `outbox-age:${schema}`,
      text: `
        select greatest(0, extract(epoch from clock_timestamp() - created_at))::float8 as seconds
        from ${schema}.outbox
        order by id
        limit 1`,
    })
    return [{ labels: { schema }, value: rows[0]?.seconds ?? 0 }]
  })
