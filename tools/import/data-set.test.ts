import { CliError } from '@campstore/local-servers/cli-error'
import { describe, expect, test } from 'vitest'
import { readDataSet } from './data-set.ts'
import { contradictions, openReferences } from './file-checks.ts'
import { describeIssue, ImportRefused } from './import-issues.ts'
import { recordTypes } from './record-types.ts'
import { campground, coupon, customer, dataSetOf, drawing, item, zone } from './testing/data-set-files.ts'

async function issuesOf(files: Record<string, unknown>): Promise<string[]> {
  const dataSet = await readDataSet(await dataSetOf(files), recordTypes)
  return [...dataSet.issues, ...contradictions(dataSet)].map(describeIssue)
}

const closure = { id: 1, campgroundId: 'a', reason: 'Rain' }

describe('an invalid record is reported with file, place, id, field and reason', () => {
  const cases: [name: string, files: Record<string, unknown>, message: string][] = [
    [
      'a price as a number',
      { 'campgrounds.json': [campground('a'), campground('b', { zones: [zone('z', { priceWeekday: 800 })] })] },
      'campgrounds.json[1] (b) zones.0.priceWeekday: must be a string, not a number',
    ],
    [
      'a price without its two digits',
      { 'campgrounds.json': [campground('a', { zones: [zone('z', { priceHoliday: '800.5' })] })] },
      'campgrounds.json[0] (a) zones.0.priceHoliday: must be an amount with two fraction digits in a string, like "1200.00"',
    ],
    [
      'an unknown field, with a suggestion',
      { 'campgrounds.json': [campground('a', { regoin: 'Yilan' })] },
      'campgrounds.json[0] (a) regoin: is not a field. Did you mean region?',
    ],
    [
      'a missing field',
      { 'holidays.json': [{ date: '2026-01-01', kind: 'holiday' }] },
      'holidays.json[0] (2026-01-01) name: is missing',
    ],
    [
      'an id of other characters',
      { 'campgrounds.json': [campground('a b', { zones: [] })] },
      'campgrounds.json[0] (a b) id: must be 1 to 64 letters, digits, hyphens or underscores',
    ],
    [
      'a date that does not exist',
      { 'holidays.json': [{ date: '2027-02-30', kind: 'holiday', name: 'x' }] },
      'holidays.json[0] (2027-02-30) date: must be a date that exists, YYYY-MM-DD',
    ],
    [
      'a year that PostgreSQL does not know',
      { 'holidays.json': [{ date: '0000-01-01', kind: 'holiday', name: 'x' }] },
      'holidays.json[0] (0000-01-01) date: must be a date that exists, YYYY-MM-DD',
    ],
    [
      'a closure that ends before it begins',
      { 'closures.json': [{ ...closure, closureType: 'date_range', startDate: '2027-01-02', endDate: '2027-01-01' }] },
      'closures.json[0] (1) endDate: must not be before startDate',
    ],
    [
      'a validity that ends before it begins',
      {
        'closures.json': [
          { ...closure, closureType: 'weekly', weekday: 1, effectiveFrom: '2027-01-02', effectiveTo: '2027-01-01' },
        ],
      },
      'closures.json[0] (1) effectiveTo: must not be before effectiveFrom',
    ],
    [
      'an eighth day of the week',
      { 'closures.json': [{ ...closure, closureType: 'weekly', weekday: 7 }] },
      'closures.json[0] (1) weekday: must be at most 6',
    ],
    [
      'a field of the other closure type',
      { 'closures.json': [{ ...closure, closureType: 'weekly', weekday: 1, startDate: '2027-01-01' }] },
      'closures.json[0] (1) startDate: belongs to the other closureType: leave it out',
    ],
    [
      'a discount above 0.30',
      {
        'rental-listings.json': [
          {
            id: 'l',
            campgroundId: 'a',
            variantId: 'v',
            priceWeekday: '1.00',
            priceHoliday: '1.00',
            discountRate: '0.31',
          },
        ],
      },
      'rental-listings.json[0] (l) discountRate: must be from "0.00" to "0.30", two fraction digits, in a string',
    ],
    [
      'a store that belongs to a campground',
      { 'locations.json': [{ id: 's', name: 'Shop', kind: 'store', campgroundId: 'a' }] },
      'locations.json[0] (s) campgroundId: is for rental locations: leave it out',
    ],
    [
      'a text that cannot be stored',
      { 'campgrounds.json': [campground('a', { name: 'x\0' })] },
      'campgrounds.json[0] (a) name: has a character that cannot be stored',
    ],
    [
      'a policy of a time zone that does not exist',
      {
        'policy.json': {
          bookingWindowDays: 90,
          advanceDays: 1,
          maxNights: 14,
          timezone: 'Asia/Tapei',
          dateBoundaryHour: 0,
          lowAvailabilityThreshold: 3,
          occupyingStatuses: ['pending'],
        },
      },
      'policy.json timezone: must be a time zone, like Asia/Taipei',
    ],
    [
      'a picture that runs a script',
      { 'pictures/a.svg': drawing.replace('<rect', '<rect onload="x"') },
      'pictures/a.svg: has onload="…", which would run a script',
    ],
    [
      'a picture of another kind',
      { 'pictures/a.png': 'x' },
      'pictures/a.png: must be named <name>.svg, the name of 1 to 100 letters, digits, hyphens or underscores',
    ],
    [
      'a picture that is too large',
      { 'pictures/a.svg': drawing.padEnd(65_537) },
      'pictures/a.svg: has 65537 bytes; at most 65536 are allowed',
    ],
    [
      'an image from anywhere',
      { 'products.json': [{ id: 'p', itemId: 'i', images: ['../a.svg'] }] },
      'products.json[0] (p) images.0: must be the name of a picture, like "tent.svg", or an address that begins with https://',
    ],
    [
      'an image with a quotation mark',
      { 'products.json': [{ id: 'p', itemId: 'i', images: ['https://x/"onerror="1'] }] },
      'products.json[0] (p) images.0: must be the name of a picture, like "tent.svg", or an address that begins with https://',
    ],
    [
      'a coupon of more than everything',
      { 'coupons.json': [coupon('c', { discountValue: '100.01' })] },
      'coupons.json[0] (c) discountValue: must be at most 100.00 per cent',
    ],
    [
      'a coupon of nothing',
      { 'coupons.json': [coupon('c', { discountValue: '0.00' })] },
      'coupons.json[0] (c) discountValue: must be above 0.00',
    ],
    [
      'a coupon that ends when it begins',
      { 'coupons.json': [coupon('c', { endsAt: '2026-01-01T00:00:00.000Z' })] },
      'coupons.json[0] (c) endsAt: must be after startsAt',
    ],
    [
      'a coupon that was used too often',
      { 'coupons.json': [coupon('c', { usageLimit: 2, usedCount: 3 })] },
      'coupons.json[0] (c) usedCount: must not be above usageLimit',
    ],
    [
      'a fee that is no amount',
      { 'shipping-policy.json': { flatFee: '100', freeShippingThreshold: '1500.00' } },
      'shipping-policy.json flatFee: must be an amount with two fraction digits in a string, like "1200.00"',
    ],
    ['a folder that is a file', { pictures: 'x' }, expect.stringMatching(/^pictures: is not readable as a folder: /)],
    ['a record that is none', { 'items.json': [7] }, 'items.json[0]: must be an object, not a number'],
    ['a file that is no list', { 'items.json': {} }, 'items.json: must be an array of records'],
    [
      'a mistyped file name',
      { 'campground.json': [] },
      'campground.json: is not part of a data set. Did you mean campgrounds.json?',
    ],
  ]

  test.each(cases)('%s', async (_, files, expected) => {
    expect(await issuesOf(files)).toEqual([expected])
  })

  test('a file that is no JSON', async () => {
    expect(await issuesOf({ 'stock.json': '[{"a":}]' })).toEqual([
      expect.stringMatching(/^stock\.json: is not readable as JSON: Unexpected token/),
    ])
  })

  test('an empty directory', async () => {
    expect(await issuesOf({})).toEqual(['.: contains no file of a data set'])
  })

  test('a missing directory is reported in one line', async () => {
    await expect(readDataSet('/nowhere/at/all', recordTypes)).rejects.toThrow(CliError)
  })
})

describe('records that contradict each other', () => {
  test('the same id twice, also in different campgrounds', async () => {
    const files = {
      'campgrounds.json': [campground('a', { zones: [zone('z')] }), campground('b', { zones: [zone('z')] })],
    }
    expect(await issuesOf(files)).toEqual([
      'campgrounds.json[1] (b) zones.0.id: repeats the id "z" of campgrounds.json[0] (a) zones.0',
    ])
  })

  test('the same code in other letters', async () => {
    expect(await issuesOf({ 'items.json': [item('a', 'TENT-4'), item('b', 'tent-4')] })).toEqual([
      'items.json[1] (b) skus.0.code: repeats the code "tent-4" of items.json[0] (a) skus.0',
    ])
  })

  test('two rental locations of one campground', async () => {
    const location = { kind: 'rental', name: 'Counter', campgroundId: 'a' }
    expect(
      await issuesOf({
        'locations.json': [
          { ...location, id: 'x' },
          { ...location, id: 'y' },
        ],
      }),
    ).toEqual(['locations.json[1] (y) campgroundId: repeats the campgroundId "a" of locations.json[0] (x)'])
  })

  test('one item sold as two products', async () => {
    const products = ['p', 'q'].map(id => ({ id, itemId: 'tent' }))
    expect(await issuesOf({ 'products.json': products })).toEqual([
      'products.json[1] (q) itemId: repeats the itemId "tent" of products.json[0] (p)',
    ])
  })

  test('a coupon that a customer claims twice', async () => {
    const claim = { couponId: 'c', customerId: 'a', claimedAt: '2026-01-01T00:00:00.000Z' }
    expect(await issuesOf({ 'coupon-claims.json': [claim, claim] })).toEqual([
      'coupon-claims.json[1] (c a): repeats the couponId "c" and customerId "a" of coupon-claims.json[0] (c a)',
    ])
  })

  test('one e-mail may be shared with a deleted customer only', async () => {
    const gone = { ...customer('b', 'A@campstore.test'), status: 'deleted' }
    expect(await issuesOf({ 'customers.json': [customer('a', 'a@campstore.test'), gone] })).toEqual([])
  })
})

describe('references', () => {
  const listing = { id: 'l', campgroundId: 'a', variantId: 'v', priceWeekday: '1.00', priceHoliday: '1.00' }
  const openTargets = async (files: Record<string, unknown>): Promise<string[]> =>
    openReferences(await readDataSet(await dataSetOf(files), recordTypes)).map(({ to }) => to)

  test('to records in no file are checked in the database', async () => {
    expect(await openTargets({ 'rental-listings.json': [listing] })).toEqual(['campgrounds', 'variants'])
  })

  test('to a broken record, or into an unreadable file, are not targetRows against who refers', async () => {
    const files = { 'campgrounds.json': [campground('a', { name: 7 })], 'items.json': 'no JSON' }
    expect(await openTargets({ ...files, 'rental-listings.json': [listing] })).toEqual([])
  })

  test('of a product to its pictures are by their names; one that is broken is not targetRows against the product', async () => {
    const product = { id: 'p', itemId: 'tent', images: ['a.svg', 'https://x.test/b.svg'] }
    const files = { 'items.json': [item('tent')], 'products.json': [product] }
    expect(await openTargets(files)).toEqual(['pictures'])
    expect(await openTargets({ ...files, 'pictures/a.svg': 'no drawing' })).toEqual([])
  })
})

test('a refusal lists at most fifty issues and the number of the others', async () => {
  const { issues } = await readDataSet(
    await dataSetOf({ 'items.json': Array.from({ length: 60 }, () => 7) }),
    recordTypes,
  )
  const lines = new ImportRefused('x', issues).message.split('\n')
  expect(lines[0]).toBe('x was refused, nothing was imported: 60 problems')
  expect(lines).toHaveLength(52)
  expect(lines.at(-1)).toBe('  and 10 more')
})
