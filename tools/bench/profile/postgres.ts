import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Source, Totals } from './costs.ts'

const sampleEveryMs = 20

/** One look at the sessions of services that wait for nothing: what they run. */
const sample = {
  name: 'sample',
  text: `
    select case state when 'active' then left(trim(regexp_replace(query, '\\s+', ' ', 'g')), 60) else 'between statements' end as part
    from pg_stat_activity
    where backend_type = 'client backend' and usename <> current_user and wait_event is null`,
}

/**
 * Observes PostgreSQL: samples of its sessions say which share of their CPU time each statement takes. A session that waits for nothing
 * runs, or will when a processor is free.
 *
 * @param url of the measured database, with the owner's role
 */
export const postgresSource =
  (url: string): Source =>
  async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const parts = new Totals()
    let ended = false
    const sampling = (async () => {
      while (!ended) {
        const { rows } = await client.query<{ part: string }>(sample)
        for (const { part } of rows) parts.add(part, 1)
        await delay(sampleEveryMs)
      }
    })()
    return async () => {
      ended = true
      await sampling
      await client.end()
      return { process: 'PostgreSQL', parts }
    }
  }
