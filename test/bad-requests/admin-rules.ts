import { adminRoutes } from '@campstore/contract/admin/routes'
import type { ErrorCode } from '@campstore/contract/errors'
import { goodRequest } from './declared-routes.ts'
import type { BadRequest, Request } from './refusals.ts'
import { goodBodies } from './samples.ts'
import { words } from './values.ts'

type Write = keyof typeof adminRoutes

/** A write of which only these fields differ from a good one. */
const wrong = (write: Write, changes: object, code: ErrorCode, path?: string): BadRequest => {
  const request = goodRequest(adminRoutes[write])
  return [`${write} ${JSON.stringify(changes)}`, { ...request, body: { ...goodBodies[write], ...changes } }, code, path]
}
const invalid = (write: Write, changes: object, path: string) => wrong(write, changes, 'VALIDATION_ERROR', path)
/** A write of which one field has each of these values. */
const wrongField = (write: Write, field: string, values: readonly unknown[]): BadRequest[] =>
  values.map(value => invalid(write, { [field]: value }, field))

const noEmails = ['lo', 'lo@', '@campstore.test', 'lo@x y.test', `${'l'.repeat(250)}@a.test`]
const noImages = ['lamp.svg', '//elsewhere.test/lamp.svg', 'javascript:alert(1)', 'data:,x', '/lamp".svg', '/a 1.svg']
const noDiscounts = ['0', '0.00', '100.01']
const shapes: BadRequest[] = [
  ...wrongField('createUser', 'email', noEmails),
  invalid('replacePermissions', { overrides: { orders: { view: false, edit: true } } }, 'overrides.orders'),
  invalid('replacePermissions', { overrides: { payments: { view: true, edit: true } } }, 'overrides.payments'),
  invalid('changeVariants', { variants: [{ id: 'variant-lamp' }, { id: 'variant-lamp' }] }, 'variants.1.id'),
  ...wrongField('createMovement', 'quantityDelta', [0, 2_147_483_647]),
  ...wrongField('createCoupon', 'discountValue', noDiscounts),
  ...wrongField('changeCoupon', 'discountValue', noDiscounts),
  ...wrongField('createCoupon', 'endsAt', ['2026-12-01T00:00:00Z', '2026-11-30T00:00:00Z']),
  ...wrongField('changeCoupon', 'endsAt', ['2020-01-01T00:00:00Z']),
  ...wrongField('createClosure', 'startDate', ['2027-01-01']),
  ...wrongField('createClosure', 'weekday', [null, undefined]),
  invalid('createClosure', { closureType: 'date_range' }, 'startDate'),
  invalid('createClosure', { effectiveFrom: '2027-01-02', effectiveTo: '2027-01-01' }, 'effectiveTo'),
  ...wrongField('changeClosure', 'closureType', ['weekly']),
  ...wrongField('changeClosure', 'weekday', [1]),
  ...wrongField('changeClosure', 'endDate', [null, '2020-01-01']),
  ...wrongField('createProduct', 'image', noImages),
  ...wrongField('changeProduct', 'image', noImages),
]

const notThere: BadRequest[] = [
  wrong('createMovement', { variantId: 'nothing' }, 'NOT_FOUND'),
  wrong('createMovement', { locationId: 'nothing' }, 'NOT_FOUND'),
  wrong('claimCoupon', { customerId: 'nothing' }, 'NOT_FOUND'),
  wrong('createClosure', { campgroundId: 'nothing' }, 'NOT_FOUND'),
  wrong('changeVariants', { variants: [{ id: 'variant-cup' }] }, 'NOT_FOUND'),
]

const sameSku = ['A-1', 'a-1'].map(sku => ({ ...goodBodies.addVariant, sku }))
const conflicts: BadRequest[] = [
  wrong('createUser', { email: 'OPERATOR@campstore.test' }, 'CONFLICT'),
  wrong('changeUser', { active: false }, 'CONFLICT'),
  wrong('changeUser', { role: 'operator' }, 'CONFLICT'),
  wrong('replacePermissions', { overrides: { permissions: { view: true, edit: false } } }, 'CONFLICT'),
  wrong('addVariant', { sku: 'LAMP-1' }, 'CONFLICT'),
  wrong('createProduct', { variants: sameSku }, 'CONFLICT'),
  wrong('createCoupon', { code: 'autumn' }, 'CONFLICT'),
  wrong('claimCoupon', { customerId: 'customer-other' }, 'CONFLICT'),
  wrong('createMovement', { quantityDelta: -6 }, 'STOCK_INSUFFICIENT'),
]

const as = 'admin'
const post = (path: string, body?: object): Request => ({ method: 'POST', path: `/api/admin/${path}`, body, as })
const refusingStates: [group: string, action: string, words: string][] = [
  ['orders', 'ship', '{order} {orderCod} {orderShipped} {orderCompleted} {orderCancelled}'],
  ['orders', 'complete', '{order} {orderPaid} {orderCompleted} {orderCancelled}'],
  ['orders', 'cancel', '{orderPaid} {orderShipped} {orderCompleted}'],
  ['bookings', 'confirm', '{booking} {bookingConfirmed} {bookingCompleted} {bookingCancelled}'],
  ['bookings', 'complete', '{booking} {bookingPaid} {bookingConfirmed} {bookingCompleted} {bookingCancelled}'],
  ['bookings', 'cancel', '{bookingPaid} {bookingConfirmed} {bookingCompleted}'],
  ['customers', 'suspend', 'customer-suspended customer-deleted'],
  ['customers', 'reactivate', 'customer-active customer-deleted'],
]
const states = refusingStates.flatMap(([group, action, ids]) =>
  words(ids).map((id): BadRequest => {
    const path = `${group}/${id}/${action}`
    return [path, post(path, action === 'cancel' ? { reason: 'no payment' } : undefined), 'CONFLICT']
  }),
)

const movement: Request = { ...goodRequest(adminRoutes.createMovement), body: '{' }
const orderOfChecks: BadRequest[] = [
  ['no token and JSON that is cut off', { ...movement, as: undefined }, 'UNAUTHORIZED'],
  ['no permission and a bad body', { ...movement, as: 'operator' }, 'FORBIDDEN'],
  ['no permission and an unknown id', { ...post('bookings/nothing/confirm'), as: 'warehouse' }, 'FORBIDDEN'],
  [
    'a bad body before an unknown id',
    { method: 'PATCH', path: '/api/admin/coupons/x', body: '[]', as },
    'VALIDATION_ERROR',
  ],
  ['a bad body before a conflict', post('coupons', { code: 'AUTUMN' }), 'VALIDATION_ERROR', 'name'],
]

const sessions = ['swordfish', 'a.b.c', ' '].map(
  (idToken): BadRequest => [idToken, post('auth/firebase/session', { idToken }), 'UNAUTHORIZED'],
)

const ranges = [
  ['orders?placedFrom=2027-01-02&placedTo=2027-01-01', 'placedTo'],
  ['bookings?checkInFrom=2027-01-02&checkInTo=2027-01-01', 'checkInTo'],
  ['bookings?createdFrom=2027-01-02&createdTo=2027-01-01', 'createdTo'],
  ['inventory-movements?createdFrom=2027-01-02&createdTo=2027-01-01', 'createdTo'],
  ['payments?receivedFrom=2027-01-02&receivedTo=2027-01-01', 'receivedTo'],
].map(([list = '', field]): BadRequest => [list, { path: `/api/admin/${list}`, as }, 'VALIDATION_ERROR', field])

/** What the declarations do not say of the administration, and what is refused after them. */
export const adminRules: Record<string, readonly BadRequest[]> = {
  'fields that do not fit together': shapes,
  'ranges that end before they begin': ranges,
  'what is not there': notThere,
  conflicts,
  'states that refuse': states,
  'the order of the checks': orderOfChecks,
  'ID tokens that are none': sessions,
}
