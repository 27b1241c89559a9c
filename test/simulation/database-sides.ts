import type { Queryable } from '@campstore/database/database'
import { setPolicy } from '@campstore/testing/campground'
import type { TestDatabase } from '@campstore/testing/databases'
import { insertRow } from '@campstore/testing/rows'
import { until } from '@campstore/testing/waiting'
import pg from 'pg'
import { passingTime } from './broker-sides.ts'
import { SimulatedClient, useDatabase } from './client.ts'
import { createDatabase } from './database.ts'
import { createLink } from './network.ts'
import { statements } from './statements.ts'
import { epoch } from './time.ts'
import { policyOf } from './world.ts'

/** Of both policies. */
const refundPercent = 50

/** A connection of the driver, or the simulated one. */
export type Client = Queryable & {
  on(event: 'error', listener: (error: Error) => void): unknown
  connection: { stream: { destroy(): void } }
  /** Of the real one. */
  processID?: number | null
}
/** A client, whether a statement of it is under way, and whether it was lost. */
export type Connected = { client: Client; isRunning: boolean; isLost: boolean }

/** PostgreSQL, real or simulated. */
export type Side = {
  connect(): Promise<Client>
  /** Returns when each statement has its answer or waits for a lock, and each session without a client has ended or waits. */
  settle(clients: readonly Connected[]): Promise<unknown>
  /** The server's clock, as it writes it. */
  now(): Promise<string>
}

/** How many sites the zone has. */
const totalSites = 5

/** The simulated one, empty but for a zone. */
export function simulatedSide(): Side {
  const time = passingTime()
  const server = createDatabase({ time, handlers: statements, onCommit: () => {}, note: () => {} })
  const link = createLink()
  const clients = new Set<SimulatedClient>()
  useDatabase({ time, delays: () => 0, server, linkOf: () => link, down: { until: 0 }, clients, note: () => {} })
  server.insert('zone', 'z', { totalSites })
  server.insert('policy', '1', policyOf(refundPercent))
  const pass = (milliseconds: number) => {
    const end = time.now() + milliseconds
    return until(() => time.now() >= end, 1)
  }
  return {
    async connect() {
      const client = new SimulatedClient({})
      await new Promise<void>(resolve => client.connect(() => resolve()))
      return client as unknown as Client
    },
    settle: () => pass(10),
    now: async () => {
      const now = new Date(epoch + time.now()).toISOString()
      await pass(1)
      return now
    },
  }
}

/** Dates and times stay text, as in libs/database. */
const types = new pg.TypeOverrides()
for (const type of [1082, 1114, 1184]) types.setTypeParser(type, text => text)

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
  return {
    async connect() {
      const client = new pg.Client({ connectionString: database.urlFor('booking'), types })
      await client.connect()
      return client as unknown as Client
    },
    settle: async clients => {
      const pidOf = ({ client }: Connected) => client.processID
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
    now: async () => {
      const { rows } = await owner.query<{ now: string }>('select clock_timestamp()::text as now')
      return rows[0]?.now ?? ''
    },
  }
}
