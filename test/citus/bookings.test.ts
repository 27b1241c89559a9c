import { tolerateLosses } from '@campstore/database/lost-connections'
import { openCampground } from '@campstore/testing/campground'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { localRolePasswords, migrateAll } from '../../tools/migrate.ts'
import { audit } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { type MemberClient, repeatingRefusals, sessionOf, tally } from '../system/client.ts'
import { type System, type SystemDatabase, type SystemOptions, startSystem } from '../system/system.ts'
import { allEnded, mismatchesOfExpired } from '../system/waiting.ts'

/** A coordinator of Citus with at least one worker, as docs/scaling.md#citus starts it. */
const adminUrl = process.env.CITUS_ADMIN_URL

const reason = adminUrl ? '' : ', which is skipped: CITUS_ADMIN_URL names no coordinator'

describe.skipIf(!adminUrl)(`bookings on a worker of Citus${reason}`, () => {
  beforeAll(async () => {
    await migrate()
    // The second run finds everything as it should be.
    await migrate()
  })

  test('every table of bookings is on one node, which is not the coordinator', async () => {
    const { owner } = await start()
    const { rows } = await owner.query(
      `select distinct groupid > 0 as "onWorker"
       from citus_tables
       join pg_dist_shard on logicalrelid = table_name
       join pg_dist_placement using (shardid)
       where citus_table_type = 'schema'`,
    )
    expect(rows).toEqual([{ onWorker: true }])
  })

  test('of 60 carts for 3 sites exactly 3 win; what one of them releases is the next one’s', async () => {
    const { members, owner, payments } = await start()
    const shoppers = (await members(61)).map(repeatingRefusals)
    const campground = await openCampground(owner, { zones: [3], rentals: [60] })
    const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
    const checkOut = (member: MemberClient) => member.checkout(stayAt(campground, { rentals }))
    const responses = await Promise.all(shoppers.slice(1).map(checkOut))
    expect(tally(responses)).toEqual({ '200': 3, '409 ZONE_UNAVAILABLE': 57 })
    const won = shoppers.slice(1).flatMap((member, line) => {
      const response = responses[line]
      return response?.status === 200 ? [{ member, session: sessionOf(response) }] : []
    })
    const [paying, ...cancelling] = won
    await payments.pay(
      { kind: 'booking', id: paying?.session.bookingId ?? '' },
      paying?.session.pricing.finalAmount ?? '',
    )
    for (const { member, session } of cancelling) {
      expect(await member.cancel(session.bookingId)).toMatchObject({ status: 200 })
    }
    const [last] = shoppers
    const released = await (last && checkOut(last))
    expect(released).toMatchObject({ status: 200 })
    const states = `select status || ' ' || payment_status as state from booking.booking where campground_id = $1 order by state`
    await expect
      .poll(async () => (await owner.query(states, [campground.id])).rows.map(({ state }) => state))
      .toEqual(['cancelled unpaid', 'cancelled unpaid', 'pending paid', 'pending unpaid'])
    // The next test waits until no hold is open.
    await (released && last?.cancel(sessionOf(released).bookingId))
    expect(await audit(owner)).toEqual([])
  })

  test('a hold that is not paid ends by its timer, with its history and its event', async () => {
    const system = await start({ holdSeconds: 3 })
    const [member] = await system.members(1)
    const campground = await openCampground(system.owner, { zones: [1] })
    const held = await member?.checkout(stayAt(campground))
    expect(held).toMatchObject({ status: 200 })
    const ended = (await allEnded(system)).filter(({ id }) => held && id === sessionOf(held).bookingId)
    expect(await mismatchesOfExpired(system, ended)).toEqual([])
    expect(ended).toHaveLength(1)
    // The me service has read what was paid, by a view of the schema on the worker.
    await expect.poll(() => audit(system.owner, { settled: true })).toEqual([])
  })
})

async function start(options: Partial<SystemOptions> = {}): Promise<System> {
  const system = await startSystem({ services: ['booking', 'me'], database: databaseOf(adminUrl ?? ''), ...options })
  onTestFinished(() => system.stop())
  return system
}

const migrate = () =>
  migrateAll({ adminUrl: adminUrl ?? '', passwords: { given: localRolePasswords() }, distributed: ['booking'] })

/** The database itself: what a test writes stays, under ids of its own. */
function databaseOf(url: string): SystemDatabase {
  const pools: pg.Pool[] = []
  return {
    urlFor: service => Object.assign(new URL(url), { username: `campstore_${service}`, password: 'campstore' }).href,
    pool: () => {
      const pool = tolerateLosses(new pg.Pool({ connectionString: url, max: 5 }))
      pools.push(pool)
      return pool
    },
    drop: async () => {
      await Promise.all(pools.map(pool => pool.end()))
    },
  }
}
