import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
