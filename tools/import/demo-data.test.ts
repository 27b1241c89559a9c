import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
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
const inactive = (name: string): Row[] => rowsOf(name).filter(row => row.active === false)
const activeCampgrounds = (): Row[] => rowsOf('campgrounds').filter(row => row.active === true)

describe('the demonstration data set', () => {
  test('is valid: shapes, ids, references', () => {
    expect(demo.issues).toEqual([])
    expect(contradictions(demo)).toEqual([])
    expect(openReferences(demo)).toEqual([])
  })

  test('has a file of every record type', () => {
    const places = recordTypes.map(type => type.file)
    expect(places.filter(place => !existsSync(join(demoDirectory, place)))).toEqual([])
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

  test('has discounts, and one listing, one SKU and one rented variant out of use, each listed by itself', () => {
    expect(rowsOf('rental listings').some(listing => listing.discountRate !== '0.00')).toBe(true)
    expect([inactive('rental listings'), inactive('skus')].map(rows => rows.length)).toEqual([1, 1])
    const [sku] = inactive('skus')
    const ofSku = rowsOf('variants').find(row => row.skuId === sku?.id)
    const listed = rowsOf('rental listings')
      .filter(row => row.active === true)
      .map(row => row.variantId)
    expect(listed).toContain(ofSku?.id)
    expect(inactive('variants').filter(({ id }) => listed.includes(id))).toHaveLength(1)
  })

  test('has the accounts of the identity emulator as customers, and one of each status', () => {
    const emails = rowsOf('customers').map(row => row.email)
    expect(emails).toEqual(expect.arrayContaining(['member@campstore.test', 'hiker@campstore.test']))
    expect(new Set(rowsOf('customers').map(row => row.status))).toEqual(new Set(['active', 'suspended', 'deleted']))
  })

  test('has at least twelve customers with tags, and no unused tag', () => {
    const given = rowsOf('customer tags')
    expect(new Set(given.map(row => row.customerId)).size).toBeGreaterThanOrEqual(12)
    expect(new Set(given.map(row => row.tagId))).toEqual(new Set(rowsOf('tags').map(row => row.id)))
  })

  test('has the four administrators of the identity emulator', () => {
    const found = rowsOf('administrators').map(({ email, role, active }) => [email, role, active])
    expect(found).toEqual([
      ['admin@campstore.test', 'admin', true],
      ['operator@campstore.test', 'operator', true],
      ['warehouse@campstore.test', 'warehouse', true],
      ['inactive@campstore.test', 'operator', false],
    ])
  })
})

/** A product with its item and the variants that it offers. */
type Sold = { id: unknown; status: unknown; item: Row | undefined; variants: Row[] }

function soldProducts(): Sold[] {
  const skus = new Map(rowsOf('skus').map(row => [row.id, row]))
  const items = new Map(rowsOf('items').map(row => [row.id, row]))
  return rowsOf('products').map(({ id, status, itemId }) => ({
    id,
    status,
    item: items.get(itemId),
    variants: rowsOf('variants').filter(row => skus.get(row.skuId)?.itemId === itemId && row.price !== null),
  }))
}

const usable = (variant: Row): boolean =>
  variant.active === true && !inactive('skus').some(sku => sku.id === variant.skuId)
const storeStock = (variant: Row): Row[] =>
  rowsOf('stock').filter(row => row.variantId === variant.id && String(row.locationId).startsWith('store-'))
const onHand = (rows: readonly Row[]): number => rows.reduce((pieces, row) => pieces + Number(row.onHand), 0)

describe('the demonstration store', () => {
  test('has 60 products or more, of 8 categories and 10 brands, with 1 to 6 variants each', () => {
    const products = soldProducts()
    expect(products.length).toBeGreaterThanOrEqual(60)
    expect(new Set(products.map(({ item }) => item?.category)).size).toBe(8)
    expect(new Set(products.map(({ item }) => item?.brand)).size).toBe(10)
    const counts = products.map(({ variants }) => variants.length)
    expect([Math.min(...counts), Math.max(...counts)]).toEqual([1, 6])
  })

  test('has prices from 50 to 60,000', () => {
    const prices = soldProducts().flatMap(({ variants }) => variants.map(({ price }) => Number(price)))
    expect([Math.min(...prices), Math.max(...prices)]).toEqual([50, 60_000])
  })

  test('has one inactive product, and one whose variants all are', () => {
    const products = soldProducts()
    expect(products.filter(({ status }) => status === 'inactive')).toHaveLength(1)
    expect(products.filter(({ variants }) => !variants.some(usable))).toHaveLength(1)
  })

  test('has one product that is sold out, and some that lie in two shops', () => {
    const offered = soldProducts().filter(({ variants }) => variants.some(usable))
    const soldOut = offered.filter(({ variants }) => variants.every(variant => onHand(storeStock(variant)) === 0))
    expect(soldOut).toHaveLength(1)
    const inTwoShops = ({ variants }: Sold) =>
      variants.some(one => storeStock(one).every(row => Number(row.onHand) > 0))
    expect(offered.some(inTwoShops)).toBe(true)
    expect(rowsOf('locations').filter(({ kind }) => kind === 'store').length).toBeGreaterThanOrEqual(2)
  })

  test('describes its products in HTML that runs nothing', () => {
    const described = soldProducts().filter(({ item }) => /<\w+>/.test(String(item?.description)))
    expect(described.length).toBeGreaterThanOrEqual(60)
    const tags = described.flatMap(({ item }) => String(item?.description).match(/<[^>]*>/g) ?? [])
    expect(tags.filter(tag => !/^<\/?(p|ul|ol|li|strong|em|table|tr|th|td)>$/.test(tag))).toEqual([])
  })

  test('has a different picture of every product, and no unused picture', () => {
    const shown = rowsOf('product images').map(row => row.picture)
    expect(new Set(rowsOf('product images').map(row => row.productId)).size).toBe(rowsOf('products').length)
    expect(shown.toSorted()).toEqual(rowsOf('pictures').map(row => row.name))
    expect(new Set(rowsOf('pictures').map(row => row.content)).size).toBe(shown.length)
  })

  test('charges 100.00 for shipping, and nothing from 1500.00 on', () => {
    expect(rowsOf('shipping policy')).toEqual([{ id: 1, flatFee: '100.00', freeShippingThreshold: '1500.00' }])
  })
})

describe('the demonstration coupons', () => {
  const now = Date.now()
  const isOver = (coupon: Row): boolean => new Date(String(coupon.endsAt)).getTime() <= now
  const isUsedUp = (coupon: Row): boolean => coupon.usageLimit !== null && coupon.usedCount === coupon.usageLimit
  const isUsable = (coupon: Row): boolean => coupon.status === 'active' && !isOver(coupon) && !isUsedUp(coupon)
  const claimedBy = (customerId: string): Row[] => {
    const ids = rowsOf('coupon claims').flatMap(row => (row.customerId === customerId ? [row.couponId] : []))
    return rowsOf('coupons').filter(({ id }) => ids.includes(id))
  }

  test.each(['customer-member', 'customer-hiker'])(
    'are claimed by %s: both types, expired, used up, out of reach',
    customer => {
      const coupons = claimedBy(customer)
      const usual = coupons.filter(coupon => isUsable(coupon) && Number(coupon.minSpend) <= 1_000)
      expect(new Set(usual.map(({ discountType }) => discountType))).toEqual(new Set(['percentage', 'fixed']))
      expect(coupons.filter(isOver)).toHaveLength(1)
      expect(coupons.filter(isUsedUp)).toHaveLength(1)
      expect(coupons.filter(coupon => isUsable(coupon) && Number(coupon.minSpend) > 20_000)).toHaveLength(1)
    },
  )
})
