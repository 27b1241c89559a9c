import { createTestDatabase } from '@campstore/testing/databases'
import { until } from '@campstore/testing/waiting'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'

test.each([
  ['booking', 16],
  ['checkout', 19],
])(
  '%s takes no hold in another isolation level, in which three would get the last site or piece',
  async (schema, parameters) => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    await database.pool().query(`alter database ${database.name} set default_transaction_isolation = 'repeatable read'`)
    const ofNewSession = database.pool(undefined, { max: 1 })
    const held = ofNewSession.query(`select ${schema}.take_hold(${Array(parameters).fill('null').join()})`)
    await expect(held).rejects.toThrow('Idempotency keys need the isolation level read committed')
  },
)

/** Another database engine to try, by the address of a database in which a schema may be made (docs/scaling.md#the-sql-we-use). */
const otherEngine = process.env.CONFORMANCE_DATABASE_URL

test('of two sessions that take the last site of a night by one update, the second one compares what the first has written', async () => {
  expect(await takenByTwo('take_night')).toEqual([true, false])
})

test('of two sessions that take the last piece by a function that locks it and then counts, the second one sees what the first one has taken', async () => {
  expect(await takenByTwo('take')).toEqual([true, false])
})

/** Whether each of two sessions got the only site or piece, when the second one has begun before the first one commits. */
async function takenByTwo(take: 'take' | 'take_night'): Promise<boolean[]> {
  const connect = await openDatabase()
  const [first, second, observer] = [await connect(), await connect(), await connect()]
  await observer.query(takeSite)
  const statement = `select conformance.${take}('s1') as taken`
  for (const session of [first, second]) await session.query('begin isolation level read committed')
  const taken = [(await first.query(statement)).rows[0].taken]
  const waiting = second.query(statement)
  // The function takes a number before it locks: then its caller's snapshot does not have the first hold.
  await until(async () => (await observer.query('select last_value from conformance.call')).rows[0].last_value === '2')
  await first.query('commit')
  taken.push((await waiting).rows[0].taken)
  await second.query('commit')
  return taken
}

/** @returns what opens a session of an empty database, which is left as it was */
async function openDatabase(): Promise<() => Promise<pg.Client>> {
  const database = otherEngine ? undefined : await createTestDatabase()
  const connectionString = otherEngine ?? database?.adminUrl
  onTestFinished(async () => {
    if (database !== undefined) return database.drop()
    const client = new pg.Client({ connectionString })
    await client.connect()
    await client.query('drop schema conformance cascade')
    await client.end()
  })
  return async () => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
}

/** The core of a hold, in as little SQL as another engine may have. */
const takeSite = /* sql */ `
  create schema conformance;
  create table conformance.zone (id text primary key, sites integer not null, taken integer not null default 0);
  create table conformance.stay (zone_id text not null, quantity integer not null);
  create sequence conformance.call;
  insert into conformance.zone values ('s1', 1, 0);

  create function conformance.take(p_zone_id text) returns boolean language plpgsql as $$
  declare
    total integer;
    taken integer;
  begin
    perform nextval('conformance.call');
    select sites into total from conformance.zone where id = p_zone_id for no key update;
    select coalesce(sum(quantity), 0) into taken from conformance.stay where zone_id = p_zone_id;
    if taken >= total then
      return false;
    end if;
    insert into conformance.stay values (p_zone_id, 1);
    return true;
  end
  $$;

  create function conformance.take_night(p_zone_id text) returns boolean language plpgsql as $$
  begin
    perform nextval('conformance.call');
    update conformance.zone set taken = taken + 1 where id = p_zone_id and taken < sites;
    return found;
  end
  $$`
