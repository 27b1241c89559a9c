import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type DataSet, readDataSet } from './data-set.ts'
import { contradictions, openReferences } from './file-checks.ts'
import type { Row } from './kind.ts'
import { kinds } from './kinds.ts'
import { demoDirectory } from './testing/data-set-files.ts'

let demo: DataSet
beforeAll(async () => {
  demo = await readDataSet(demoDirectory, kinds)
})

const rowsOf = (name: string): Row[] =>
  demo.targets.find(held => held.target.name === name)?.rows.map(({ row }) => row) ?? []
const inactive = (name: string): Row[] => rowsOf(name).filter(row => row.active === false)
const activeCampgrounds = (): Row[] => rowsOf('campgrounds').filter(row => row.active === true)

describe('the demonstration data set', () => {
  test('is sound by itself: shapes, ids, references', () => {
    expect(demo.flaws).toEqual([])
    expect(contradictions(demo)).toEqual([])
    expect(openReferences(demo)).toEqual([])
  })

  test('has a file of every kind', () => {
    expect(kinds.filter(kind => !existsSync(join(demoDirectory, kind.file)))).toEqual([])
  })

  test('has campgrounds in different regions, one of them inactive', () => {
    expect(activeCampgrounds().length).toBeGreaterThanOrEqual(4)
    expect(inactive('campgrounds')).toHaveLength(1)
    expect(new Set(rowsOf('campgrounds').map(row => row.region)).size).toBe(rowsOf('campgrounds').length)
  })

  test('has three zones or more in each, of 1 to 40 sites, dearer on holidays, one of them inactive', () => {
    for (const { id } of rowsOf('campgrounds')) {
      expect(rowsOf('zones').filter(zone => zone.campgroundId === id).length).toBeGreaterThanOrEqual(3)
    }
    for (const zone of rowsOf('zones')) {
      expect(zone.totalSites).toBeGreaterThanOrEqual(1)
      expect(zone.totalSites).toBeLessThanOrEqual(40)
      expect(Number(zone.priceHoliday)).toBeGreaterThan(Number(zone.priceWeekday))
    }
    expect(inactive('zones')).toHaveLength(1)
  })

  test('has closures of both types at active campgrounds', () => {
    const open = activeCampgrounds().map(row => row.id)
    const types = rowsOf('closures').filter(closure => open.includes(closure.campgroundId))
    expect(new Set(types.map(closure => closure.closureType))).toEqual(new Set(['date_range', 'weekly']))
  })

  test('has every listed variant in stock at its campground', () => {
    const locations = new Map(rowsOf('locations').map(row => [row.campgroundId, row.id]))
    const stocked = new Set(rowsOf('stock').map(row => `${row.variantId} ${row.locationId}`))
    for (const { campgroundId, variantId } of rowsOf('rental listings')) {
      expect(stocked).toContain(`${variantId} ${locations.get(campgroundId)}`)
    }
    for (const { id } of rowsOf('campgrounds')) {
      expect(rowsOf('rental listings').some(listing => listing.campgroundId === id)).toBe(true)
    }
  })

  test('has discounts, and one listing, one SKU and one variant out of use, each listed by itself', () => {
    expect(rowsOf('rental listings').some(listing => listing.discountRate !== '0.00')).toBe(true)
    expect([inactive('rental listings'), inactive('skus'), inactive('variants')].map(rows => rows.length)).toEqual([
      1, 1, 1,
    ])
    const [sku] = inactive('skus')
    const [variant] = inactive('variants')
    const ofSku = rowsOf('variants').find(row => row.skuId === sku?.id)
    const listed = rowsOf('rental listings')
      .filter(row => row.active === true)
      .map(row => row.variantId)
    expect(listed).toEqual(expect.arrayContaining([ofSku?.id, variant?.id]))
  })

  test('has the accounts of the identity emulator as customers, and one of each status', () => {
    const emails = rowsOf('customers').map(row => row.email)
    expect(emails).toEqual(expect.arrayContaining(['member@campstore.test', 'hiker@campstore.test']))
    expect(new Set(rowsOf('customers').map(row => row.status))).toEqual(new Set(['active', 'suspended', 'deleted']))
  })
})
