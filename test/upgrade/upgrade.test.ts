import { execFile } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { tolerateLosses } from '@campstore/database/lost-connections'
import { onMaintenanceDatabase } from '@campstore/local-servers/postgres'
import { openCampground } from '@campstore/testing/campground'
import { createTestDatabase } from '@campstore/testing/databases'
import { createIdentities } from '@campstore/testing/identity'
import type { ServiceProcess } from '@campstore/testing/processes'
import type { ApiResponse } from '@campstore/testing/send'
import { storedHolds } from '@campstore/testing/stored-holds'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { migrationSources, passwordVariable } from '../../tools/migrate.ts'
import { audit } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { clientOf, tally } from '../system/client.ts'
import { type Load, startLoad } from '../system/load.ts'
import { heldId } from '../system/sample-requests.ts'
import { openStore, orderFor } from '../system/store.ts'
import { type System, type SystemDatabase, startSystem } from '../system/system.ts'
import { allEnded } from '../system/waiting.ts'
import { nextRelease, previousRelease } from './releases.ts'

const previous = previousRelease()
if ('missing' in previous) console.warn(`The upgrade is not tested: ${previous.missing}`)

/** What every release may do to the database while the one before runs: add, and replace functions. */
function addMigrations(release: string): string[] {
  for (const [service, table] of [
    ['booking', 'booking.booking'],
    ['checkout', 'checkout.store_order'],
  ] as const) {
    const folder = join(release, 'services', service, 'src', 'persistence')
    const add = (name: string, sql: string) => writeFileSync(join(folder, 'migrations', name), sql)
    add('9998-example.sql', `alter table ${table} add column example text not null default 'none';`)
    add(
      '9999-example-index.sql',
      `-- outside of a transaction\ncreate index concurrently if not exists ${service}_example on ${table} (example);`,
    )
  }
  appendFileSync(
    join(release, 'services/booking/src/persistence/functions/take_hold.sql'),
    '\n-- of the next release\n',
  )
  return ['9998-example.sql', '9999-example-index.sql']
}

let database: SystemDatabase & { adminUrl: string }
beforeEach(async () => {
  database = await emptyDatabase()
})
afterEach(() => database.drop())

/** A database without any schema, for the roles of the tests. */
async function emptyDatabase(): Promise<typeof database> {
  const template = await createTestDatabase()
  const name = `${template.name}_upgrade`
  const onName = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  const adminUrl = onName(template.adminUrl)
  await onMaintenanceDatabase(adminUrl, client => client.query(`create database ${name}`))
  const owner = tolerateLosses(new pg.Pool({ connectionString: adminUrl, max: 5 }))
  return {
    adminUrl,
    urlFor: service => onName(template.urlFor(service)),
    pool: () => owner,
    drop: async () => {
      await owner.end()
      await onMaintenanceDatabase(adminUrl, client => client.query(`drop database ${name} with (force)`))
      await template.drop()
    },
  }
}

/** Runs `npm run migrate` of a release, and returns what it prints. */
async function migrateWith(release: string): Promise<string> {
  const passwords = migrationSources.map(({ service }) => {
    const { password } = new URL(database.urlFor(service))
    return [passwordVariable(service), decodeURIComponent(password)]
  })
  const env = { PATH: process.env.PATH, DATABASE_ADMIN_URL: database.adminUrl, ...Object.fromEntries(passwords) }
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/migrate.ts'], { cwd: release, env })
  return stdout
}

/** What a booking of any release costs: on some days of the week more than on others. */
const priced = z.object({ pricing: z.object({ finalAmount: z.string() }) })

/** Members book and order at whichever gateway is the present one; every fifth booking is paid. */
async function startMembers(system: System, gateway: () => ServiceProcess): Promise<Load & { paid: Set<string> }> {
  const campground = await openCampground(system.owner, { zones: [5000] })
  const { variantIds } = await openStore(system.owner, [5000])
  const tokens = (await createIdentities(Array.from({ length: 3 }, () => ({})))).map(({ token }) => token)
  const paid = new Set<string>()
  const request = async (number: number): Promise<ApiResponse> => {
    const token = tokens[number % tokens.length]
    const member = clientOf(gateway().url, token, false)
    const response = await (number % 2 === 0 ? member.checkout(stayAt(campground)) : member.order(orderFor(variantIds)))
    if (number % 10 === 0 && response.status === 200) {
      const id = heldId(response)
      await system.payments.pay({ kind: 'booking', id }, priced.parse(response.data).pricing.finalAmount)
      paid.add(id)
    }
    return response
  }
  const load = startLoad({ clients: tokens.length, pauseMs: 200, maxRequests: 9000 }, request)
  return { ...load, paid }
}

/** Waits until so many more requests have been answered. */
const more = ({ responses }: Load, count = 10) => {
  const before = responses.length
  return expect.poll(() => responses.length).toBeGreaterThan(before + count)
}

test.skipIf('missing' in previous)(
  'the release before runs on the new schema, and gives way to the new one process by process: no request fails',
  async () => {
    if ('missing' in previous) return
    const release = nextRelease()
    const added = addMigrations(release)
    await migrateWith(previous.folder)
    const system = await startSystem({
      services: ['booking', 'checkout'],
      database: { ...database, drop: async () => {} },
      release: previous.folder,
      holdSeconds: 5,
    })
    let gateway = system.gateway
    const load = await startMembers(system, () => gateway)
    try {
      await more(load)
      const output = await migrateWith(release)
      for (const name of added) expect(output).toContain(`booking: migrations/${name}`)
      expect(output).toContain('booking: functions/take_hold.sql')
      await more(load)

      for (const name of ['booking', 'checkout'] as const) {
        for (const [instance, { stop }] of system.processes(name).entries()) {
          await stop()
          await system.restart(name, instance, release)
          await more(load, 5)
        }
      }
      gateway = await system.startGateway(release)
      await system.gateway.stop()
      await more(load)

      const responses = await load.stop()
      expect(tally(responses)).toEqual({ '200': responses.length })
      const holds = await allEnded(system)
      expect(holds.map(({ id }) => id).toSorted()).toEqual(responses.map(heldId).toSorted())
      const paid = (await storedHolds(system.owner)).filter(({ paymentStatus }) => paymentStatus === 'paid')
      expect(new Set(paid.map(({ id }) => id))).toEqual(load.paid)
      expect(await audit(system.owner)).toEqual([])
    } finally {
      await load.stop()
      await gateway.stop()
      await system.stop()
    }
  },
)
