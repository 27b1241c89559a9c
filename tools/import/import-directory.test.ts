import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Queryable } from '@campstore/database/database'
import { CliError } from '@campstore/local-servers/cli-error'
import { createTestDatabase, type TestDatabase } from '@campstore/testing/databases'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readDataSet } from './data-set.ts'
import { importDirectory } from './import-directory.ts'
import { describeIssue, ImportRefused } from './import-issues.ts'
import { customers } from './record-types/customers.ts'
import {
  campground,
  coupon,
  customer,
  dataSetOf,
  demoDirectory,
  drawing,
  item,
  zone,
} from './testing/data-set-files.ts'
import { type Outcome, stage, writeTarget } from './write.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

const importFiles = async (
  files: Record<string, unknown>,
  options: { resetStock?: boolean } = {},
): Promise<Outcome[]> => importDirectory({ directory: await dataSetOf(files), adminUrl: database.adminUrl, ...options })

async function refusalOf(files: Record<string, unknown>): Promise<string[]> {
  const refusal = await importFiles(files).catch((error: unknown) => error)
  if (!(refusal instanceof ImportRefused)) throw new Error('the import was not refused')
  return refusal.issues.map(describeIssue)
}

async function readValue(query: string): Promise<unknown> {
  const { rows } = await database.pool().query({ text: query, rowMode: 'array' })
  return rows[0]?.[0]
}

const stocked = (onHand: number) => ({
  'campgrounds.json': [campground('a')],
  'items.json': [item('tent')],
  'locations.json': [{ id: 'counter', name: 'Counter', kind: 'rental', campgroundId: 'a' }],
  'stock.json': [{ variantId: 'tent-variant', locationId: 'counter', onHand }],
})

describe('importing the demonstration data', () => {
  test('fills every table; a second time changes nothing', async () => {
    const first = await importDirectory({ directory: demoDirectory, adminUrl: database.adminUrl })
    // The shipping policy is there from the beginning, and the same.
    const [fee, ...rest] = first.toSorted((left, right) => left.added - right.added)
    expect(fee).toEqual({ name: 'shipping policy', added: 0, changed: 0, unchanged: 1 })
    expect(rest.every(({ added, changed, unchanged }) => added > 0 && changed === 0 && unchanged === 0)).toBe(true)

    const second = await importDirectory({ directory: demoDirectory, adminUrl: database.adminUrl })
    const targetRows = first.map(({ name, added, unchanged }) => ({ name, unchanged: added + unchanged }))
    expect(second).toEqual(targetRows.map(({ name, unchanged }) => ({ name, added: 0, changed: 0, unchanged })))
  })

  test('can be done twice at the same time', async () => {
    const both = [1, 2].map(() => importDirectory({ directory: demoDirectory, adminUrl: database.adminUrl }))
    const outcomes = await Promise.all(both)
    expect(outcomes.flat().filter(({ name, added }) => name === 'zones' && added > 0)).toHaveLength(1)
  })
})

test('an import and a change by an administrator wait for each other in the same order', async () => {
  await importFiles({ 'items.json': [item('lamp'), item('tent')] })
  const owner = database.pool()
  const [gate, administrator] = [await owner.connect(), await owner.connect()]
  const nowWaiting = (count: number) =>
    vi.waitUntil(async () => (await readValue(countWaiting)) === count, { timeout: 10_000, interval: 20 })
  try {
    await gate.query("begin; select from catalog.equipment_item where id = 'tent' for update")
    const changed = {
      'items.json': [
        { ...item('lamp'), name: 'Lamp' },
        { ...item('tent'), name: 'Tent' },
      ],
    }
    const importing = importFiles(changed)
    await nowWaiting(1)
    // What changeProduct does (services/products/src/use-cases/write-catalogue.ts).
    const changing = administrator
      .query('begin; select from catalog.revision where id = 1 for no key update')
      .then(() => administrator.query("update catalog.equipment_item set name = 'Torch' where id = 'lamp'; commit"))
    await nowWaiting(2)
    await gate.query('commit')
    await Promise.all([importing, changing])
    expect(await readValue("select name from catalog.equipment_item where id = 'lamp'")).toBe('Torch')
  } finally {
    for (const client of [gate, administrator]) client.release(true)
  }
})

const countWaiting =
  "select count(*)::integer from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"

describe('importing again', () => {
  test('changes the records that differ and no others', async () => {
    await importFiles({ 'campgrounds.json': [campground('a'), campground('b')] })
    const outcomes = await importFiles({ 'campgrounds.json': [campground('a', { name: 'Renamed' }), campground('b')] })
    expect(outcomes).toEqual([
      { name: 'campgrounds', added: 0, changed: 1, unchanged: 1 },
      { name: 'zones', added: 0, changed: 0, unchanged: 2 },
    ])
    expect(await readValue(`select name from booking.campground where id = 'a'`)).toBe('Renamed')
  })

  test('leaves records alone that are no longer in the files', async () => {
    await importFiles({ 'campgrounds.json': [campground('a'), campground('b')] })
    await importFiles({ 'campgrounds.json': [campground('b')] })
    expect(await readValue('select count(*)::integer from booking.campground')).toBe(2)
  })

  test('does not overwrite the stock of the running service', async () => {
    await importFiles(stocked(8))
    await database.pool().query('update inventory.stock set on_hand = 5')
    await importFiles(stocked(9))
    expect(await readValue('select on_hand from inventory.stock')).toBe(5)
  })

  test('resets stock with --reset-stock', async () => {
    await importFiles(stocked(8))
    await database.pool().query('update inventory.stock set on_hand = 5')
    const outcomes = await importFiles(stocked(9), { resetStock: true })
    expect(outcomes).toContainEqual({ name: 'stock', added: 0, changed: 1, unchanged: 0 })
    expect(await readValue('select on_hand from inventory.stock')).toBe(9)
  })

  test('records a reset of stock as a movement', async () => {
    await importFiles(stocked(8))
    await database.pool().query('update inventory.stock set on_hand = 5')
    await importFiles(stocked(9), { resetStock: true })
    await importFiles(stocked(9), { resetStock: true })
    const movements = `select json_agg(array[quantity_delta, on_hand_after]) from inventory.movement`
    expect(await readValue(movements)).toEqual([[4, 9]])
  })

  test('does not overwrite the used count of a coupon, but changes the rest', async () => {
    await importFiles({ 'coupons.json': [coupon('c', { usedCount: 3 })] })
    await database.pool().query('update checkout.coupon set used_count = 4')
    await importFiles({ 'coupons.json': [coupon('c', { usedCount: 3, minSpend: '9.00' })] })
    expect(await readValue(`select array[used_count, min_spend::integer] from checkout.coupon`)).toEqual([4, 9])
  })

  test('does not change the status of a claim', async () => {
    const claim = { couponId: 'c', customerId: 'a', claimedAt: '2026-01-01T00:00:00.000Z' }
    const files = { 'coupons.json': [coupon('c')], 'customers.json': [customer('a')], 'coupon-claims.json': [claim] }
    await importFiles(files)
    await database.pool().query(`update checkout.coupon_claim set status = 'applied', order_id = 'o'`)
    expect(await importFiles(files)).toContainEqual({ name: 'coupon claims', added: 0, changed: 0, unchanged: 1 })
    expect(await readValue('select status from checkout.coupon_claim')).toBe('applied')
  })

  test('removes images that a product no longer has', async () => {
    const product = (...images: string[]) => ({
      'items.json': [item('tent')],
      'pictures/a.svg': drawing,
      'products.json': [{ id: 'p', itemId: 'tent', images }],
    })
    await importFiles(product('a.svg', 'https://x.test/b.svg'))
    const outcomes = await importFiles(product('a.svg'))
    expect(outcomes).toContainEqual({ name: 'products', added: 0, changed: 1, unchanged: 1 })
    const paths = 'select json_agg(path order by position) from catalog.product_image'
    expect(await readValue(paths)).toEqual(['/api/products/images/a.svg'])
  })

  test('does not overwrite an existing customer', async () => {
    await importFiles({ 'customers.json': [customer('c')] })
    await database
      .pool()
      .query(`update member.customer set status = 'suspended', firebase_uid = 'uid', name = 'Own name'`)
    await importFiles({ 'customers.json': [customer('c')] }, { resetStock: true })
    const stored = `select row_to_json(x) from (select status, firebase_uid, name from member.customer) x`
    expect(await readValue(stored)).toEqual({ status: 'suspended', firebase_uid: 'uid', name: 'Own name' })
  })
})

describe('a data set with anything wrong in it', () => {
  test('is refused as a whole', async () => {
    const files = { ...stocked(1), 'holidays.json': [{ date: '2027-02-30', kind: 'holiday', name: 'x' }] }
    expect(await refusalOf(files)).toHaveLength(1)
    expect(await readValue('select count(*)::integer from booking.campground')).toBe(0)
  })

  test('is reported with issues of files and database together', async () => {
    const listing = {
      id: 'l',
      campgroundId: 'gone',
      variantId: 'tent-variant',
      priceWeekday: '1',
      priceHoliday: '1.00',
    }
    const issues = await refusalOf({
      'items.json': [item('tent')],
      'rental-listings.json': [listing, { ...listing, id: 'm', priceWeekday: '1.00' }],
    })
    expect(issues).toEqual([
      'rental-listings.json[0] (l) priceWeekday: must be an amount with two fraction digits in a string, like "1200.00"',
      'rental-listings.json[1] (m) campgroundId: "gone" is neither in the files nor in the database (campgrounds)',
    ])
  })

  test('makes the command exit with 1 and print the issues to standard error', async () => {
    const directory = await dataSetOf({ 'items.json': [7] })
    const tool = fileURLToPath(new URL('../import.ts', import.meta.url))
    const environment = { ...process.env, DATABASE_ADMIN_URL: database.adminUrl }
    const ended = spawnSync(process.execPath, [tool, directory], { env: environment, encoding: 'utf8' })
    expect({ status: ended.status, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `${directory} was refused, nothing was imported: one problem\n  items.json[0]: must be an object, not a number\n`,
    })
  })
})

describe('pictures', () => {
  test('are stored byte for byte', async () => {
    await importFiles({ 'pictures/a.svg': drawing })
    expect(await readValue(`select convert_from(content, 'utf8') from catalog.image where name = 'a.svg'`)).toBe(
      drawing,
    )
  })

  test('are refused with the rest of the data set', async () => {
    expect(await refusalOf({ ...stocked(1), 'pictures/a.svg': 'no drawing' })).toEqual([
      'pictures/a.svg: is not well-formed XML',
    ])
    expect(await readValue('select count(*)::integer from booking.campground')).toBe(0)
  })
})

describe('against what the database holds', () => {
  test('a picture that a product names may be there from an earlier import', async () => {
    await importFiles({ 'pictures/a.svg': drawing, 'items.json': [item('tent')] })
    const product = { id: 'p', itemId: 'tent', images: ['a.svg'] }
    await importFiles({ 'products.json': [product] })
    expect(await refusalOf({ 'products.json': [{ ...product, images: ['a.svg', 'b.svg'] }] })).toEqual([
      'products.json[0] (p) images.1: "b.svg" is neither in the files nor in the database (pictures)',
    ])
  })

  test('a reference may point to an earlier import', async () => {
    await importFiles({ 'campgrounds.json': [campground('a')] })
    const closure = { id: 4, campgroundId: 'a', closureType: 'weekly', weekday: 2, reason: 'Rest' }
    expect(await importFiles({ 'closures.json': [closure] })).toEqual([
      { name: 'closures', added: 1, changed: 0, unchanged: 0 },
    ])
  })

  test('a zone cannot move to another campground', async () => {
    await importFiles({ 'campgrounds.json': [campground('a')] })
    expect(await refusalOf({ 'campgrounds.json': [campground('b', { zones: [zone('a-zone')] })] })).toEqual([
      'campgrounds.json[0] (b) zones.0.campgroundId: is "a" in the database and cannot become "b"',
    ])
  })

  test('a SKU code belongs to one SKU, in whatever letters', async () => {
    await importFiles({ 'items.json': [item('a', 'TENT')] })
    expect(await refusalOf({ 'items.json': [item('b', 'tent')] })).toEqual([
      'items.json[0] (b) skus.0.code: the code "tent" belongs to "a-sku" in the database',
    ])
  })

  test('an unbound e-mail belongs to one customer', async () => {
    await importFiles({ 'customers.json': [customer('a', 'x@campstore.test')] })
    expect(await refusalOf({ 'customers.json': [customer('b', 'X@campstore.test')] })).toEqual([
      'customers.json[0] (b) email: the email "X@campstore.test" belongs to "a" in the database',
    ])
  })

  test('other violations are reported in the database’s words', async () => {
    await importFiles({ 'items.json': [item('a', 'ONE'), item('b', 'TWO')] })
    expect(await refusalOf({ 'items.json': [item('a', 'TWO'), item('b', 'ONE')] })).toEqual([
      expect.stringMatching(/^items\.json: the database refused skus: Key \(lower\(code\)\)=\(two\) already exists/),
    ])
  })

  test('new closures continue the numbers of the imported ones', async () => {
    const closure = { id: 40, campgroundId: 'a', closureType: 'weekly', weekday: 2, reason: 'Rest' }
    await importFiles({ 'campgrounds.json': [campground('a')], 'closures.json': [closure] })
    const insert = `
      insert into booking.closure (campground_id, closure_type, weekday, reason)
      values ('a', 'weekly', 3, 'By hand')
      returning id::integer`
    expect(await readValue(insert)).toBe(41)
  })
})

test('many records take few statements', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => customer(`c${index}`))
  const dataSet = await readDataSet(await dataSetOf({ 'customers.json': many }), [customers])
  const tx = await database.pool().connect()
  let statements = 0
  const counting: Queryable = {
    query: (statement, values) => {
      statements += 1
      return tx.query(statement, values)
    },
  }
  await tx.query('begin')
  for (const { target, rows } of dataSet.targets.slice(0, 1)) {
    await stage(counting, target, rows)
    const outcome = await writeTarget(counting, target, rows.length, false)
    expect(outcome).toEqual({ name: 'customers', added: 20_000, changed: 0, unchanged: 0 })
  }
  await tx.query('rollback')
  tx.release()
  expect(statements).toBeLessThan(10)
})

test('an unreachable or empty database is reported in one line', async () => {
  const directory = await dataSetOf({ 'campgrounds.json': [campground('a')] })
  const unreachable = new URL(database.adminUrl)
  unreachable.port = '1'
  await expect(importDirectory({ directory, adminUrl: unreachable.href })).rejects.toThrow(CliError)
  await database.pool().query('drop schema booking cascade')
  await expect(importDirectory({ directory, adminUrl: database.adminUrl })).rejects.toThrow(/Run npm run migrate first/)
})
