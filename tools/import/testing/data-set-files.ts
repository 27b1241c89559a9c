import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryServerHome } from '@campstore/local-servers/os-users'

/** The demonstration data set of this project. */
export const demoDirectory = fileURLToPath(new URL('../../../data/demo', import.meta.url))

/** What happens in it around the day of an import. */
export const activityDirectory = fileURLToPath(new URL('../../../data/activity', import.meta.url))

/** The directory of a data set for one test, by file name; a string or bytes are written as they are, anything else as JSON. */
export async function dataSetOf(files: Record<string, unknown>): Promise<string> {
  const directory = temporaryServerHome()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true })
    const isFile = typeof content === 'string' || content instanceof Uint8Array
    await writeFile(join(directory, name), isFile ? content : JSON.stringify(content))
  }
  return directory
}

export const campground = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  name: `Camp ${id}`,
  region: 'Yilan',
  zones: [zone(`${id}-zone`)],
  ...changes,
})

export const zone = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  type: 'Pitch',
  capacityPerSite: 4,
  priceWeekday: '800.00',
  priceHoliday: '1200.00',
  totalSites: 5,
  ...changes,
})

export const item = (id: string, code = `CODE-${id}`) => ({
  id,
  name: `Item ${id}`,
  skus: [{ id: `${id}-sku`, code, variants: [{ id: `${id}-variant`, specification: 'one size' }] }],
})

export const customer = (id: string, email = `${id}@campstore.test`) => ({
  id,
  name: `Customer ${id}`,
  email,
  registeredAt: '2026-01-01T00:00:00.000Z',
})

export const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'

export const coupon = (id: string, changes: Record<string, unknown> = {}) => ({
  id,
  code: id.toUpperCase(),
  name: `Coupon ${id}`,
  discountType: 'percentage',
  discountValue: '10.00',
  startsAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2027-01-01T00:00:00.000Z',
  ...changes,
})

/** A sound record of each file, by the file's name. */
export const records: Readonly<Record<string, object>> = {
  'administrators.json': { id: 'kim', email: 'kim@campstore.test', name: 'Kim', role: 'operator' },
  'campgrounds.json': campground('a'),
  'closures.json': { id: 1, campgroundId: 'a', closureType: 'weekly', weekday: 2, reason: 'Rest' },
  'coupon-claims.json': { couponId: 'c', customerId: 'a', claimedAt: '2026-01-01T00:00:00.000Z' },
  'coupons.json': coupon('c'),
  'customers.json': customer('a'),
  'holidays.json': { date: '2026-01-01', kind: 'holiday', name: 'New Year' },
  'items.json': item('tent'),
  'locations.json': { id: 'counter', name: 'Counter', kind: 'rental', campgroundId: 'a' },
  'products.json': { id: 'p', itemId: 'tent', images: [] },
  'rental-listings.json': {
    id: 'l',
    campgroundId: 'a',
    variantId: 'tent-variant',
    priceWeekday: '1.00',
    priceHoliday: '1.00',
  },
  'stock.json': { variantId: 'tent-variant', locationId: 'counter', onHand: 8 },
  'tags.json': { id: 'a', name: 'Families' },
}

/** A file with one record for each of the changes, which are made to the sound record; without changes, the sound one. */
export const file = (name: string, ...changes: readonly object[]): Record<string, unknown> => ({
  [name]: (changes.length === 0 ? [{}] : changes).map(change => ({ ...records[name], ...change })),
})
