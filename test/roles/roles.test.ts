import { useDatabase } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'

// docs/architecture/database.md: every service logs in with its own role, which can write only its own schema;
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
  booking: [
    'admin.administrator_name',
    'catalog.rental_variant',
    'inventory.located_stock',
    'inventory.rental_location',
    'member.customer_contact',
    'member.customer_principal',
  ],
  products: ['admin.administrator_name'],
  checkout: [
    'admin.administrator_name',
    'booking.opened_refund',
    'booking.payment_message',
    'booking.received_payment',
    'catalog.sold_variant',
    'inventory.located_stock',
    'member.customer_contact',
    'member.customer_principal',
  ],
  me: [
    'admin.administrator_name',
    'booking.member_booking',
    'booking.paid_booking',
    'checkout.member_coupon',
    'checkout.member_order',
    'checkout.member_order_change',
    'checkout.member_order_item',
    'checkout.paid_order',
  ],
  admin: [],
}
/** Functions of others that a role may call: all there are, each as often as it has forms. */
const callable: Record<Service, readonly string[]> = {
  booking: ['inventory.lock_stock_at', 'member.identify_customer'],
  products: ['booking.rented_out'],
  checkout: [
    'booking.close_refund',
    'booking.lock_account',
    'booking.write_entries',
    'inventory.available_stock',
    'inventory.lock_store_stock',
    'inventory.on_hand_in_stores',
    'inventory.places_short_of',
    'inventory.reallocate_stock',
    'inventory.release_stock',
    'inventory.reserve_places',
    'inventory.return_stock',
    'inventory.ship_order',
    'inventory.undo_return',
    'inventory.unship_order',
    'member.identify_customer',
  ],
  me: [],
  admin: [],
}

const database = useDatabase()
const as = (service: Service, sql: string, values: unknown[] = []) =>
  database.pool(service).query<{ name: string; may: string }>(sql, values)
const schemas = Object.values(ownSchemas).flat()

/** What the role that asks may do with every table and view of the services' schemas. */
const rightsOnRelations = /* sql */ `
  select nspname || '.' || relname as name,
    (
      select coalesce(string_agg(privilege, ' '), '')
      from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) privilege
      where has_table_privilege(pg_class.oid, privilege)
    ) as may
  from pg_class
  join pg_namespace on pg_namespace.oid = relnamespace
  where nspname = any ($1) and relkind in ('r', 'p', 'v', 'm')
  order by 1`

const functions = /* sql */ `
  select nspname || '.' || proname as name, has_function_privilege(pg_proc.oid, 'execute')::text as may
  from pg_proc
  join pg_namespace on pg_namespace.oid = pronamespace
  where nspname = any ($1)
  order by 1`

/** What lets a role change tables, views, functions or roles. */
const mighty = /* sql */ `
  select 'role' as name from pg_roles
  where rolname = current_user and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
  union all
  select nspname from pg_namespace where nspname !~ '^pg_' and has_schema_privilege(oid, 'create')
  union all
  select datname from pg_database where datname = current_database() and has_database_privilege(oid, 'create')
  union all
  select oid::regclass::text from pg_class where relowner = current_user::regrole
  union all
  select oid::regprocedure::text from pg_proc where proowner = current_user::regrole`

describe.each(services)('the role of %s', service => {
  const isOwn = ({ name }: { name: string }) => ownSchemas[service].includes(name.split('.')[0] ?? '')

  test('logs in as itself, owns nothing and creates nothing', async () => {
    expect((await as(service, 'select current_user as name')).rows).toEqual([{ name: `campstore_${service}` }])
    expect((await as(service, mighty)).rows).toEqual([])
  })

  test('writes its own tables, reads which migrations there are, and of others the granted views', async () => {
    const { rows } = await as(service, rightsOnRelations, [schemas])
    const expected = rows.map(({ name }) => {
      const isWritten = isOwn({ name }) && !name.endsWith('.schema_migration')
      const isRead = isOwn({ name }) || readable[service].includes(name)
      return { name, may: isWritten ? 'select insert update delete' : isRead ? 'select' : '' }
    })
    expect(rows).toEqual(expected)
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining([...readable[service]]))
  })

  test('calls its own functions, and of others the granted ones', async () => {
    const { rows } = await as(service, functions, [schemas])
    const may = rows.filter(row => row.may === 'true')
    expect(may.filter(row => !isOwn(row)).map(({ name }) => name)).toEqual(callable[service])
    expect(may.filter(isOwn)).toEqual(rows.filter(isOwn))
  })
})

test('the views that me reads have neither keys nor fingerprints, nor what is held where', async () => {
  const { rows } = await database.pool().query<{ name: string }>(
    `select distinct column_name as name
    from information_schema.columns
    where table_schema || '.' || table_name = any ($1)`,
    [readable.me],
  )
  const names = rows.map(({ name }) => name)
  expect(names).not.toContainEqual(expect.stringMatching(/idempotency|fingerprint|location|trade_no/))
})
