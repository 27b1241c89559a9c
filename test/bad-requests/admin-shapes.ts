import type { ErrorCode } from '@campstore/contract/errors'
import { goodWrites } from './admin-shop.ts'
import { noDates } from './bodies.ts'
import type { BadRequest, Request } from './requests.ts'

export type Write = keyof typeof goodWrites

/** A request of an administrator who may do everything. */
export const row = (what: string, request: Request, code: ErrorCode = 'VALIDATION_ERROR'): BadRequest => [
  what,
  { as: 'admin', ...request },
  code,
]

/** A write of which something differs from what would be taken. */
export const wrong = (write: Write, what: string, changes: object, code?: ErrorCode): BadRequest =>
  row(`${write}: ${what}`, { ...goodWrites[write], body: { ...goodWrites[write].body, ...changes } }, code)

/** A write of which one field has each of these values. */
const wrongField = (write: Write, field: string, values: readonly unknown[]): BadRequest[] =>
  values.map(value => wrong(write, `${field} ${JSON.stringify(value)}`.slice(0, 60), { [field]: value }))

const noTexts = [null, 1, true, [], {}, '', ' ', '\u3000']
const noAmounts = [
  null,
  10,
  '',
  '-1',
  '-0.01',
  '1.234',
  '1,5',
  '1e3',
  'NaN',
  ' 1',
  '1 ',
  '１',
  '12345678901',
  'free',
  {},
]
const noTimes = [null, 1, '', 'now', '2026-12-01', '2026-12-01T00:00:00', '2026-02-30T00:00:00Z', '2026-12-01 00:00Z']
const noWholeNumbers = ['1', 1.5, -1, 2_147_483_648, 9_007_199_254_740_992, true, [], {}]

/** Every field of every write, with values that it does not take. */
export const shapes: BadRequest[] = [
  ...wrongField('create a user', 'name', [...noTexts, 'n'.repeat(101)]),
  ...wrongField('create a user', 'email', [
    ...noTexts,
    'lo',
    'lo@',
    '@campstore.test',
    'lo@x y.test',
    `${'l'.repeat(250)}@a.test`,
  ]),
  ...wrongField('create a user', 'role', [null, '', 'Admin', 'boss', 1, ['admin'], {}]),
  ...wrongField('change a user', 'active', [null, 'true', 0, 1, {}]),
  ...wrongField('change a user', 'role', [null, '', 'boss']),
  ...wrongField('replace overrides', 'overrides', [null, [], 'all', 1, { orders: true }, { orders: { view: true } }]),
  ...wrongField('replace overrides', 'overrides', [
    { orders: { view: false, edit: true } },
    { orders: { view: 1, edit: 0 } },
  ]),
  ...wrongField('change a customer', 'name', [...noTexts, 'n'.repeat(101)]),
  ...wrongField('change a customer', 'points', [...noWholeNumbers, null]),
  ...wrongField('change a customer', 'birthday', [1, {}, ...noDates]),
  ...wrongField('change a customer', 'phone', [1, {}, '', '0'.repeat(51)]),
  ...wrongField('cancel an order', 'reason', [...noTexts, undefined, 'r'.repeat(201)]),
  ...wrongField('cancel a booking', 'reason', [...noTexts, undefined, '滿'.repeat(201)]),
  ...wrongField('create a product', 'name', [...noTexts, 'n'.repeat(201)]),
  ...wrongField('create a product', 'variants', [null, [], {}, 'one', [null], [{}], [{ sku: 'A' }]]),
  ...wrongField('create a product', 'variants', [Array.from({ length: 101 }, (_, line) => variant(line))]),
  ...wrongField('create a product', 'status', [null, '', 'Active', 'deleted', true]),
  ...wrongField('set the status of a product', 'status', [null, '', 'deleted', 1, undefined]),
  ...wrongField('change a product', 'name', noTexts),
  ...wrongField('add a variant', 'price', noAmounts),
  ...wrongField('add a variant', 'sku', [...noTexts, 'S'.repeat(65)]),
  ...wrongField('add a variant', 'active', [null, 'true', 1]),
  ...wrongField('change variants', 'variants', [null, [], {}, [{}], [{ price: '1.00' }]]),
  ...wrongField('change variants', 'variants', [[{ id: 'variant-lamp' }, { id: 'variant-lamp' }]]),
  ...wrongField('change variants', 'variants', [[{ id: 'variant-lamp', price: '1.234' }]]),
  ...wrongField('move stock', 'variantId', [null, 1, '', [], {}]),
  ...wrongField('move stock', 'locationId', [null, 1, '', [], {}]),
  ...wrongField('move stock', 'quantityDelta', [0, null, '1', 1.5, 2_147_483_648, -2_147_483_649, true, []]),
  ...wrongField('move stock', 'reason', [...noTexts, 'r'.repeat(501)]),
  wrong('move stock', 'more than can be counted', { quantityDelta: 2_147_483_647 }),
  ...wrongField('create a coupon', 'code', [...noTexts, 'C'.repeat(65)]),
  ...wrongField('create a coupon', 'discountType', [null, '', 'Fixed', 'half', 1]),
  ...wrongField('create a coupon', 'discountValue', [...noAmounts, '0', '0.00', '100.01']),
  ...wrongField('create a coupon', 'minSpend', noAmounts),
  ...wrongField('create a coupon', 'usageLimit', [...noWholeNumbers, 0]),
  ...wrongField('create a coupon', 'startsAt', [...noTimes, '2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z']),
  ...wrongField('create a coupon', 'endsAt', noTimes),
  ...wrongField('change a coupon', 'status', [null, '', 'ended']),
  ...wrongField('change a coupon', 'discountValue', ['0', '100.01']),
  ...wrongField('change a coupon', 'endsAt', ['2020-01-01T00:00:00Z']),
  ...wrongField('give a coupon', 'customerId', [null, 1, '', [], {}, undefined]),
  ...wrongField('create a closure', 'closureType', [null, '', 'Weekly', 'monthly', 'date_range']),
  ...wrongField('create a closure', 'weekday', [null, -1, 7, 1.5, '1', true]),
  ...wrongField('create a closure', 'startDate', ['2027-01-01']),
  ...wrongField('create a closure', 'effectiveFrom', [1, {}, ...noDates]),
  ...wrongField('create a closure', 'reason', [...noTexts, 'r'.repeat(201)]),
  wrong('create a closure', 'it ends before it begins', { effectiveFrom: '2027-01-02', effectiveTo: '2027-01-01' }),
  wrong('change a closure', 'another type', { closureType: 'weekly' }),
  wrong('change a closure', 'a weekday in a range of dates', { weekday: 1 }),
  wrong('change a closure', 'no end', { endDate: null }),
  wrong('change a closure', 'an end before its beginning', { endDate: '2020-01-01' }),
]

/** Variants of a product that differ in nothing but their SKU. */
export function variant(line: number) {
  return { ...goodWrites['add a variant'].body, sku: `MANY-${line}` }
}
