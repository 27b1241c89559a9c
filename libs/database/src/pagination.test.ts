import { useDatabase } from '@campstore/testing/use-fixture'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { whenPresent } from './conditions.ts'
import { type ExportPage, exportedPage, exportPageSize } from './export-page.ts'
import { orderByField, type PageQuery } from './page-query.ts'
import { createPaginator } from './pagination.ts'

const database = useDatabase()
const owner = database.pool()
beforeAll(() => owner.query('create table thing (id integer primary key, name text not null, size integer not null)'))
beforeEach(() => owner.query('truncate thing'))

const fill = (from: number, to: number) =>
  owner.query(
    `insert into thing select number, 'thing ' || number, number % 3 from generate_series($1::int, $2) number`,
    [from, to],
  )

const things = (changes: Partial<PageQuery> = {}): PageQuery => ({
  columns: 'thing.id',
  from: 'thing',
  conditions: [],
  orderBy: { field: 'thing.id', id: 'thing.id', direction: 'asc' },
  page: 0,
  size: 3,
  ...changes,
})

test('a total up to 10,000 is exact at each request; a larger one is remembered for ten seconds', async () => {
  let now = 1
  const findPage = createPaginator(owner, () => now)
  const total = async () => (await findPage(things())).totalElements
  await fill(1, 10_000)
  expect(await total()).toBe(10_000)
  await fill(10_001, 10_005)
  expect(await total()).toBe(10_005)
  await fill(10_006, 10_010)
  now = 10_001
  expect(await total()).toBe(10_005)
  now = 10_002
  expect(await total()).toBe(10_010)
})

test('a long list is scanned with the conditions for it, and from where it begins', async () => {
  await fill(1, 20_000)
  const few = { sql: 'size = ?', scanned: 'false and size = ?', values: [1] }
  const listing = things({ conditions: [few, whenPresent(6_000, 'id < ?')], alwaysScanned: true })
  const asked: string[] = []
  const bounds = (list: 'short' | 'long') => {
    asked.push(list)
    return [whenPresent(list === 'long' ? 100 : 1, 'id >= ?')]
  }
  const findPage = createPaginator(owner)
  expect((await findPage({ ...listing, bounds })).items.map(({ id }) => id)).toEqual([1, 4, 7])
  const many = { sql: 'size >= ?', scanned: 'size >= ? and true', values: [0] }
  const { items, totalElements } = await findPage(things({ conditions: [many], bounds }))
  expect({ ids: items.map(({ id }) => id), totalElements, asked }).toEqual({
    ids: [100, 101, 102],
    totalElements: 20_000,
    asked: ['short', 'long'],
  })
})

test('of more rows than are counted each time, ids found first and ids alone give the same page and total', async () => {
  await fill(1, 40_000)
  for (const size of [1, undefined]) {
    const listing = things({ conditions: [whenPresent(size, 'size = ?')], page: 2 })
    const expected = await createPaginator(owner)(listing)
    const findPage = createPaginator(owner)
    for (const ids of [{ idsFirst: true }, { idsFirst: true }, { idsFirst: true, idsOnly: true }])
      expect(await findPage({ ...listing, ...ids })).toEqual(expected)
    const from = '(select * from thing where id < 100) thing'
    const fromFew = { ...listing, from, idsFirst: true }
    expect(await createPaginator(owner)({ ...fromFew, idsOnly: true })).toEqual(await createPaginator(owner)(fromFew))
  }
})

test.each([
  ['as they are', {}],
  ['of few among many', { conditions: [whenPresent(1, 'size = ?')] }],
  ['by their ids', { columns: 'thing.id', idsFirst: true, idsOnly: true }],
])(
  'an export of rows %s has each once, although rows come and go meanwhile',
  async (_, changes: Partial<PageQuery>) => {
    await fill(1, 5_000)
    const orderBy = orderByField({ by: 'name', direction: 'desc' }, { name: 'lower(thing.name)' }, 'thing.id')
    const listing = things({ orderBy, ...changes })
    const { items: all } = await createPaginator(owner)({ ...listing, size: 5_000 })
    const found: { id: number }[] = []
    for (let after = 'first'; after !== 'last'; ) {
      const page: ExportPage = { after }
      const { items } = await exportedPage.run(page, () => createPaginator(owner)<{ id: number }>(listing))
      expect(items.length).toBeLessThanOrEqual(exportPageSize)
      found.push(...items)
      if (after === 'first')
        await owner.query("insert into thing select n, 'zzz', 1 from generate_series(6000, 6100) n")
      await owner.query('delete from thing where id = any ($1)', [items.map(({ id }) => id)])
      after = page.next ?? 'last'
    }
    expect(found).toEqual(all)
  },
)
