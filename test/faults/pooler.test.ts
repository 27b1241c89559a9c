import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { findPgbouncer, type PgbouncerServer, startPgbouncer } from '@campstore/local-servers/pgbouncer'
import { freePort } from '@campstore/local-servers/ports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAllExpired, repeatAll, startCheckouts } from '../system/checkouts.ts'
import { tally } from '../system/client.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { createSampleRequests } from '../system/sample-requests.ts'
import { type ServiceName, type System, startSystem } from '../system/system.ts'
import { forSeconds } from '../system/waiting.ts'

const services = ['booking', 'checkout'] as const
const poolSize = 3
const load = { clients: 8, pauseMs: 100, maxRequests: 1500 }

const hasPgbouncer = (await findPgbouncer()) !== undefined
let postgres: Awaited<ReturnType<typeof privatePostgres>>
let pgbouncer: PgbouncerServer
let system: System
beforeAll(async () => {
  if (!hasPgbouncer) return
  postgres = await privatePostgres()
  pgbouncer = await startPgbouncer({
    dataDirectory: `${temporaryServerHome()}/pgbouncer`,
    port: await freePort(),
    databaseUrls: services.map(postgres.urlFor),
    poolSize,
  })
  // Requests go through PgBouncer without prepared statements, everything else past it.
  system = await startSystem({
    services,
    inProcess: true,
    database: postgres.database(),
    holdSeconds: 5,
    sweepSeconds: 3_600,
    variablesOf: (name: ServiceName) => ({
      DATABASE_URL: `${pgbouncer.urlOf(postgres.urlFor(name))}?pgbouncer=true`,
      DATABASE_SESSION_URL: postgres.urlFor(name),
    }),
  })
})
afterAll(async () => {
  await system?.stop()
  await pgbouncer?.stop()
  await postgres?.kill()
})

test.skipIf(!hasPgbouncer)(
  'PgBouncer in transaction mode, its connections killed under load, and a reload: nothing is lost, and timers end all holds',
  async () => {
    const members = await system.members(load.clients)
    const { requests, ...running } = startCheckouts(load, members, await createSampleRequests(system.owner))
    await forSeconds(1)
    expect((await pgbouncer.command('show servers')).length).toBeLessThanOrEqual(poolSize * services.length)
    await expect.poll(pooledSessions).not.toBe(0)
    await system.owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${pooled}`)
    await forSeconds(1)
    await pgbouncer.command('reload')
    await forSeconds(1)
    const responses = await running.stop()

    const allowed = ['200', '503 SERVICE_UNAVAILABLE']
    expect(Object.keys(tally(responses)).filter(kind => !allowed.includes(kind))).toEqual([])
    await expectAllExpired(system, await repeatAll(requests))
  },
)

/** Sessions of requests: those of background work have another name. */
const pooled = `datname = current_database() and application_name in ('booking', 'checkout')`

const pooledSessions = async () => (await system.owner.query(`select from pg_stat_activity where ${pooled}`)).rowCount
