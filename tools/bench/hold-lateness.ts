import pg from 'pg'

/** How late holds of a kind expired: milliseconds between the deadline and the expiry. */
export type Lateness = { kind: string; ended: number; p50: number; p99: number; longest: number }

const lateness = /* sql */ `
  with ended as (
    select 'booking' as kind, history.at, held.checkout_expires_at as deadline
    from booking.status_history history
    join booking.booking held on held.id = history.booking_id
    where history.to_status = 'cancelled' and history.from_status <> 'cancelled' and history.actor_type = 'system'
    union all
    select 'order', history.at, held.checkout_expires_at
    from checkout.status_history history
    join checkout.store_order held on held.id = history.order_id
    where history.to_status = 'cancelled' and history.from_status <> 'cancelled' and history.actor_type = 'system'
  )
  select kind, ended, round(late[1]) as p50, round(late[2]) as p99, round(late[3]) as longest
  from (
    select kind, count(*)::integer as ended,
      percentile_cont(array[0.5, 0.99, 1]) within group (order by extract(epoch from at - deadline) * 1000) as late
    from ended
    where at > now() - make_interval(mins => $1)
    group by kind
  ) by_kind
  order by kind`

/**
 * How late the holds of the last minutes expired.
 *
 * @param database with a role that may read everything
 */
export async function holdLateness(
  database: Pick<pg.ClientBase | pg.Pool, 'query'>,
  minutes: number,
): Promise<Lateness[]> {
  const { rows } = await database.query<Lateness>(lateness, [minutes])
  return rows
}

// node tools/bench/hold-lateness.ts [minutes]: of the database at DATABASE_ADMIN_URL, under whatever load it is.
if (import.meta.main) {
  const connectionString = process.env.DATABASE_ADMIN_URL ?? 'postgres://postgres:campstore@127.0.0.1:5433/campstore'
  const client = new pg.Client({ connectionString })
  await client.connect()
  console.table(await holdLateness(client, Number(process.argv[2] ?? 15)))
  await client.end()
}
