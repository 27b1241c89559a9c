import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { countWaiting } from '@campstore/testing/delayed-transaction'
import { useDatabase } from '@campstore/testing/use-fixture'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MigrationSource, migrate, roleOf } from './migrations.ts'
import { schemaState, shippedVersions } from './schema-state.ts'

const database = useDatabase()
const owner = database.pool()
let directory: string
let source: MigrationSource

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'campstore-migrations-'))
  source = { service: 'booking', schemas: ['library'], folder: pathToFileURL(`${directory}/`) }
  await ship('migrations/0001-baseline.sql', 'create table library.book (id text primary key, title text not null);')
})

afterEach(async () => {
  for (const connection of connections.splice(0)) connection.release(true)
  await owner.query(`
    drop event trigger if exists require_reader;
    drop schema if exists library, other cascade;
    drop function if exists public.require_reader;
    alter database ${database.name} reset all`)
  await rm(directory, { recursive: true })
})

async function ship(name: string, sql: string): Promise<void> {
  await mkdir(dirname(join(directory, name)), { recursive: true })
  await writeFile(join(directory, name), sql)
}

const migrateLibrary = async (): Promise<string[]> =>
  (await migrate(database.adminUrl, [source], { given: {} })).applied

const stateOf = async (): Promise<string> =>
  schemaState(database.pool('booking'), 'library', await shippedVersions(source))

const countBooks = "select count(*)::integer as books from library.book where title like '%'"

test('a library has its tables in each schema that installs it, before the tables of the schema, with one checksum', async () => {
  const shelf = { name: 'shelf', folder: pathToFileURL(`${directory}/shelf/`) }
  await ship('shelf/migrations/0001-shelf.sql', 'create table {{schema}}.shelf (id text primary key);')
  await ship('shelf/views/full.sql', 'create view {{schema}}.full_shelf as select id from {{schema}}.shelf;')
  await ship('migrations/0001-baseline.sql', 'create table library.book (shelf_id text references library.shelf);')
  const folder = pathToFileURL(`${directory}/other/`)
  const other = { ...source, service: 'checkout', schemas: ['other'], folder } as const
  const sources = [
    { ...source, libraries: [{ ...shelf, parameters: { schema: 'library' } }] },
    { ...other, libraries: [{ ...shelf, parameters: { schema: 'other' } }] },
  ]
  expect((await migrate(database.adminUrl, sources, { given: {} })).applied).toEqual([
    'booking: shelf/migrations/0001-shelf.sql',
    'booking: migrations/0001-baseline.sql',
    'booking: shelf/views/full.sql',
    'checkout: shelf/migrations/0001-shelf.sql',
    'checkout: shelf/views/full.sql',
  ])
  const { rows } = await owner.query(`
    select distinct checksum
    from (table library.schema_migration union all table other.schema_migration) applied
    where name = 'shelf/migrations/0001-shelf.sql'`)
  expect(rows).toHaveLength(1)
  const board = 'shelf/migrations/0002-board.sql'
  await owner.query(`insert into other.schema_migration (name, checksum) values ('${board}', 'x')`)
  expect((await migrate(database.adminUrl, sources, { given: {} })).newer).toEqual([`checkout: ${board}`])
})

test('a transaction that is forgotten ends after a minute, or when the operator says', async () => {
  const setting = 'idle_in_transaction_session_timeout'
  const ofNewSession = async () => (await database.pool(undefined, { max: 1 }).query(`show ${setting}`)).rows[0]
  await migrateLibrary()
  expect(await ofNewSession()).toEqual({ [setting]: '1min' })
  await owner.query(`alter database ${database.name} set ${setting} = '10min'`)
  await migrateLibrary()
  expect(await ofNewSession()).toEqual({ [setting]: '10min' })
})

test('an older version leaves the functions of a newer one as they are', async () => {
  const function1 = 'create or replace function library.answer() returns integer language sql return 1;'
  await ship('functions/answer.sql', function1)
  await migrateLibrary()
  await ship('functions/answer.sql', function1.replace('return 1', 'return 2'))
  await ship('migrations/0002-author.sql', 'create table library.author (id text primary key);')
  await migrateLibrary()
  await rm(join(directory, 'migrations/0002-author.sql'))
  await ship('functions/answer.sql', function1)
  const older = await migrate(database.adminUrl, [source], { given: {} })
  expect(older).toMatchObject({ applied: [], newer: ['booking: migrations/0002-author.sql'] })
  expect((await owner.query('select library.answer()')).rows).toEqual([{ answer: 2 }])
  expect(await stateOf()).toBe('migrated')
})

test('a service reads the record at every moment of a later run', async () => {
  await migrateLibrary()
  await owner.query(`
    create function public.require_reader() returns event_trigger language plpgsql as $$
    begin
      if not has_table_privilege('${roleOf('booking')}', 'library.schema_migration', 'select') then
        raise exception 'the service cannot read the record';
      end if;
    end $$;
    create event trigger require_reader on ddl_command_end execute function public.require_reader()`)
  expect(await migrateLibrary()).toEqual([])
})

test('a migration that has changed since it was applied is refused, and nothing else is applied', async () => {
  await ship('migrations/0002-title.sql', 'create index book_title on library.book (title);')
  await migrateLibrary()
  await ship('migrations/0002-title.sql', 'create index book_title on library.book (title, id);')
  await ship('migrations/0003-author.sql', 'create table library.author (id text primary key);')
  await expect(migrateLibrary()).rejects.toThrow(
    'library: migrations/0002-title.sql has changed since it was applied to this database.',
  )
  const { rows } = await owner.query(`select to_regclass('library.author') as author`)
  expect(rows).toEqual([{ author: null }])
})

test('when a migration fails, nothing of it stays, and the next run begins with it', async () => {
  await ship('migrations/0002-author.sql', 'create table library.author (id text primary key);')
  const mistake = 'create table library.made (); create table library.mistake (id no_such_type);'
  await ship('migrations/0003-mistake.sql', mistake)
  await expect(migrateLibrary()).rejects.toThrow(/^library: migrations\/0003-mistake.sql failed: type "no_such_type"/)
  const { rows } = await owner.query(
    `select to_regclass('library.author')::text as author, to_regclass('library.made') as made`,
  )
  expect(rows).toEqual([{ author: 'library.author', made: null }])
  await ship('migrations/0003-mistake.sql', 'create table library.made ();')
  expect(await migrateLibrary()).toEqual(['booking: migrations/0003-mistake.sql'])
})

test('functions and views are created again when they change, also back to an earlier version; a process of the version before stays ready', async () => {
  const countFunction = `create or replace function library.count_books() returns integer
    language sql as $$ select books from library.book_count $$;`
  await ship('functions/count_books.sql', countFunction)
  await ship('views/book_count.sql', `create or replace view library.book_count as ${countBooks};`)
  expect(await migrateLibrary()).toEqual([
    'booking: migrations/0001-baseline.sql',
    'booking: functions/count_books.sql',
    'booking: views/book_count.sql',
  ])
  const before = await shippedVersions(source)
  await ship('functions/count_books.sql', countFunction.replace('select books from library.book_count', 'select 7'))
  expect(await stateOf()).toBe('behind')
  expect(await migrateLibrary()).toEqual(['booking: functions/count_books.sql'])
  expect(await schemaState(database.pool('booking'), 'library', before)).toBe('migrated')
  expect(await stateOf()).toBe('migrated')
  const { rows } = await owner.query('select library.count_books() as books')
  expect(rows).toEqual([{ books: 7 }])
  await ship('functions/count_books.sql', countFunction)
  expect(await migrateLibrary()).toEqual(['booking: functions/count_books.sql'])
  expect((await owner.query('select library.count_books() as books')).rows).toEqual([{ books: 0 }])
  expect(await migrateLibrary()).toEqual([])
})

test('views that a migration dropped are created again, also if its run ended before that', async () => {
  await ship('views/book_count.sql', `create view library.book_count as ${countBooks};`)
  await migrateLibrary()
  await ship('migrations/0002-rebuild.sql', 'drop view library.book_count;')
  await ship('views/mistake.sql', 'create view library.mistake as select no_such_column;')
  await expect(migrateLibrary()).rejects.toThrow('views/mistake.sql failed')
  await rm(join(directory, 'views/mistake.sql'))
  expect(await migrateLibrary()).toEqual(['booking: views/book_count.sql'])
  expect((await owner.query('select books from library.book_count')).rows).toEqual([{ books: 0 }])
  expect(await migrateLibrary()).toEqual([])
})

const connections: PoolClient[] = []
/** A connection of the test, at whose end its transaction ends. */
async function connect(): Promise<PoolClient> {
  const connection = await owner.connect()
  connections.push(connection)
  return connection
}

const createView = `drop view if exists library.book_count; create view library.book_count as ${countBooks};`
const alterTable = 'alter table library.book add constraint titled check (length(title) > 0) not valid'
const [view, titled] = ['views/book_count.sql', 'migrations/0002-titled.sql']
test.each([
  ['a view', 'book_count', [view], `${createView} -- changed`],
  ['a table alone', 'book', [titled, view], `-- outside of a transaction\n${alterTable}`],
  ['a table with others', 'book', [titled, view], `${alterTable}; create table library.author (id text primary key);`],
])(
  '%s is changed after a long transaction that has read it, and others read it meanwhile',
  async (_, read, applied, sql) => {
    await ship(view, createView)
    await migrateLibrary()
    const [backup, reader] = [await connect(), await connect()]
    await backup.query('begin')
    const { rows } = await backup.query(`table library.${read}`)
    await ship(applied[0] ?? '', sql)
    const migrating = migrateLibrary()
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'titled|^lock table|-- changed$'"
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
    await reader.query("set lock_timeout = '20s'")
    expect((await reader.query(`table library.${read}`)).rows).toEqual(rows)
    await backup.query('commit')
    expect(await migrating).toEqual(applied.map(file => `booking: ${file}`))
  },
)

test('an update outside of a transaction that waits for a row keeps no other one locked', async () => {
  await migrateLibrary()
  await owner.query("insert into library.book values ('1', 'Walden'), ('2', 'Emma')")
  const [reader, other] = [await connect(), await connect()]
  await reader.query("begin; select from library.book where id = '2' for update")
  const update = 'update library.book set title = upper(title)'
  await ship('migrations/0002-titles.sql', `-- outside of a transaction\n${update};`)
  const migrating = migrateLibrary()
  await expect.poll(() => countWaiting(owner, 'test')).toBe(1)
  await other.query("set lock_timeout = '20s'; update library.book set title = 'Walden II' where id = '1'")
  await reader.query('commit')
  expect(await migrating).toEqual(['booking: migrations/0002-titles.sql'])
})

test('several processes at once build an index concurrently once, and none waits for another in a transaction', async () => {
  const build = '-- outside of a transaction\ncreate index concurrently book_title on library.book (title);'
  await ship('migrations/0002-title.sql', build)
  const all = await Promise.all([migrateLibrary(), migrateLibrary(), migrateLibrary()])
  expect(all.flat()).toEqual(['booking: migrations/0001-baseline.sql', 'booking: migrations/0002-title.sql'])
})

test.each(['', 'if not exists '])('an index whose build failed is built again by the next run: %j', async condition => {
  await migrateLibrary()
  await owner.query("insert into library.book values ('1', 'Walden'), ('2', 'Walden')")
  const build = `create unique index concurrently ${condition}book_title on library.book (title);`
  await ship('migrations/0002-title.sql', `-- outside of a transaction\n${build}`)
  await expect(migrateLibrary()).rejects.toThrow('could not create unique index')
  await owner.query("delete from library.book where id = '2'")
  expect(await migrateLibrary()).toEqual(['booking: migrations/0002-title.sql'])
  const { rows } = await owner.query(
    `select indisvalid as valid from pg_index where indexrelid = 'library.book_title'::regclass`,
  )
  expect(rows).toEqual([{ valid: true }])
})

test('what is outside of a transaction is tried again after a deadlock; of broken indexes, only its own is dropped', async () => {
  await migrateLibrary()
  await owner.query(`create sequence library.attempt; create index book_title on library.book (title);
    insert into library.book values ('1', 'Walden'), ('2', 'Walden')`)
  for (const name of ['book_title_ccnew', 'other_ccnew']) {
    const build = owner.query(`create unique index concurrently ${name} on library.book (title)`)
    await expect(build).rejects.toThrow('could not create unique index')
  }
  const raise = `if nextval('library.attempt') < 3 then raise 'deadlock' using errcode = '40P01'; end if;`
  const statements = [`do $$ begin ${raise} end $$`, 'reindex index concurrently library.book_title;']
  await ship('migrations/0002-keys.sql', `-- outside of a transaction\n${statements.join(';\n\n')}`)
  expect(await migrateLibrary()).toEqual(['booking: migrations/0002-keys.sql'])
  const { rows } = await owner.query(`select indexrelid::regclass::text as name from pg_index where not indisvalid`)
  expect(rows).toEqual([{ name: 'library.other_ccnew' }])
})
