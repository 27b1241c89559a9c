import { appendFileSync, copyFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { onDatabase, onMaintenanceDatabase } from '@campstore/local-servers/postgres'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { insertCustomer } from '@campstore/testing/rows'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isViolated } from '../audit/report.ts'
import { backUp } from './back-up.ts'
import { checksumFile, writeChecksum } from './checksum.ts'
import { postgresClients } from './postgres-clients.ts'
import { restore } from './restore.ts'
import { testWithClients } from './testing/test-with-clients.ts'

let database: TestDatabase
let folder: string
let target: string
beforeEach(async () => {
  database = await createTestDatabase()
  folder = temporaryServerHome()
  target = Object.assign(new URL(database.adminUrl), { pathname: `/${database.name}_restored` }).href
})
afterEach(async () => {
  await onMaintenanceDatabase(target, client =>
    client.query(`drop database if exists ${database.name}_restored with (force)`),
  )
  await database.drop()
})

const backUpTo = (name: string) => backUp(database.adminUrl, join(folder, name), process.env)
const restoreFrom = (file: string) => restore(target, file, process.env)

/** Who may do what, of everything in a database. */
const grants = (url: string) =>
  onDatabase(url, async client => {
    const { rows } = await client.query(`
      select 'relation' as kind, oid::regclass::text as name, relacl::text as grants
      from pg_class
      where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      union all
      select 'function', oid::regprocedure::text, proacl::text
      from pg_proc
      where pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
      union all
      select 'schema', nspname, nspacl::text
      from pg_namespace
      where nspname !~ '^pg_'
      union all
      select 'default', concat(defaclrole::regrole, defaclnamespace, defaclobjtype), defaclacl::text
      from pg_default_acl
      where defaclnamespace = 0
      order by kind, name`)
    return rows
  })

testWithClients(
  'data and grants are the same afterwards',
  async () => {
    const owner = database.pool()
    await insertCustomer(owner)
    const file = await backUpTo('')
    expect(readdirSync(folder).sort()).toEqual([
      expect.stringMatching(/^campstore-.*Z\.dump$/),
      expect.stringMatching(/\.dump\.sha256$/),
    ])
    expect(statSync(file).mode & 0o777, 'for its owner alone').toBe(0o600)
    const { checks, applied } = await restoreFrom(file)
    expect([checks.filter(isViolated), checks.length > 20, applied]).toEqual([[], true, []])
    expect(await grants(target)).toEqual(await grants(database.adminUrl))
    const customers = 'select * from member.customer'
    expect((await onDatabase(target, client => client.query(customers))).rows).toEqual(
      (await owner.query(customers)).rows,
    )
  },
  600_000,
)

testWithClients('a database that is not empty is refused, and stays as it is', async () => {
  const file = await backUpTo('one.dump')
  await expect(restore(database.adminUrl, file, process.env)).rejects.toThrow(
    / is not empty \(admin, booking, .*npm run reset/,
  )
  await expect(backUpTo('one.dump')).rejects.toThrow(/one\.dump exists already/)
})

testWithClients('a file that cannot be written is said in one line', async () => {
  await expect(backUpTo('missing/one.dump')).rejects.toThrow(/^Cannot write the back-up: ENOENT/)
})

testWithClients('a damaged file, one without its checksum, and one that is no back-up are refused', async () => {
  const file = await backUpTo('one.dump')
  copyFileSync(file, join(folder, 'alone.dump'))
  await expect(restoreFrom(join(folder, 'alone.dump'))).rejects.toThrow(/alone\.dump\.sha256 is missing/)
  appendFileSync(file, 'x')
  await expect(restoreFrom(file)).rejects.toThrow(/one\.dump is damaged/)
  const other = join(folder, 'other.dump')
  writeFileSync(other, 'select 1')
  await writeChecksum(other, other)
  await expect(restoreFrom(other)).rejects.toThrow(/does not appear to be a valid archive|too short/)
})

testWithClients('a back-up of a newer version of campstore is refused before anything is restored', async () => {
  await database.pool().query(`insert into booking.schema_migration values ('migrations/9999-newer.sql', 'x')`)
  const file = await backUpTo('newer.dump')
  await expect(restoreFrom(file)).rejects.toThrow(
    'The back-up was made by a newer version of campstore, with booking: migrations/9999-newer.sql. Restore it with that version.',
  )
  const schemas = await onDatabase(target, client => client.query(`select to_regnamespace('booking') is null as empty`))
  expect(schemas.rows).toEqual([{ empty: true }])
})

test('a pg_dump that is older than the server is refused, with what to install; nothing is left behind', async () => {
  const old = join(folder, 'pg_dump')
  writeFileSync(old, '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.18"\n', { mode: 0o755 })
  const message = new RegExp(
    `needs pg_dump \\d+ or newer \\(${old} is version 15\\)\\. Install postgresql-client-\\d+ `,
  )
  const file = join(folder, 'never.dump')
  await expect(backUp(database.adminUrl, file, { PG_DUMP: old })).rejects.toThrow(message)
  await expect(postgresClients(15, { PG_DUMP: old })).resolves.toMatchObject({ majorVersion: 15 })
  await expect(postgresClients(15, { PG_DUMP: '/missing/pg_dump' })).rejects.toThrow(
    /^PG_DUMP is \/missing\/pg_dump, which does not run: /,
  )
  expect([existsSync(file), existsSync(checksumFile(file))]).toEqual([false, false])
})
