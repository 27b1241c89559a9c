import { inDays, setPolicy } from '@campstore/testing/campground'
import { insertRow } from '@campstore/testing/rows'
import { insertBooking } from '@campstore/testing/stored-rows'
import { useDatabase } from '@campstore/testing/use-fixture'
import { until } from '@campstore/testing/waiting'
import { expect, test } from 'vitest'
import { pngOf } from '../../services/products/src/testing/pictures.ts'
import { runImport } from '../import.ts'
import { importDirectory } from './import-directory.ts'
import { describeIssue, ImportRefused } from './import-issues.ts'
import {
  campground,
  coupon,
  customer,
  dataSetOf,
  demoDirectory,
  drawing,
  file,
  item,
  zone,
} from './testing/data-set-files.ts'
import type { Outcome } from './write.ts'

type Files = Record<string, unknown>

const database = useDatabase('each test')

const importDemo = () => importDirectory({ directory: demoDirectory, adminUrl: database.adminUrl })

const importFiles = async (files: Files, options: { resetStock?: boolean } = {}): Promise<Outcome[]> =>
  importDirectory({ directory: await dataSetOf(files), adminUrl: database.adminUrl, ...options })

async function refusalOf(files: Files): Promise<string[]> {
  const refusal = await importFiles(files).catch((error: unknown) => error)
  if (!(refusal instanceof ImportRefused)) throw new Error('the import was not refused')
  return refusal.issues.map(describeIssue)
}

async function readValue(query: string): Promise<unknown> {
  const { rows } = await database.pool().query({ text: query, rowMode: 'array' })
  return rows[0]?.[0]
}

const stocked = (onHand: number): Files => ({
  ...file('campgrounds.json'),
  ...file('items.json'),
  ...file('locations.json'),
  ...file('stock.json', { onHand }),
})

test('with --if-empty only a database without campgrounds is filled', async () => {
  const directory = await dataSetOf(file('campgrounds.json'))
  const run = () => runImport(['--if-empty', directory], { DATABASE_ADMIN_URL: database.adminUrl })
  expect(await run()).toMatch(/record type .*campgrounds +1/s)
  await database.pool().query(`update booking.campground set name = 'My own'`)
  expect(await run()).toBe('Nothing changed: the database already has campgrounds.')
  expect(await readValue('select name from booking.campground')).toBe('My own')
})

test('the demonstration data fill every table; a second import at the same time waits, and changes nothing', async () => {
  const outcomes = await Promise.all([importDemo(), importDemo()])
  const isFirst = (outcome: Outcome[]) => outcome.some(({ name, added }) => name === 'zones' && added > 0)
  const [[first = []], [second]] = [outcomes.filter(isFirst), outcomes.filter(outcome => !isFirst(outcome))]
  // The shipping policy is there from the beginning, and the same.
  const [fee, ...rest] = first.toSorted((left, right) => left.added - right.added)
  expect(fee).toEqual({ name: 'shipping policy', added: 0, changed: 0, unchanged: 1 })
  const tiers = 'select json_object_agg(tier, total_spent::text) from member.customer where past_spending > 0'
  expect(await readValue(tiers)).toEqual({ gold: '62400.00', silver: '18250.00' })
  expect(rest.every(({ added, changed, unchanged }) => added > 0 && changed === 0 && unchanged === 0)).toBe(true)
  expect(second).toEqual(
    first.map(({ name, added, unchanged }) => ({ name, added: 0, changed: 0, unchanged: added + unchanged })),
  )
})

test('an import and a change by an administrator wait for each other in the same order', async () => {
  await importFiles({ 'items.json': [item('lamp'), item('tent')] })
  const owner = database.pool()
  const [gate, administrator] = [await owner.connect(), await owner.connect()]
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
    // What changeProduct does (services/products/src/use-cases/manage-products.ts).
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

/** Waits until this many connections wait for a lock. */
const nowWaiting = (count: number) => {
  const query = `select count(*)::integer from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return until(async () => (await readValue(query)) === count)
}

const sold = (...images: string[]): Files => ({
  ...file('items.json'),
  ...file('products.json', { images }),
  'pictures/a.svg': drawing,
})
const suspended = { status: 'suspended', firebase_uid: 'uid', name: 'Own name' }
const demoted = { name: 'Own name', role: 'warehouse', active: false, firebase_uid: 'uid', email: 'new@campstore.test' }
const sale = 'update inventory.stock set on_hand = 5'

type Kept = [name: string, first: Files, change: string, again: Files, query: string, stored: unknown]
/** Records that the service changes in these columns; the file stays the same. */
function keptColumns(name: string, table: string, columns: object): Kept {
  const assignments = Object.entries(columns).map(([column, value]) => `${column} = '${value}'`)
  const query = `select row_to_json(stored) from (select ${Object.keys(columns)} from ${table}) stored`
  return [name, file(`${name}.json`), `update ${table} set ${assignments}`, file(`${name}.json`), query, columns]
}

test.each<Kept>([
  ['stock', stocked(8), sale, stocked(9), 'select on_hand from inventory.stock', 5],
  keptColumns('customers', 'member.customer', suspended),
  keptColumns('administrators', 'admin.account', demoted),
])(
  'importing again does not overwrite %s of the running service',
  async (name, first, change, again, query, stored) => {
    await importFiles(first)
    await database.pool().query(change)
    expect(await importFiles(again)).toContainEqual(expect.objectContaining({ name, changed: 0, unchanged: 1 }))
    expect(await readValue(query)).toEqual(stored)
  },
)

test('importing again with --reset-stock resets stock, with a movement', async () => {
  await importFiles(stocked(8))
  await database.pool().query(sale)
  const outcomes = await importFiles(stocked(9), { resetStock: true })
  expect(outcomes).toContainEqual(expect.objectContaining({ name: 'stock', changed: 1 }))
  const movements = `select json_agg(array[quantity_delta, on_hand_after, on_hand]) from inventory.movement, inventory.stock`
  expect(await readValue(movements)).toEqual([[4, 9, 9]])
})

test('importing again changes the records that differ, and of a coupon not the used count', async () => {
  const coupons = (changes: object) => file('coupons.json', { usedCount: 3, ...changes })
  await importFiles({ ...file('campgrounds.json', {}, campground('b')), ...coupons({}) })
  await database.pool().query('update checkout.coupon set used_count = 4')
  const again = { ...file('campgrounds.json', { name: 'Renamed' }, campground('b')), ...coupons({ minSpend: '9.00' }) }
  expect(await importFiles(again)).toEqual(
    expect.arrayContaining([
      { name: 'campgrounds', added: 0, changed: 1, unchanged: 1 },
      { name: 'coupons', added: 0, changed: 1, unchanged: 0 },
    ]),
  )
  expect(await readValue(`select name from booking.campground where id = 'a'`)).toBe('Renamed')
  expect(await readValue('select array[used_count, min_spend::integer] from checkout.coupon')).toEqual([4, 9])
})

test('importing again removes images that a product no longer has', async () => {
  await importFiles(sold('a.svg', 'https://x.test/b.svg'))
  const outcome = expect.objectContaining({ name: 'products', changed: 1, unchanged: 1 })
  expect(await importFiles(sold('a.svg'))).toContainEqual(outcome)
  const images = 'select json_agg(path order by position) from catalog.product_image'
  expect(await readValue(images)).toEqual(['/api/products/images/a.svg'])
})

test('a photograph is stored as an upload is: without metadata, with thumbnails; a second time changes nothing', async () => {
  const files = { 'pictures/a.png': pngOf(300, 150, 'my garden') }
  expect((await importFiles(files)).map(({ added }) => added)).toEqual([1, 4])
  expect(await readValue("select encode(content, 'escape') from catalog.image")).not.toContain('garden')
  expect((await importFiles(files)).map(({ unchanged }) => unchanged)).toEqual([1, 4])
})

test('of the description of an item only safe HTML is stored, as by the API', async () => {
  await importFiles(file('items.json', { description: '<p>Warm</p><script>x()</script>' }))
  expect(await readValue('select description from catalog.equipment_item')).toBe('<p>Warm</p>')
})

test('new closures continue the numbers of the imported ones', async () => {
  await importFiles({ ...file('campgrounds.json'), ...file('closures.json', { id: 40 }) })
  const insert = `
    insert into booking.closure (campground_id, closure_type, weekday, reason)
    values ('a', 'weekly', 3, 'By hand')
    returning id::integer`
  expect(await readValue(insert)).toBe(41)
})

test('a data set with anything wrong in it is refused as a whole, all issues of the database together', async () => {
  const files = {
    ...stocked(1),
    ...file('rental-listings.json', { campgroundId: 'gone' }),
    ...file('products.json', { images: ['b.svg'] }),
    ...file('campgrounds.json', { images: ['https://images.test/c.svg', 'c.svg'] }),
  }
  expect(await refusalOf(files)).toEqual([
    'campgrounds.json[0] (a) pictures: "c.svg" is neither in the files nor in the database (pictures)',
    'products.json[0] (p) images.0: "b.svg" is neither in the files nor in the database (pictures)',
    'rental-listings.json[0] (l) campgroundId: "gone" is neither in the files nor in the database (campgrounds)',
  ])
  expect(await readValue('select count(*)::integer from booking.campground')).toBe(0)
})

test('a zone cannot move to another campground', async () => {
  await importFiles(file('campgrounds.json'))
  expect(await refusalOf({ 'campgrounds.json': [campground('b', { zones: [zone('a-zone')] })] })).toEqual([
    'campgrounds.json[0] (b) zones.0.campgroundId: is "a" in the database and cannot become "b"',
  ])
})

test('every duplicate is named in one run, in the files or stored, and texts are the same as look-ups compare them', async () => {
  await importFiles({ ...file('items.json'), ...file('customers.json', {}, customer('gone', 'gone@campstore.test')) })
  await database.pool().query(`update member.customer set status = 'deleted' where id = 'gone'`)
  const codes = ['R-1', 'R-1', '\tr-1', 'CODE-tent', 'R\u200b1']
  const files = {
    'items.json': codes.map((code, nth) => item(`i${nth}`, code)),
    ...file('products.json', { itemId: 'i0' }, { id: 'q', itemId: 'i0' }),
    'coupons.json': [coupon('a', { code: 'ＳＡＶＥ' }), coupon('b', { code: 'save' })],
    ...file('locations.json', { campgroundId: 'x' }, { id: 'other', campgroundId: 'x' }),
    'customers.json': [customer('b', 'A@campstore.test'), customer('c', 'gone@campstore.test')],
  }
  expect(await refusalOf(files)).toEqual([
    'coupons.json[1] (b) code: is the same for a look-up as the code "ＳＡＶＥ" of coupons.json[0] (a)',
    'customers.json[0] (b) email: is the same for a look-up as the email "a@campstore.test" of "a" in the database',
    'items.json[1] (i1) skus.0.code: repeats the code "R-1" of items.json[0] (i0) skus.0',
    'items.json[2] (i2) skus.0.code: is the same for a look-up as the code "R-1" of items.json[0] (i0) skus.0',
    'items.json[3] (i3) skus.0.code: repeats the code "CODE-tent" of "tent-sku" in the database',
    'items.json[4] (i4) skus.0.code: must not have invisible characters, such as a zero-width space',
    'locations.json[1] (other) campgroundId: repeats the campgroundId "x" of locations.json[0] (counter)',
    'products.json[1] (q) itemId: repeats the itemId "i0" of products.json[0] (p)',
  ])
})

test('codes are unique at the end of an import: records may exchange and pass on theirs', async () => {
  await importFiles({ 'items.json': [item('a', 'A'), item('b', 'B'), item('c', 'C')] })
  const passedOn = { 'items.json': [item('a', 'B'), item('b', 'ａ'), item('c', 'D'), item('d', 'C')] }
  expect(await importFiles(passedOn)).toContainEqual({ name: 'skus', added: 1, changed: 3, unchanged: 0 })
  expect(await readValue('select string_agg(code, $$ $$ order by id) from catalog.sku')).toBe('B ａ D C')
})

test('sites of a zone are not lowered below those that are booked on a night from today on', async () => {
  const owner = database.pool()
  await setPolicy(owner)
  await importFiles(file('campgrounds.json'))
  const [check_in, check_out] = [inDays(1), inDays(2)]
  const line = { line: 0, type: 'Pitch', price_weekday: '800.00', price_holiday: '1200.00', line_total: '1600.00' }
  await insertRow(owner, 'booking.booking_zone', {
    ...line,
    booking_id: await insertBooking(owner, { campground_id: 'a', check_in, check_out }),
    zone_id: 'a-zone',
    quantity: 2,
    stay: `[${check_in},${check_out})`,
    status: 'confirmed',
  })
  const lowered = { 'campgrounds.json': [campground('a', { zones: [zone('a-zone', { totalSites: 1 })] })] }
  expect(await refusalOf(lowered)).toEqual([
    `campgrounds.json[0] (a) zones.0.totalSites: must be at least 2: that many are booked on ${check_in}`,
  ])
})

test('an import and staff who lower other zones of its campground do not deadlock', async () => {
  const camp = (totalSites: number) => ({
    'campgrounds.json': [campground('c', { zones: [zone('a', { totalSites }), zone('b', { totalSites: 5 })] })],
  })
  await setPolicy(database.pool())
  await importFiles(camp(5))
  const staff = await database.pool().connect()
  try {
    await staff.query(`begin; select from booking.zone where id = 'b' for update`)
    const imported = importFiles(camp(4))
    await nowWaiting(1)
    await staff.query(`select pg_advisory_xact_lock(booking.sites_lock('c')); commit`)
    expect(await imported).toContainEqual({ name: 'zones', added: 0, changed: 1, unchanged: 1 })
  } finally {
    staff.release(true)
  }
})

test('a database without tables is reported with what to do', async () => {
  await database.pool().query('drop schema booking cascade')
  await expect(importFiles(file('campgrounds.json'))).rejects.toThrow(/Run npm run migrate first/)
})
