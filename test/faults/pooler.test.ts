import { openDatabase } from '@campstore/database/database'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { findPgbouncer, type PgbouncerServer, startPgbouncer } from '@campstore/local-servers/pgbouncer'
import { freePort } from '@campstore/local-servers/ports'
import { storedHolds } from '@campstore/testing/stored-holds'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAllExpired, repeatAll, startCheckouts } from '../system/checkouts.ts'
import { tally } from '../system/client.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { createSampleRequests, heldId } from '../system/sample-requests.ts'
import { type ServiceName, type System, startSystem } from '../system/system.ts'
import { allEnded, forSeconds, mismatchesOfExpired } from '../system/waiting.ts'

const services = ['booking', 'checkout'] as const
const poolSize = 3
const load = { clients: 12, pauseMs: 20, maxRequests: 1500 }

describe.skipIf((await findPgbouncer()) === undefined)('with PgBouncer in transaction mode', () => {
  let postgres: Awaited<ReturnType<typeof privatePostgres>>
  let pgbouncer: PgbouncerServer
  let system: System | undefined
  beforeAll(async () => {
    postgres = await privatePostgres()
    pgbouncer = await startPgbouncer({
      dataDirectory: `${temporaryServerHome()}/pgbouncer`,
      port: await freePort(),
      databaseUrls: services.map(directUrl),
      poolSize,
    })
  })
  afterEach(async () => {
    await system?.stop()
    system = undefined
  })
  afterAll(async () => {
    await pgbouncer.stop()
    await postgres.kill()
  })

  const directUrl = (service: string) => postgres.urlFor(service)

  /** Requests go through PgBouncer without prepared statements, everything else past it. */
  async function startPooled(options: { holdSeconds: number; sweepSeconds: number; processes?: number }) {
    const variablesOf = (name: ServiceName) => ({
      DATABASE_URL: pgbouncer.urlOf(directUrl(name)),
      DATABASE_SESSION_URL: directUrl(name),
      DATABASE_PREPARED_STATEMENTS: 'no',
    })
    const started = await startSystem({ database: postgres.database(), services, variablesOf, ...options })
    system = started
    const members = await started.members(load.clients)
    return { system: started, members, samples: await createSampleRequests(started.owner) }
  }

  test('under load, with its connections killed and a reload: nothing is lost, and timers end all holds', async () => {
    const { system, members, samples } = await startPooled({ holdSeconds: 5, sweepSeconds: 3_600 })
    const before = new Set((await storedHolds(system.owner)).map(({ id }) => id))
    const { requests, ...running } = startCheckouts(load, members, samples)
    await forSeconds(2)
    expect(await serverConnections(pgbouncer)).toBeLessThanOrEqual(poolSize * services.length)
    await expect.poll(() => pooledSessions(system)).not.toBe(0)
    await killPooledSessions(system)
    await forSeconds(1)
    await pgbouncer.command('reload')
    await forSeconds(1)
    await expect.poll(() => relayListeners(system)).toBe(system.processes().length)
    const responses = await running.stop()

    const allowed = ['200', '503 SERVICE_UNAVAILABLE']
    expect(Object.keys(tally(responses)).filter(kind => !allowed.includes(kind))).toEqual([])
    await expectAllExpired(system, await repeatAll(requests), before)
  })

  test('the sweeper ends holds whose timers are far away', async () => {
    const { system, members, samples } = await startPooled({ holdSeconds: 900, sweepSeconds: 1, processes: 1 })
    const held = await Promise.all(members.map((member, number) => samples.request(member, number)()))
    expect(tally(held)).toEqual({ '200': members.length })
    await system.owner.query(`
      update booking.booking set checkout_expires_at = now() where status = 'pending';
      update checkout.store_order set checkout_expires_at = now() where status = 'unshipped' and payment_status = 'unpaid'`)
    const ids = new Set(held.map(heldId))
    const holds = (await allEnded(system)).filter(({ id }) => ids.has(id))
    expect(await mismatchesOfExpired(system, holds)).toEqual([])
  })

  test('background work is refused by PgBouncer, because it needs sessions', async () => {
    const url = pgbouncer.urlOf(directUrl('booking'))
    const database = openDatabase({ url, poolSize: 1, applicationName: 'pooled' })
    await expect(database.background.query('select 1')).rejects.toThrow('unsupported startup parameter: options')
    await database.close()
  })
})

/** Connections of PgBouncer to PostgreSQL. */
const serverConnections = async (pgbouncer: PgbouncerServer): Promise<number> =>
  (await pgbouncer.command('show servers')).length

const pooled = `from pg_stat_activity where application_name in ('booking', 'checkout')`

/** Sessions of requests: those of background work have another name. */
async function pooledSessions({ owner }: System): Promise<number> {
  return (await owner.query(`select ${pooled}`)).rows.length
}

async function killPooledSessions({ owner }: System): Promise<void> {
  await owner.query(`select pg_terminate_backend(pid) ${pooled}`)
}

async function relayListeners({ owner }: System): Promise<number> {
  const { rows } = await owner.query(`select from pg_stat_activity where query like 'listen %'`)
  return rows.length
}
