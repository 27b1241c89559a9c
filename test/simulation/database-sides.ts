import type { Queryable } from '@campstore/database/database'
import { setPolicy } from '@campstore/testing/campground'
import type { TestDatabase } from '@campstore/testing/databases'
import { insertRow } from '@campstore/testing/rows'
import { until } from '@campstore/testing/waiting'
import pg from 'pg'
import { SimulatedClient, useDatabase } from './client.ts'
import { createDatabase, type Row, type Session } from './database.ts'
import { createLink } from './network.ts'
import { statements } from './statements.ts'
import { createOwner, createTime, epoch } from './time.ts'
import { policyOf } from './world.ts'

/** Of both policies. */
const refundPercent = 50

/** A connection of the driver, or the simulated one. */
export type Client = Queryable & {
  on(event: 'error', listener: (error: Error) => void): unknown
  connection: { stream: { destroy(): void } }
}
/** A client, whether a statement of it is under way, and whether it was lost. */
export type Connected = { client: Client; isRunning: boolean; isLost: boolean }

/** What is committed, by table, in the order of the ids or, where there is none, of the alphabet. */
export type Stored = Record<'bookings' | 'keys' | 'payments' | 'history' | 'outbox', string[]>
/** The limits of a session, by their names in PostgreSQL and in the simulated one. */
const limits = {
  lock_timeout: 'lockTimeout',
  statement_timeout: 'statementTimeout',
  idle_in_transaction_session_timeout: 'idleInTransaction',
} as const
type Limit = keyof typeof limits
export const isLimit = (name: string): name is Limit => name in limits

/** PostgreSQL, real or simulated. */
export type Side = {
  connect(): Promise<Client>
  /** Returns when each statement has its answer or waits for a lock, and each session without a client has ended or waits. */
  settle(clients: readonly Connected[]): Promise<void>
  /** Lets time pass until a condition holds. */
  until(condition: () => boolean): Promise<void>
  setLimit(client: Client, limit: Limit, milliseconds: number): Promise<void>
  /** The server's clock, as it writes it. */
  now(): Promise<string>
  stored(): Promise<Stored>
}

/** How many sites the zone has. */
const totalSites = 5
const sorted = ({ outbox, ...tables }: Stored): Stored => {
  const rows = Object.entries(tables).map(([name, rows]) => [name, rows.toSorted()])
  return { ...Object.fromEntries(rows), outbox }
}

/** The simulated one, empty but for a zone. */
export function simulatedSide(): Side {
  const time = createTime()
  const world = createOwner('world')
  const server = createDatabase({ time, handlers: statements, onCommit: () => {}, note: () => {} })
  const sessions: Session[] = []
  const open: typeof server.open = (settings, handlers) => {
    const session = server.open(settings, handlers)
    sessions.push(session)
    return session
  }
  const link = createLink()
  useDatabase({
    time,
    delays: () => 0,
    server: { ...server, open },
    linkOf: () => link,
    down: { until: 0 },
    clients: new Set(),
    note: () => {},
  })
  server.insert('zone', 'z', { totalSites })
  server.insert('policy', '1', policyOf(refundPercent))
  const pass = (milliseconds: number) => {
    const end = time.now() + milliseconds
    time.at(end, world, () => {})
    return time.runUntil(() => false, end)
  }
  const sessionOf = new Map<Client, Session | undefined>()
  return {
    async connect() {
      const simulated = new SimulatedClient({})
      simulated.connect(() => {})
      await pass(1)
      const client = simulated as unknown as Client
      sessionOf.set(client, sessions.at(-1))
      return client
    },
    settle: () => pass(10),
    until: async condition => {
      for (let waited = 0; !condition(); waited += 1) {
        if (waited > 10_000) throw new Error('What is waited for does not come')
        await pass(1)
      }
    },
    async setLimit(client, limit, milliseconds) {
      Object.assign(sessionOf.get(client)?.settings ?? {}, { [limits[limit]]: milliseconds })
      const done = client.query({ name: 'database-clock', text: '' })
      await pass(1)
      await done
    },
    now: async () => {
      const now = new Date(epoch + time.now()).toISOString()
      await pass(1)
      return now
    },
    stored: async () => storedIn(server),
  }
}

function storedIn(server: ReturnType<typeof createDatabase>): Stored {
  const rows = <T>(table: string, line: (row: Row, key: string) => T) =>
    [...server.rows(table)].map(([key, row]) => line(row, key))
  return sorted({
    bookings: rows('booking', ({ id, status, paymentStatus }) => `${id} ${status} ${paymentStatus}`),
    keys: rows('idempotency_key', (_, key) => key),
    payments: rows('payment_notification', ({ outcome }, key) => `${key} ${outcome}`),
    history: rows('status_history', ({ bookingId, from, to }) => `${bookingId} ${from ?? '-'} ${to}`),
    outbox: rows('outbox', ({ id, message_id }) => ({ id: Number(id), message_id }))
      .toSorted((a, b) => a.id - b.id)
      .map(({ message_id }) => String(message_id)),
  })
}

/** Dates and times stay text, as in libs/database. */
const types = new pg.TypeOverrides()
for (const type of [1082, 1114, 1184]) types.setTypeParser(type, text => text)

const storedQuery = `select
  array(select concat_ws(' ', id, status, payment_status) from booking.booking) as bookings,
  array(select actor_id || '/' || key from booking.idempotency_key where scope = 'hold') as keys,
  array(select event_id || ' ' || outcome from booking.payment_notification) as payments,
  array(select concat_ws(' ', booking_id, coalesce(from_status, '-'), to_status) from booking.status_history) as history,
  array(select message_id from booking.outbox order by id) as outbox`

/** Empties the tables, and adds a campground to book. */
async function reset(owner: pg.Pool): Promise<void> {
  await owner.query(`truncate booking.booking, booking.idempotency_key, booking.outbox,
    booking.payment_notification, booking.zone, booking.zone_night, booking.campground, booking.policy cascade`)
  await insertRow(owner, 'booking.campground', { id: 'camp', name: 'Sea of Clouds', region: 'Nantou' })
  await insertRow(owner, 'booking.zone', {
    id: 'z',
    campground_id: 'camp',
    type: 'meadow',
    capacity_per_site: 4,
    price_weekday: 1000,
    price_holiday: 1500,
    total_sites: totalSites,
  })
  await setPolicy(owner)
  const tiers = JSON.stringify(policyOf(refundPercent).cancellationTiers)
  await owner.query('update booking.policy set cancellation_tiers = $1', [tiers])
}

/** The real one. */
export async function realSide(database: TestDatabase, owner: pg.Pool): Promise<Side> {
  await reset(owner)
  const pids = new Map<Client, number>()
  return {
    async connect() {
      const client = new pg.Client({ connectionString: database.urlFor('booking'), types })
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const connected = client as unknown as Client
      pids.set(connected, rows[0]?.pid ?? 0)
      return connected
    },
    settle: async clients => {
      const pidOf = ({ client }: Connected) => pids.get(client) ?? 0
      await until(async () => {
        // In this order: statements that have ended by now may have woken waiting ones.
        const running = clients.filter(({ isRunning }) => isRunning).map(pidOf)
        const alive = await owner.query<{ pid: number }>('select pid from pg_stat_activity')
        const left = clients
          .filter(({ isLost }) => isLost)
          .map(pidOf)
          .filter(pid => alive.rows.some(row => row.pid === pid))
        const waiting = await owner.query<{ pid: number }>('select pid from pg_locks where not granted')
        return [...running, ...left].every(pid => waiting.rows.some(row => row.pid === pid))
      }, 5)
    },
    until: async condition => void (await until(condition)),
    setLimit: async (client, limit, milliseconds) => void (await client.query(`set ${limit} = ${milliseconds}`)),
    now: async () => {
      const { rows } = await owner.query<{ now: string }>('select clock_timestamp()::text as now')
      return rows[0]?.now ?? ''
    },
    stored: async () => {
      const { rows } = await owner.query<Stored>(storedQuery)
      if (!rows[0]) throw new Error('The query of the tables returned no row')
      return sorted(rows[0])
    },
  }
}
