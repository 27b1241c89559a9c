import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, type PlainDate, parsePlainDate, weekdayOf } from '@campstore/core/plain-date'
import { beforeAll, expect, test } from 'vitest'
import { contradictions, openReferences } from './checks.ts'
import { readDataSet } from './data-set.ts'
import type { DataSet, Row } from './record-type.ts'
import { recordTypes } from './record-types.ts'
import { demoDirectory } from './testing/data-set-files.ts'

let demo: DataSet
beforeAll(async () => {
  demo = await readDataSet(demoDirectory, recordTypes)
})

const rowsOf = (name: string): Row[] =>
  demo.tables.find(tableRows => tableRows.table.name === name)?.rows.map(({ row }) => row) ?? []

test('is valid, and has a file of every record type', () => {
  expect([demo.issues, contradictions(demo), openReferences(demo)]).toEqual([[], [], []])
  const places = recordTypes.map(type => type.file)
  expect(places.filter(place => !existsSync(join(demoDirectory, place)))).toEqual([])
})

test('has every listed variant in stock at its campground', () => {
  const locations = new Map(rowsOf('locations').map(row => [row.campgroundId, row.id]))
  const stocked = new Set(rowsOf('stock').map(row => `${row.variantId} ${row.locationId}`))
  const listed = rowsOf('rental listings').map(row => `${row.variantId} ${locations.get(row.campgroundId)}`)
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.filter(place => !stocked.has(place))).toEqual([])
})

test('describes its products in HTML that runs nothing, and shows a picture of each', () => {
  const tags = rowsOf('items').flatMap(({ description }) => String(description).match(/<[^>]*>/g) ?? [])
  expect(tags.length).toBeGreaterThan(100)
  expect(tags.filter(tag => !/^<\/?(p|ul|ol|li|strong|em|table|tr|th|td)>$/.test(tag))).toEqual([])
  const shown = rowsOf('product images').map(row => row.picture)
  expect(shown.toSorted()).toEqual(rowsOf('pictures').map(row => row.name))
  expect(new Set(rowsOf('product images').map(row => row.productId)).size).toBe(rowsOf('products').length)
})

/** The days off of a year: holidays, and weekends on which nobody works. */
function daysOff(year: number): PlainDate[] {
  const kinds = new Map(rowsOf('holidays').map(({ date, kind }) => [date, kind]))
  const first = parsePlainDate(`${year}-01-01`) ?? expect.fail()
  const dates = Array.from({ length: 365 }, (_, index) => addDays(first, index))
  return dates.filter(date => {
    const kind = kinds.get(date)
    return kind === undefined ? [0, 6].includes(weekdayOf(date)) : kind === 'holiday'
  })
}

/** Rests of three days and more, as `first..last`. */
function longRests(year: number): string[] {
  const rests: PlainDate[][] = []
  for (const date of daysOff(year)) {
    const current = rests.at(-1)
    if (current?.at(-1) === addDays(date, -1)) current.push(date)
    else rests.push([date])
  }
  return rests.filter(rest => rest.length > 2).map(rest => `${rest[0]?.slice(5)}..${rest.at(-1)?.slice(5)}`)
}

// The calendar of the government offices: docs/data-format.md names the sources.
test.each([
  [
    2026,
    120,
    '02-14..02-22 02-27..03-01 04-03..04-06 05-01..05-03 06-19..06-21 09-25..09-28 10-09..10-11 10-24..10-26 12-25..12-27',
  ],
  [
    2027,
    121,
    '01-01..01-03 02-04..02-10 02-27..03-01 04-03..04-06 04-30..05-02 10-09..10-11 10-23..10-25 12-24..12-26',
  ],
])('%i has the published %i days off, and these long rests', (year, count, rests) => {
  expect(daysOff(year)).toHaveLength(count)
  expect(longRests(year)).toEqual(rests.split(' '))
})
