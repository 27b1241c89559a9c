import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contradictions, openReferences } from './checks.ts'
import { readDataSet } from './data-set.ts'
import { describeIssue, ImportRefused } from './import-issues.ts'
import { recordTypes } from './record-types.ts'
import { activityDirectory, dataSetOf, demoDirectory, drawing, file, zone } from './testing/data-set-files.ts'

async function issuesOf(files: Record<string, unknown>): Promise<string[]> {
  const dataSet = await readDataSet(await dataSetOf(files), recordTypes)
  return [...dataSet.issues, ...contradictions(dataSet)].map(describeIssue)
}

const image = 'must be the name of a picture, like "tent.svg", or an address that begins with https:// or http://'
const skuOf = (id: string, count: number) => {
  const variants = Array.from({ length: count }, (_, nth) => ({ id: `${id}-${nth}`, specification: 'one size' }))
  return { id, code: id, variants }
}
const range = { closureType: 'date_range', weekday: null, startDate: '2027-01-02', endDate: '2027-01-01' }

test.each<[name: string, changes: object, expected: string]>([
  [
    'campgrounds.json',
    { zones: [zone('z', { priceWeekday: 800 })] },
    '(a) zones.0.priceWeekday: must be a string, not a number',
  ],
  ['campgrounds.json', { regoin: 'Yilan' }, '(a) regoin: is not a field. Did you mean region?'],
  ['campgrounds.json', { id: 'a b' }, '(a b) id: must be 1 to 64 letters, digits, hyphens or underscores'],
  ['closures.json', range, '(1) endDate: must not be before startDate'],
  ['locations.json', { kind: 'store' }, '(counter) campgroundId: is for rental locations: leave it out'],
  ['products.json', { images: ['../a.svg'] }, `(p) images.0: ${image}`],
  ['items.json', { skus: [skuOf('s', 60), skuOf('t', 41)] }, '(tent) skus: must have at most 100 variants'],
  ['coupons.json', { endsAt: '2026-01-01T00:00:00.000Z' }, '(c) endsAt: must be after startsAt'],
  ['coupons.json', { usageLimit: 2, usedCount: 3 }, '(c) usedCount: must not be above usageLimit'],
])(
  'an invalid record of %s with %j is reported with file, place, id, field and reason',
  async (name, changes, expected) => {
    expect(await issuesOf(file(name, changes))).toEqual([`${name}[0] ${expected}`])
  },
)

const policy = JSON.parse(readFileSync(join(demoDirectory, 'policy.json'), 'utf8'))

test.each<[files: Record<string, unknown>, expected: unknown]>([
  [{}, '.: contains no file of a data set'],
  [{ 'campground.json': [] }, 'campground.json: is not part of a data set. Did you mean campgrounds.json?'],
  [{ 'stock.json': '[{"a":}]' }, expect.stringMatching(/^stock\.json: is not readable as JSON: Unexpected token/)],
  [{ 'items.json': {} }, 'items.json: must be an array of records'],
  [{ 'policy.json': { ...policy, timezone: 'Asia/Tokyo' } }, 'policy.json timezone: must be "Asia/Taipei"'],
  [{ 'policy.json': { ...policy, advanceDays: 91 } }, 'policy.json advanceDays: must not be above bookingWindowDays'],
  [
    { 'pictures/a.gif': 'x' },
    'pictures/a.gif: must be named <name>.svg, .png, .jpg or .webp, the name of 1 to 100 letters, digits, hyphens or underscores',
  ],
  [{ 'pictures/a.svg': 'a tent' }, 'pictures/a.svg: is not an SVG'],
  [{ 'pictures/a.png': 'x' }, 'pictures/a.png: is not an image of type image/png'],
  [{ 'pictures/a.jpg': 'x'.repeat(1_000_001) }, 'pictures/a.jpg: has 1000001 bytes; at most 1000000 are allowed'],
  [{ 'pictures/a.svg': drawing.padEnd(65_537) }, 'pictures/a.svg: has 65537 bytes; at most 65536 are allowed'],
  // The same id in different campgrounds, and other repetitions.
  [
    file('campgrounds.json', { zones: [zone('z')] }, { id: 'b', zones: [zone('z')] }),
    'campgrounds.json[1] (b) zones.0.id: repeats the id "z" of campgrounds.json[0] (a) zones.0',
  ],
  [
    file('customers.json', { tags: ['a', 'a'] }),
    'customers.json[0] (a) tags.1: repeats the customerId "a" and tagId "a" of customers.json[0] (a) tags.0',
  ],
])('%j is refused', async (files, expected) => {
  expect(await issuesOf(files)).toEqual([expected])
})

test('of many issues the first fifty are shown, and how many others there are', () => {
  const place = { file: 'items.json', path: '' }
  const issues = Array.from({ length: 60 }, () => ({ place, reason: 'is wrong' }))
  const lines = new ImportRefused('shop', issues).message.split('\n')
  expect(lines.slice(50)).toEqual(['  items.json: is wrong', '  and 10 more'])
})

const demo = await readDataSet(demoDirectory, recordTypes)
const activity = await readDataSet(activityDirectory, recordTypes)

test('the demonstration data are valid, and have a file of every record type', () => {
  expect([demo.issues, contradictions(demo), openReferences(demo)]).toEqual([[], [], []])
  expect([activity.issues, contradictions(activity)]).toEqual([[], []])
  const places = recordTypes.map(type => type.file)
  const missing = places.filter(
    place => ![demoDirectory, activityDirectory].some(directory => existsSync(join(directory, place))),
  )
  expect(missing).toEqual([])
})

test('symbolic links and named pipes are refused by name: nothing outside of the data set is read, nothing is waited for', async () => {
  const directory = await dataSetOf({ 'pictures/a.svg': drawing })
  symlinkSync('/etc/passwd', join(directory, 'items.json'))
  symlinkSync(join(directory, 'pictures/a.svg'), join(directory, 'pictures/b.svg'))
  for (const pipe of ['stock.json', 'pictures/c.svg']) execFileSync('mkfifo', [join(directory, pipe)])
  const { issues } = await readDataSet(directory, recordTypes)
  expect(issues.map(describeIssue).sort()).toEqual([
    'items.json: is not readable as JSON: it is a symbolic link: put the file itself here',
    'pictures/b.svg: is not readable: it is a symbolic link: put the file itself here',
    'pictures/c.svg: is not readable: it is not a file',
    'stock.json: is not readable as JSON: it is not a file',
  ])
  const linked = await dataSetOf({})
  symlinkSync(join(directory, 'pictures'), join(linked, 'pictures'))
  expect((await readDataSet(linked, recordTypes)).issues).toMatchObject([{ place: { file: 'pictures' } }])
})
