import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScenario } from '../../services/booking/src/testing/scenario.ts'

// docs/architecture/database.md: every service logs in with a role of its own, which can write its own schema only;
// what another service must read is a granted view, what two must lock goes through a granted function.
const services = ['booking', 'products', 'checkout', 'me', 'admin'] as const
type Service = (typeof services)[number]
const ownSchemas: Record<Service, readonly string[]> = {
  booking: ['booking'],
  products: ['catalog', 'inventory'],
  checkout: ['checkout'],
  me: ['member'],
  admin: ['admin'],
}
/** Views of others that a role may read: all there are. */
const readable: Record<Service, readonly string[]> = {
  booking: ['catalog.rental_variant', 'inventory.rental_location', 'member.customer_principal'],
  products: [],
  checkout: ['booking.received_payment', 'catalog.sold_variant', 'member.customer_principal'],
  me: [
    'booking.member_booking',
    'booking.paid_booking',
    'checkout.member_coupon',
    'checkout.member_order',
    'checkout.member_order_item',
    'checkout.paid_order',
  ],
  admin: [],
}
/** Functions of others that a role may call: all there are, each as often as it has forms. */
const callable: Record<Service, readonly string[]> = {
  booking: ['inventory.lock_stock', 'member.resolve_customer'],
  products: [],
  checkout: [
    'inventory.available_stock',
    'inventory.on_hand_in_stores',
    'inventory.places_short_of',
    'inventory.reallocate_stock',
    'inventory.release_stock',
    'inventory.reserve_stock',
    'inventory.ship_stock',
    'member.resolve_customer',
  ],
  me: [],
  admin: [],
}

let database: TestDatabase
let owner: pg.Pool
const pools = new Map<Service, pg.Pool>()
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.pool()
  for (const service of services) pools.set(service, database.pool(service))
})
afterAll(() => database.drop())

const as = (service: Service, sql: string, values: unknown[] = []) => {
  const pool = pools.get(service)
  if (!pool) throw new Error(`no pool of ${service}`)
  return pool.query(sql, values)
}
const denied = expect.objectContaining({ code: '42501' })
/** Denied; or a view that nobody can write (55000), or that is none of the tables that can be truncated (42809). */
const refused = expect.objectContaining({ code: expect.stringMatching(/^(?:42501|55000|42809)$/) })

/** Every table and view of the services' schemas, `schema.name`. */
async function relations(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select table_schema || '.' || table_name as name
    from information_schema.tables
    where table_schema = any ($1)
    order by 1`,
    [Object.values(ownSchemas).flat()],
  )
  return rows.map(({ name }) => name)
}
const schemaOf = (relation: string) => relation.split('.')[0] ?? ''

describe.each(services)('the role of %s', service => {
  const own = (relation: string) => ownSchemas[service].includes(schemaOf(relation))

  test('logs in as itself, and is no superuser', async () => {
    const { rows } = await as(
      service,
      `select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty
      from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ name: `campstore_${service}`, mighty: false }])
  })

  test('reads and writes every table of its own, and reads which migrations there are', async () => {
    const mine = (await relations()).filter(own)
    expect(mine.length).toBeGreaterThan(0)
    for (const relation of mine) {
      const { rows } = await as(
        service,
        `select has_table_privilege($1, 'select') as reads,
          has_table_privilege($1, 'insert') and has_table_privilege($1, 'update') and has_table_privilege($1, 'delete') as writes`,
        [relation],
      )
      expect([relation, rows[0]]).toEqual([relation, { reads: true, writes: !relation.endsWith('.schema_migration') }])
    }
  })

  test('reads of others the granted views and nothing else', async () => {
    const read: string[] = []
    for (const relation of (await relations()).filter(relation => !own(relation))) {
      const reading = as(service, `select * from ${relation} limit 1`)
      if (readable[service].includes(relation)) await reading.then(() => read.push(relation))
      else await expect(reading, relation).rejects.toEqual(denied)
    }
    expect(read).toEqual(readable[service])
  })

  test('calls of others the granted functions and nothing else, and all of its own', async () => {
    const { rows } = await as(
      service,
      `select nspname || '.' || proname as name, has_function_privilege(pg_proc.oid, 'execute') as callable
      from pg_proc
      join pg_namespace on pg_namespace.oid = pronamespace
      where nspname = any ($1)
      order by 1`,
      [Object.values(ownSchemas).flat()],
    )
    const may = rows.filter(({ callable }) => callable).map(({ name }) => name)
    expect(may.filter(name => !own(name))).toEqual(callable[service])
    expect(may.filter(own)).toEqual(rows.map(({ name }) => name).filter(own))
  })

  test('writes nothing of others, not even through a granted view', async () => {
    for (const relation of (await relations()).filter(relation => !own(relation))) {
      await expect(as(service, `delete from ${relation}`), relation).rejects.toEqual(refused)
      await expect(as(service, `insert into ${relation} default values`), relation).rejects.toEqual(refused)
      await expect(as(service, `truncate ${relation}`), relation).rejects.toEqual(refused)
    }
  })

  test.each([
    ...[...Object.values(ownSchemas).flat(), 'public'].map(schema => `create table ${schema}.smuggled (id integer)`),
    'create schema smuggled',
    'create role smuggled',
    'create extension hstore',
    'alter table booking.booking add column smuggled text',
    'alter table member.customer drop column email',
    'drop table inventory.stock',
    'drop view member.customer_principal',
    'create or replace function booking.overlapping_closures(text, daterange) returns table (closure_id bigint) language sql as $$ select 1 $$',
  ])('DDL is refused: %s', async statement => {
    await expect(as(service, statement)).rejects.toEqual(denied)
  })

  test('the record of migrations of others stays closed', async () => {
    for (const schema of ['admin', 'booking', 'catalog', 'checkout', 'member'].filter(
      schema => !ownSchemas[service].includes(schema),
    ))
      await expect(as(service, `select * from ${schema}.schema_migration`)).rejects.toEqual(denied)
  })
})

test('a role cannot hand its rights on: a grant without the right to grant has no effect', async () => {
  await as('me', 'grant select on member.customer to campstore_products, public')
  await expect(as('products', 'select * from member.customer')).rejects.toEqual(denied)
})

describe('what the booking service is granted works', () => {
  test('names and usability of variants, rental locations and locked stock', async () => {
    const set = createScenario(owner)
    const campground = await set.campground()
    const { rentalSkuVariantId, sku, locationId } = await set.listing(campground, { onHand: 7 })
    const variant = await as('booking', 'select * from catalog.rental_variant where variant_id = $1', [
      rentalSkuVariantId,
    ])
    expect(variant.rows).toMatchObject([{ sku, item_name: '四人帳篷', sku_usable: true, item_usable: true }])
    const location = await as('booking', 'select * from inventory.rental_location where location_id = $1', [locationId])
    expect(location.rows).toEqual([{ location_id: locationId, campground_id: campground.id }])
    const stock = await as('booking', 'select * from inventory.lock_stock($1, $2)', [[rentalSkuVariantId], locationId])
    expect(stock.rows).toEqual([{ variant_id: rentalSkuVariantId, on_hand: 7 }])
  })

  test('who a token speaks of, and a customer for a new one, without a right on the table', async () => {
    const at = '2026-11-20T08:00:00Z'
    const made = await as('booking', 'select * from member.resolve_customer($1, $2, $3, $4, $5, $6, $7)', [
      'uid-1',
      'ann@example.com',
      true,
      'Ann',
      'password',
      'c-1',
      at,
    ])
    expect(made.rows).toMatchObject([{ id: 'c-1', status: 'active' }])
    const found = await as('booking', "select * from member.customer_principal where firebase_uid = 'uid-1'")
    expect(found.rows).toEqual([
      {
        id: 'c-1',
        firebase_uid: 'uid-1',
        name: 'Ann',
        email: 'ann@example.com',
        status: 'active',
        email_verified: true,
      },
    ])
  })

  test('customer_principal shows what a principal needs and nothing more personal', async () => {
    const { fields } = await as('booking', 'select * from member.customer_principal')
    expect(fields.map(field => field.name)).toEqual(['id', 'firebase_uid', 'name', 'email', 'status', 'email_verified'])
  })
})

test('what is locked for checkout is counted by the owner: its role takes no row of stock by itself', async () => {
  const places = await as('checkout', `select pieces from inventory.reserve_stock('{none}', '{1}')`)
  expect(places.rows).toEqual([{ pieces: null }])
  await expect(as('checkout', 'select from inventory.stock for update')).rejects.toEqual(denied)
})

test('what me sees of orders has neither keys nor fingerprints, nor what is held where', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct column_name as name
    from information_schema.columns
    where table_schema || '.' || table_name = any ($1)`,
    [readable.me],
  )
  expect(rows.map(({ name }) => name).filter(name => /idempotency|fingerprint|location|trade_no/.test(name))).toEqual(
    [],
  )
})
