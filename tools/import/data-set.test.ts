import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contradictions, openReferences } from './checks.ts'
import { readDataSet } from './data-set.ts'
import { describeIssue } from './import-issues.ts'
import { jsonRecordTypes, recordTypes } from './record-types.ts'
import { campground, customer, dataSetOf, demoDirectory, drawing, file, item, zone } from './testing/data-set-files.ts'

async function issuesOf(files: Record<string, unknown>): Promise<string[]> {
  const dataSet = await readDataSet(await dataSetOf(files), recordTypes)
  return [...dataSet.issues, ...contradictions(dataSet)].map(describeIssue)
}

const money = 'must be an amount with two fraction digits in a string, like "1200.00"'
const image = 'must be the name of a picture, like "tent.svg", or an address that begins with https://'
const date = 'must be a date that exists, YYYY-MM-DD'
const reversed = { effectiveFrom: '2027-01-02', effectiveTo: '2027-01-01' }
const range = { closureType: 'date_range', weekday: null, startDate: '2027-01-02', endDate: '2027-01-01' }

test.each<[name: string, changes: object, expected: string]>([
  [
    'campgrounds.json',
    { zones: [zone('z', { priceWeekday: 800 })] },
    '(a) zones.0.priceWeekday: must be a string, not a number',
  ],
  ['campgrounds.json', { zones: [zone('z', { priceHoliday: '800.5' })] }, `(a) zones.0.priceHoliday: ${money}`],
  ['campgrounds.json', { regoin: 'Yilan' }, '(a) regoin: is not a field. Did you mean region?'],
  ['campgrounds.json', { id: 'a b' }, '(a b) id: must be 1 to 64 letters, digits, hyphens or underscores'],
  ['campgrounds.json', { name: 'x\0' }, '(a) name: has a character that cannot be stored'],
  ['campgrounds.json', { name: ' ' }, '(a) name: must not be blank'],
  ['holidays.json', { date: '2027-02-30' }, `(2027-02-30) date: ${date}`],
  ['holidays.json', { date: '0000-01-01' }, `(0000-01-01) date: ${date}`],
  ['closures.json', range, '(1) endDate: must not be before startDate'],
  ['closures.json', reversed, '(1) effectiveTo: must not be before effectiveFrom'],
  ['closures.json', { weekday: 7 }, '(1) weekday: must be at most 6'],
  ['closures.json', { startDate: '2027-01-01' }, '(1) startDate: belongs to the other closureType: leave it out'],
  ['closures.json', { closureType: 'daily' }, '(1) closureType: must be "date_range" or "weekly"'],
  [
    'rental-listings.json',
    { discountRate: '0.31' },
    '(l) discountRate: must be from "0.00" to "0.30", two fraction digits, in a string',
  ],
  ['locations.json', { kind: 'store' }, '(counter) campgroundId: is for rental locations: leave it out'],
  ['locations.json', { kind: 'shop' }, '(counter) kind: must be "store" or "rental"'],
  ['products.json', { images: ['../a.svg'] }, `(p) images.0: ${image}`],
  ['products.json', { images: ['https://x/"onerror="1'] }, `(p) images.0: ${image}`],
  ['coupons.json', { discountValue: '100.01' }, '(c) discountValue: must be at most 100.00 per cent'],
  ['coupons.json', { discountValue: '0.00' }, '(c) discountValue: must be above 0.00'],
  ['coupons.json', { endsAt: '2026-01-01T00:00:00.000Z' }, '(c) endsAt: must be after startsAt'],
  ['coupons.json', { startsAt: '2026-01-01' }, '(c) startsAt: must be a time with its zone, like 2026-11-20T08:00:00Z'],
  ['coupons.json', { usageLimit: 2, usedCount: 3 }, '(c) usedCount: must not be above usageLimit'],
  ['administrators.json', { role: 'owner' }, '(kim) role: must be "admin" or "operator" or "warehouse"'],
  ['administrators.json', { email: 'kim' }, '(kim) email: must be an e-mail address'],
  ['administrators.json', { active: 'yes' }, '(kim) active: must be true or false, not a string'],
  ['administrators.json', { firebaseUid: 'x' }, '(kim) firebaseUid: is not a field of this record'],
])(
  'an invalid record of %s with %j is reported with file, place, id, field and reason',
  async (name, changes, expected) => {
    expect(await issuesOf(file(name, changes))).toEqual([`${name}[0] ${expected}`])
  },
)

const demoContent = (name: string) => JSON.parse(readFileSync(join(demoDirectory, name), 'utf8'))

describe.each(jsonRecordTypes)('a record of $file', ({ file: name, single, record }) => {
  const content = demoContent(name)
  const sound = single ? content : content[0]

  test.each(Object.keys(sound))('without %s is refused, unless the field has a default', async field => {
    const { [field]: _, ...rest } = sound
    const schema = z.toJSONSchema(record, { io: 'input' })
    const isRequired = [schema, ...(schema.oneOf ?? [])].some(({ required }) => required?.includes(field))
    const issues = await issuesOf({ [name]: single ? rest : [rest] })
    expect(issues).toEqual(isRequired ? [expect.stringMatching(`^${name}.* ${field}: (is missing|must be )`)] : [])
  })
})

const lists = jsonRecordTypes.filter(({ single }) => !single)
test.each(lists)('a record of $file with the key of another one is refused', async ({ file: name, tables }) => {
  const [sound] = demoContent(name)
  const [key = ''] = tables[0]?.key ?? []
  const [issue] = await issuesOf({ [name]: [sound, sound] })
  expect(issue).toContain(`: repeats the ${key} ${JSON.stringify(sound[key])}`)
})

const policy = demoContent('policy.json')
const claim = file('coupon-claims.json', {}, {})

test.each<[files: Record<string, unknown>, expected: unknown]>([
  [{}, '.: contains no file of a data set'],
  [{ 'campground.json': [] }, 'campground.json: is not part of a data set. Did you mean campgrounds.json?'],
  [
    { 'notes.txt': 'x' },
    expect.stringMatching(/^notes.txt: is not part of a data set. The files of a data set: policy.json, /),
  ],
  [{ 'stock.json': '[{"a":}]' }, expect.stringMatching(/^stock\.json: is not readable as JSON: Unexpected token/)],
  [{ 'items.json': {} }, 'items.json: must be an array of records'],
  [{ 'items.json': [7] }, 'items.json[0]: must be an object, not a number'],
  [
    { 'policy.json': { ...policy, timezone: 'Asia/Tapei' } },
    'policy.json timezone: must be a time zone, like Asia/Taipei',
  ],
  [
    { 'shipping-policy.json': { flatFee: '100', freeShippingThreshold: '1500.00' } },
    `shipping-policy.json flatFee: ${money}`,
  ],
  [{ pictures: 'x' }, expect.stringMatching(/^pictures: is not readable as a folder: /)],
  [
    { 'pictures/a.png': 'x' },
    'pictures/a.png: must be named <name>.svg, the name of 1 to 100 letters, digits, hyphens or underscores',
  ],
  [{ 'pictures/a.svg': drawing.padEnd(65_537) }, 'pictures/a.svg: has 65537 bytes; at most 65536 are allowed'],
  [
    { 'pictures/a.svg': drawing.replace('<rect', '<rect onload="x"') },
    'pictures/a.svg: has onload="…", which would run a script',
  ],
  [{ 'pictures/a.svg/b.svg': drawing }, expect.stringMatching(/^pictures\/a.svg: is not readable: /)],
  // The same id in different campgrounds, and other repetitions.
  [
    file('campgrounds.json', { zones: [zone('z')] }, { id: 'b', zones: [zone('z')] }),
    'campgrounds.json[1] (b) zones.0.id: repeats the id "z" of campgrounds.json[0] (a) zones.0',
  ],
  [
    { 'items.json': [item('a', 'TENT-4'), item('b', 'tent-4')] },
    'items.json[1] (b) skus.0.code: repeats the code "tent-4" of items.json[0] (a) skus.0',
  ],
  [
    file('locations.json', {}, { id: 'y' }),
    'locations.json[1] (y) campgroundId: repeats the campgroundId "a" of locations.json[0] (counter)',
  ],
  [
    file('products.json', {}, { id: 'q' }),
    'products.json[1] (q) itemId: repeats the itemId "tent" of products.json[0] (p)',
  ],
  [claim, 'coupon-claims.json[1] (c a): repeats the couponId "c" and customerId "a" of coupon-claims.json[0] (c a)'],
  [
    file('customers.json', { tags: ['a', 'a'] }),
    'customers.json[0] (a) tags.1: repeats the customerId "a" and tagId "a" of customers.json[0] (a) tags.0',
  ],
])('%j is refused', async (files, expected) => {
  expect(await issuesOf(files)).toEqual([expected])
})

test('one e-mail may be shared with a deleted customer only', async () => {
  const gone = { ...customer('b', 'A@campstore.test'), status: 'deleted' }
  expect(await issuesOf({ 'customers.json': [customer('a', 'a@campstore.test'), gone] })).toEqual([])
})

describe('references that only the database can resolve are', () => {
  const listing = file('rental-listings.json')
  const product = file('products.json', { images: ['a.svg', 'https://x.test/b.svg'] })

  test.each<[name: string, files: Record<string, unknown>, expected: string[]]>([
    ['those to records in no file', listing, ['campgrounds', 'variants']],
    [
      'not those to invalid records, or into an unreadable file',
      { ...listing, 'campgrounds.json': [campground('a', { name: 7 })], 'items.json': 'no JSON' },
      [],
    ],
    ['those to pictures, by their names', { ...product, 'items.json': [item('tent')] }, ['pictures']],
    [
      'not those to an invalid picture',
      { ...product, 'items.json': [item('tent')], 'pictures/a.svg': 'no drawing' },
      [],
    ],
  ])('%s', async (_, files, expected) => {
    const references = openReferences(await readDataSet(await dataSetOf(files), recordTypes))
    expect(references.map(({ to }) => to)).toEqual(expected)
  })

  test('to tables of a data set', () => {
    const tables = recordTypes.flatMap(type => type.tables)
    const names = tables.map(({ name }) => name)
    for (const { references = {} } of tables) expect(names).toEqual(expect.arrayContaining(Object.values(references)))
  })
})
