import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importDirectory } from '../import-directory.ts'
import { describeIssue, ImportRefused } from '../import-issues.ts'
import { dataSetOf } from '../testing/data-set-files.ts'
import type { Outcome } from '../write.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const importOf = async (...administrators: unknown[]): Promise<Outcome[]> => {
  const directory = await dataSetOf({ 'administrators.json': administrators })
  return importDirectory({ directory, adminUrl: database.adminUrl })
}

async function refusalOf(...administrators: unknown[]): Promise<string[]> {
  const refusal = await importOf(...administrators).catch((error: unknown) => error)
  if (!(refusal instanceof ImportRefused)) throw new Error('the import was not refused')
  return refusal.issues.map(describeIssue)
}

const accounts = async (): Promise<unknown> => {
  const { rows } = await database.pool().query('select id, email, name, role, active, firebase_uid from admin.account')
  return rows
}

const kim = { id: 'kim', email: 'kim@campstore.test', name: 'Kim', role: 'operator' }

test('an administrator is added, active unless the file says no, and waits for who has the e-mail', async () => {
  await importOf(kim, { ...kim, id: 'lee', email: 'lee@campstore.test', active: false })
  expect(await accounts()).toEqual([
    { ...kim, active: true, firebase_uid: null },
    { ...kim, id: 'lee', email: 'lee@campstore.test', active: false, firebase_uid: null },
  ])
})

test('what became of an administrator is never changed by a later import', async () => {
  await importOf(kim)
  const changed = { name: 'Own name', role: 'warehouse', active: false, firebase_uid: 'uid' }
  await database
    .pool()
    .query('update admin.account set name = $1, role = $2, active = $3, firebase_uid = $4, email = $5', [
      ...Object.values(changed),
      'new@campstore.test',
    ])
  expect(await importOf(kim)).toEqual([{ name: 'administrators', added: 0, changed: 0, unchanged: 1 }])
  expect(await accounts()).toEqual([{ id: 'kim', email: 'new@campstore.test', ...changed }])
})

test('an e-mail belongs to one administrator, in whatever letters', async () => {
  await importOf(kim)
  expect(await refusalOf({ ...kim, id: 'other', email: 'KIM@campstore.test' })).toEqual([
    'administrators.json[0] (other) email: the email "KIM@campstore.test" belongs to "kim" in the database',
  ])
})

test.each([{ role: 'owner' }, { email: 'kim' }, { name: ' ' }, { active: 'yes' }, { firebaseUid: 'x' }])(
  '%o is refused',
  async change => {
    expect(await refusalOf({ ...kim, ...change })).toHaveLength(1)
    expect(await accounts()).toEqual([])
  },
)
