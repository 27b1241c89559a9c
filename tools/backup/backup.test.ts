import { appendFileSync, copyFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryServerHome } from '@campstore/local-servers/os-users'
import { onMaintenanceDatabase } from '@campstore/local-servers/postgres'
import { useDatabase } from '@campstore/testing/use-fixture'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp } from '../backup.ts'
import { writeChecksum } from './checksum.ts'
import { runClient } from './client-run.ts'
import { postgresClients } from './postgres-clients.ts'
import { restore } from './restore.ts'
import { testWithClients } from './testing/test-with-clients.ts'

const database = useDatabase('each test')
const target = Object.assign(new URL(database.adminUrl), { pathname: `/${database.name}_restored` }).href
let folder: string
beforeEach(() => {
  folder = temporaryServerHome()
})
afterEach(() =>
  onMaintenanceDatabase(target, client =>
    client.query(`drop database if exists ${database.name}_restored with (force)`),
  ),
)

const backUpTo = (name: string) => backUp(database.adminUrl, join(folder, name))
const restoreFrom = (file: string) => restore(target, file)

testWithClients('a database that is not empty is refused, and stays as it is', async () => {
  const file = await backUpTo('one.dump')
  expect(statSync(file).mode & 0o777, 'for its owner alone').toBe(0o600)
  await expect(restore(database.adminUrl, file)).rejects.toThrow(/ is not empty \(admin, booking, .*npm run reset/)
  await expect(backUpTo('one.dump')).rejects.toThrow(/one\.dump exists already/)
})

testWithClients('a damaged file, one without its checksum, and one that is not a back-up are refused', async () => {
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

test('a pg_dump that is older than the server is refused, with what to install', async () => {
  const old = join(folder, 'pg_dump')
  writeFileSync(old, '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.18"\n', { mode: 0o755 })
  const message = new RegExp(
    `needs pg_dump \\d+ or newer \\(${old} is version 15\\)\\. Install postgresql-client-\\d+ `,
  )
  await expect(postgresClients(99, old)).rejects.toThrow(message)
  await expect(postgresClients(15, old)).resolves.toMatchObject({ majorVersion: 15 })
  await expect(postgresClients(99, '/missing/pg_dump')).rejects.toThrow('needs pg_dump 99 or newer. Install')
})

test.each([
  ['postgres://owner:hunter2@db/campstore?application_name=x', 'hunter2'],
  ['postgres://owner@db/campstore?password=hunter2&application_name=x', 'hunter2'],
  ['postgres://owner:hunter%2F2@db/campstore?application_name=x', 'hunter/2'],
])('the password of %s is not an argument, which everybody on the machine sees', async (address, password) => {
  const program = join(folder, 'client')
  writeFileSync(program, '#!/bin/sh\necho "$PGPASSWORD $*"\n', { mode: 0o755 })
  const database = '--no-password --dbname=postgres://owner@db/campstore?application_name=x'
  expect(await runClient(program, ['--list'], address)).toBe(`${password} ${database} --list\n`)
})
