import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSetting } from '../testing/setting.ts'

// Every service logs in with a role of its own, which can write its own schema only; what another service must read is a
// granted view, what two must lock goes through granted functions.
let database: TestDatabase
let owner: pg.Pool
let checkout: pg.Pool
let me: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.pool()
  checkout = database.pool('checkout')
  me = database.pool('me')
})
afterAll(() => database.drop())

const denied = expect.objectContaining({ code: '42501' })

type Rights = 'reads' | 'writes'
const questions: Record<Rights, string> = {
  reads: `has_schema_privilege($1, namespace.oid, 'usage') and has_table_privilege($1, relation.oid, 'select')`,
  writes: `has_any_column_privilege($1, relation.oid, 'insert, update')
    or has_table_privilege($1, relation.oid, 'delete, truncate')`,
}
/** Tables and views of the services' schemas, `schema.name`, that a service's role reads or writes. */
async function relationsThat(service: string, rights: Rights): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select namespace.nspname || '.' || relation.relname as name
    from pg_class relation
    join pg_namespace namespace on namespace.oid = relation.relnamespace
    where namespace.nspname in ('booking', 'catalog', 'inventory', 'member', 'checkout')
      and relation.relkind in ('r', 'v', 'p', 'm')
      and (${questions[rights]})
    order by 1`,
    [`campstore_${service}`],
  )
  return rows.map(({ name }) => name)
}
const ofOthers = (names: readonly string[], own: string) => names.filter(name => !name.startsWith(`${own}.`))

describe('the role of checkout', () => {
  test('logs in as itself, and is no superuser', async () => {
    const { rows } = await checkout.query(
      `select current_user as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as mighty
      from pg_roles where rolname = current_user`,
    )
    expect(rows).toEqual([{ name: 'campstore_checkout', mighty: false }])
  })

  test('reads of others what is sold and who a member is, and nothing else', async () => {
    expect(ofOthers(await relationsThat('checkout', 'reads'), 'checkout')).toEqual([
      'catalog.sold_variant',
      'member.customer_principal',
    ])
  })

  test('writes all of its own', async () => {
    const written = await relationsThat('checkout', 'writes')
    expect(written).toEqual(
      expect.arrayContaining(['checkout.store_order', 'checkout.coupon_claim', 'checkout.outbox']),
    )
  })

  test('writes nothing of others', async () => {
    expect(ofOthers(await relationsThat('checkout', 'writes'), 'checkout')).toEqual([])
  })

  test.each([
    'update inventory.stock set reserved = 0',
    'update inventory.stock set on_hand = 1000000',
    'select * from inventory.stock',
    'delete from inventory.movement',
    'update catalog.variant set price = 0',
    "update catalog.sold_variant set price = 0 where variant_id = 'none'",
    "update member.customer set status = 'active'",
    'select * from booking.booking',
    "select * from inventory.lock_stock('{}', 'l')",
    'create table checkout.smuggled (id integer)',
    'alter table checkout.store_order drop constraint store_order_total_check',
    'drop trigger keep_used_count on checkout.coupon_claim',
    "create or replace function inventory.release_stock(places jsonb) returns void language sql as 'select'",
  ])('is refused: %s', async statement => {
    await expect(checkout.query(statement)).rejects.toEqual(
      expect.objectContaining({ code: expect.stringMatching(/^(?:42501|55000)$/) }),
    )
  })

  test('holds, gives back and ships stock by the granted functions', async () => {
    const { variantId } = await createSetting(owner).variant({ onHand: 5 })
    const reserve = 'select inventory.reserve_stock($1) as places'
    const wish = JSON.stringify([{ variantId, quantity: 2 }])
    const [{ places } = { places: null }] = (await checkout.query(reserve, [wish])).rows
    await checkout.query('select inventory.release_stock($1)', [JSON.stringify(places)])
    await checkout.query(reserve, [wish])
    await checkout.query(`select inventory.ship_stock($1, 'order shipped', 'admin-1', now())`, [JSON.stringify(places)])
    const { rows } = await owner.query('select on_hand, reserved from inventory.stock where variant_id = $1', [
      variantId,
    ])
    expect(rows).toEqual([{ on_hand: 3, reserved: 0 }])
  })
})

describe('the role of me', () => {
  const published = ['member_coupon', 'member_order', 'member_order_item', 'paid_order']

  test('reads of checkout what members may see of it, and writes nothing', async () => {
    const ofCheckout = (names: string[]) => names.filter(name => name.startsWith('checkout.'))
    expect(ofCheckout(await relationsThat('me', 'reads'))).toEqual(published.map(name => `checkout.${name}`))
    expect(ofCheckout(await relationsThat('me', 'writes'))).toEqual([])
  })

  test.each(published)('idempotency key and request fingerprint are stored internally: not in %s', async view => {
    const { fields } = await me.query(`select * from checkout.${view}`)
    expect(fields.map(({ name }) => name).filter(name => /key|fingerprint/.test(name))).toEqual([])
  })

  test('may hold no stock and apply no coupon', async () => {
    await expect(me.query(`select inventory.reserve_stock('[]')`)).rejects.toEqual(denied)
    await expect(me.query(`select checkout.apply_claim(1, 'c', 'o', now())`)).rejects.toEqual(denied)
  })
})

test.each(['booking', 'me'])('the role of %s may not touch the stock that orders hold', async service => {
  const role = database.pool(service)
  for (const call of [`reserve_stock('[]')`, `release_stock('[]')`, `ship_stock('[]', '', '', now())`])
    await expect(role.query(`select inventory.${call}`), call).rejects.toEqual(denied)
})
