import { useDatabase } from '@campstore/testing/use-fixture'
import { beforeAll, describe, expect, test } from 'vitest'
import { audit } from '../../audit.ts'
import { importDirectory } from '../import-directory.ts'
import { ImportRefused } from '../import-issues.ts'
import { activityDirectory, dataSetOf, demoDirectory } from '../testing/data-set-files.ts'

const database = useDatabase()
beforeAll(() => importActivity(demoDirectory))

const importActivity = (directory = activityDirectory) => importDirectory({ directory, adminUrl: database.adminUrl })
const count = async (sql: string): Promise<number> =>
  Number((await database.pool().query<{ count: string }>(`select count(*) from ${sql}`)).rows[0]?.count)

describe('an activity that the rules refuse', () => {
  const booking = {
    id: 'b-1',
    customerId: 'customer-member',
    at: '-5 10:00',
    campgroundId: 'saddle-lake',
    checkIn: '+2',
    nights: 1,
    guestCount: 2,
    zones: [{ zoneId: 'saddle-lake-group', quantity: 2 }],
    paymentMethod: 'gateway-credit',
  }
  const order = {
    id: 'o-1',
    customerId: 'customer-member',
    at: '-3 10:00',
    items: [{ variantId: 'trio-spork-red', quantity: 1 }],
    paymentMethod: 'cod',
  }
  const activityOf = (bookings: object[], orders: object[] = [order], more: object = {}) => ({
    'activity.json': { bookings, orders, ...more },
  })
  const late = { ...booking, steps: [{ do: 'cancel', at: '-5 11:00' }] }
  const stray = { ...order, customerId: 'unknown' }
  const stock = { do: 'transfer', at: '-1 10:00', by: 'administrator-warehouse', reason: 'r' }
  const places = { fromLocationId: 'store-taipei', toLocationId: 'store-taichung' }
  const transfers = [{ ...stock, ...places, lines: [{ variantId: 'trio-spork-red', quantity: 999 }] }]
  const confirmedBy = (by: string) => [
    { do: 'pay', at: '-5 10:02' },
    { do: 'confirm', at: '-4 10:00', by },
  ]

  test.each([
    [
      'of a full zone',
      activityOf([booking, { ...booking, id: 'b-2' }]),
      'bookings.1: cannot be booked: zone_unavailable',
    ],
    [
      'after the deadline',
      activityOf([late]),
      'bookings.0.steps.0: the booking is pending, unpaid, and allows no member-cancel',
    ],
    ['of an unknown customer', activityOf([booking], [stray]), 'orders.0: there is no active customer "unknown"'],
    [
      'of stock that is not there',
      activityOf([booking], [order], { stock: transfers }),
      'stock.0: Only 90 pieces are on hand at this location.',
    ],
    [
      'of today',
      activityOf([{ ...booking, at: '-0 10:00' }]),
      'bookings.0.at: must be a day before today and a time, like "-3 20:15"',
    ],
    [
      'by an unknown administrator',
      activityOf([{ ...booking, steps: confirmedBy('x') }]),
      'bookings.0.steps.1: there is no administrator "x"',
    ],
  ])('%s: refused as a whole, with the step', async (_, files, expected) => {
    const error = await importActivity(await dataSetOf(files)).catch((cause: unknown) => cause)
    if (!(error instanceof ImportRefused)) throw error
    const issues = error.issues.map(({ place, reason }) => `${place.path}: ${reason}`)
    expect(issues).toEqual([expected])
    expect(await count('booking.booking')).toBe(0)
  })
})

test('the activity of the demonstration happens once, and every check of the audit passes; no message is published', async () => {
  const outcomes = await importActivity()
  const [bookings, orders] = outcomes.slice(-2)
  expect(bookings?.added).toBeGreaterThan(120)
  expect(orders?.added).toBeGreaterThan(100)
  const { report, sound } = await audit(database.adminUrl)
  expect(report.split('\n').filter(line => line.startsWith('  VIOLATED') || line.startsWith('violated'))).toEqual([])
  expect([report, sound]).toEqual([expect.any(String), true])
  expect(await count('booking.outbox')).toBe(0)
  expect(await count('checkout.outbox')).toBe(0)
  const again = (await importActivity()).slice(-2)
  expect(again.map(({ name, added, changed }) => ({ name, added, changed }))).toEqual([
    { name: 'bookings', added: 0, changed: 0 },
    { name: 'orders', added: 0, changed: 0 },
  ])
  expect(await count('booking.booking')).toBe(bookings?.added)
})
