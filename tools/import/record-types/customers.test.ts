import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { importDirectory } from '../import-directory.ts'
import { describeIssue, ImportRefused } from '../import-issues.ts'
import { customer, dataSetOf } from '../testing/data-set-files.ts'
import type { Outcome } from '../write.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const importFiles = async (files: Record<string, unknown>): Promise<Outcome[]> =>
  importDirectory({ directory: await dataSetOf(files), adminUrl: database.adminUrl })

async function refusalOf(files: Record<string, unknown>): Promise<string[]> {
  const refusal = await importFiles(files).catch((error: unknown) => error)
  if (!(refusal instanceof ImportRefused)) throw new Error('the import was not refused')
  return refusal.issues.map(describeIssue)
}

const tagsOfAnn = async (): Promise<unknown> => {
  const { rows } = await database.pool().query(`
    select json_agg(tag.name order by tag.id) as names
    from member.customer_tag
    join member.tag on tag.id = tag_id
    where customer_id = 'ann'`)
  return rows[0].names
}

const twoTags = [
  { id: 'a', name: 'Families' },
  { id: 'b', name: 'Regulars' },
]
const ann = (...tags: string[]) => ({ 'tags.json': twoTags, 'customers.json': [{ ...customer('ann'), tags }] })

test('a customer comes with tags; importing them again changes nothing', async () => {
  await importFiles(ann('a', 'b'))
  expect(await tagsOfAnn()).toEqual(['Families', 'Regulars'])
  const again = await importFiles(ann('a', 'b'))
  expect(again).toContainEqual({ name: 'customer tags', added: 0, changed: 0, unchanged: 2 })
})

test('adds tags to an existing customer and removes none', async () => {
  await importFiles(ann('a'))
  await importFiles(ann('b'))
  expect(await tagsOfAnn()).toEqual(['Families', 'Regulars'])
})

test('a tag follows the files in its name', async () => {
  await importFiles(ann('a'))
  await importFiles({ 'tags.json': [{ id: 'a', name: 'Parents' }] })
  expect(await tagsOfAnn()).toEqual(['Parents'])
})

test('a tag of the database can be given without being in the files', async () => {
  await importFiles({ 'tags.json': twoTags })
  await importFiles({ 'customers.json': [{ ...customer('ann'), tags: ['b'] }] })
  expect(await tagsOfAnn()).toEqual(['Regulars'])
})

test('reports an unknown tag with its place', async () => {
  expect(await refusalOf({ 'customers.json': [{ ...customer('ann'), tags: ['none'] }] })).toEqual([
    'customers.json[0] (ann) tags.0: "none" is neither in the files nor in the database (tags)',
  ])
})

test('reports a repeated tag', async () => {
  expect(await refusalOf(ann('a', 'a'))).toEqual([
    'customers.json[0] (ann) tags.1: repeats the customerId "ann" and tagId "a" of customers.json[0] (ann) tags.0',
  ])
})
