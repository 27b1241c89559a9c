import { row, shapes, variant, type Write, wrong } from './admin-shapes.ts'
import { administration, goodActs, goodReads, goodWrites } from './admin-shop.ts'
import { badBodies, unreadableBodies } from './bodies.ts'
import { unknownIds } from './paths.ts'
import { type BadRequest, byOne, describeBadRequests, type Request, strangersAt } from './requests.ts'

const everything = { ...goodReads, ...goodWrites, ...goodActs }
const writes = Object.entries(goodWrites) as [Write, Request & { body: object }][]

/** Read-only fields, by the write that a client might try them with. */
const readOnly: Partial<Record<Write, readonly string[]>> = {
  'create a user': ['id', 'active', 'firebaseUid', 'permissionOverrides'],
  'change a user': ['id', 'email', 'firebaseUid', 'permissionOverrides', 'effectivePermissions', 'createdAt'],
  'change a customer': [
    'id',
    'email',
    'authProvider',
    'firebaseUid',
    'firebaseUidBound',
    'status',
    'tier',
    'tierName',
    'totalSpent',
    'firstPurchaseUsed',
    'tags',
    'preferences',
    'defaultShippingAddress',
    'registeredAt',
  ],
  'cancel an order': ['status', 'cancelledBecause', 'refundStatus'],
  'cancel a booking': ['status', 'paymentStatus'],
  'create a product': ['id', 'itemId', 'price', 'createdAt'],
  'set the status of a product': ['name', 'price'],
  'change a product': ['id', 'itemId', 'price', 'variants'],
  'add a variant': ['id', 'availableQuantity', 'inStock'],
  'move stock': ['id', 'onHandAfter', 'createdBy', 'createdAt'],
  'create a coupon': ['id', 'usedCount', 'createdAt'],
  'change a coupon': ['id', 'code', 'discountType', 'usedCount'],
  'give a coupon': ['couponId', 'status', 'orderId'],
  'create a closure': ['id'],
  'change a closure': ['id'],
}
const unknownFields: BadRequest[] = [
  ...writes.flatMap(([write]) =>
    ['surplus', 'constructor'].map(field => wrong(write, `a field ${field}`, { [field]: 1 })),
  ),
  ...writes.flatMap(([write]) =>
    (readOnly[write] ?? []).map(field => wrong(write, `a field ${field}`, { [field]: null })),
  ),
  wrong('create a product', 'a field within a variant', {
    variants: [{ ...goodWrites['add a variant'].body, onHand: 1 }],
  }),
  wrong('change variants', 'a field within a variant', { variants: [{ id: 'variant-lamp', availableQuantity: 1 }] }),
  wrong('replace overrides', 'a section that there is not', { overrides: { payments: { view: true, edit: true } } }),
  wrong('replace overrides', 'a field within a section', {
    overrides: { orders: { view: true, edit: true, ship: true } },
  }),
]

/** What names nothing, in the place of the id in every path that has one; each at every third of them. */
const unknown = unknownIds
  .filter(id => id !== '{foreign}')
  .flatMap((id, line) =>
    Object.entries(everything)
      .filter(([, { path }]) => path.includes('{'))
      .filter((_, place) => (place + line) % 3 === 0)
      .map(([what, request]) => {
        const [, own = ''] = /(\{\w+\})/.exec(request.path) ?? []
        const path = request.path.replace(own, id.replaceAll('{own}', own).replaceAll('{foreign}', 'x'))
        return row(`${what}: ${id.slice(0, 40)}`, { ...request, path }, 'NOT_FOUND')
      }),
  )
const unknownInBodies: BadRequest[] = [
  wrong('move stock', 'an unknown variant', { variantId: 'nothing' }, 'NOT_FOUND'),
  wrong('move stock', 'an unknown location', { locationId: 'nothing' }, 'NOT_FOUND'),
  wrong('give a coupon', 'an unknown customer', { customerId: 'nothing' }, 'NOT_FOUND'),
  wrong('create a closure', 'an unknown campground', { campgroundId: 'nothing' }, 'NOT_FOUND'),
  wrong('change variants', 'a variant of another product', { variants: [{ id: 'variant-stove' }] }, 'NOT_FOUND'),
]

const post = (path: string): Request => ({ method: 'POST', path: `/api/admin/${path}` })
const states: BadRequest[] = [
  ...['order', 'orderCod', 'orderShipped', 'orderCompleted', 'orderCancelled'].map(id => `orders/{${id}}/ship`),
  ...['order', 'orderPaid', 'orderCompleted', 'orderCancelled'].map(id => `orders/{${id}}/complete`),
  ...['booking', 'bookingConfirmed', 'bookingCompleted', 'bookingCancelled'].map(id => `bookings/{${id}}/confirm`),
  ...['booking', 'bookingPaid', 'bookingConfirmed', 'bookingCompleted', 'bookingCancelled'].map(
    id => `bookings/{${id}}/complete`,
  ),
  ...['customer-suspended', 'customer-deleted'].map(id => `customers/${id}/suspend`),
  ...['customer-active', 'customer-deleted'].map(id => `customers/${id}/reactivate`),
].map(path => row(path, post(path), 'CONFLICT'))

const cancels: BadRequest[] = [
  ...['orderPaid', 'orderShipped', 'orderCompleted'].map(id => `orders/{${id}}/cancel`),
  ...['bookingPaid', 'bookingConfirmed', 'bookingCompleted'].map(id => `bookings/{${id}}/cancel`),
].map(path => row(path, { ...post(path), body: { reason: 'no payment' } }, 'CONFLICT'))

const conflicts: BadRequest[] = [
  wrong('create a user', 'an e-mail that is there', { email: 'OPERATOR@campstore.test' }, 'CONFLICT'),
  wrong('change a user', 'oneself deactivated', { active: false }, 'CONFLICT'),
  wrong('change a user', 'the last administrator demoted', { role: 'operator' }, 'CONFLICT'),
  wrong(
    'replace overrides',
    'nobody left to edit',
    { overrides: { permissions: { view: true, edit: false } } },
    'CONFLICT',
  ),
  wrong('add a variant', 'a SKU that is there', { sku: 'LAMP-1' }, 'CONFLICT'),
  wrong('create a product', 'a SKU twice', { variants: [variant(1), variant(1)] }, 'CONFLICT'),
  wrong('create a coupon', 'a code that is there', { code: 'autumn' }, 'CONFLICT'),
  wrong('give a coupon', 'a customer who has it', { customerId: 'customer-other' }, 'CONFLICT'),
  wrong('move stock', 'more than is on hand', { quantityDelta: -6 }, 'STOCK_INSUFFICIENT'),
]

const ship = 'ship an order'
const order: BadRequest[] = [
  ['no token and JSON that is cut off', { ...goodWrites['move stock'], body: '{' }, 'UNAUTHORIZED'],
  ['a member and a bad body', { ...goodWrites['move stock'], body: '{', as: 'member' }, 'ADMIN_NOT_WHITELISTED'],
  [
    'a deactivated one and a bad body',
    { ...goodWrites['move stock'], body: '{', as: 'inactiveAdmin' },
    'ADMIN_INACTIVE',
  ],
  ['no permission and a bad body', { ...goodWrites['move stock'], body: '{', as: 'operator' }, 'FORBIDDEN'],
  ['no permission and an unknown id', { ...post('bookings/nothing/confirm'), as: 'warehouse' }, 'FORBIDDEN'],
  row('a bad body before an unknown id', {
    ...goodWrites['change a coupon'],
    path: '/api/admin/coupons/x',
    body: '[]',
  }),
  row('an unknown field before an unknown id', {
    method: 'PATCH',
    path: '/api/admin/customers/x',
    body: { status: 'active' },
  }),
  row('a bad body before a conflict', { ...goodWrites['create a coupon'], body: { code: 'AUTUMN' } }),
  row(
    '100,001 bytes to an act',
    { ...goodActs[ship], path: goodActs[ship]?.path ?? '', body: ' '.repeat(100_001) },
    'PAYLOAD_TOO_LARGE',
  ),
]

const session: Request = { method: 'POST', path: '/api/admin/auth/firebase/session' }
const sessions: BadRequest[] = [
  ...badBodies(session, { idToken: 'a-word', number: 1 }),
  ...[null, 1, '', [], {}].map(idToken => row(`idToken ${JSON.stringify(idToken)}`, { ...session, body: { idToken } })),
  row('a field more', { ...session, body: { idToken: 'a', role: 'admin' } }),
  ...['swordfish', 'a.b.c', '..', ' ', 'Bearer x', 'x'.repeat(10_000)].map(idToken =>
    row(`idToken ${idToken.slice(0, 20)}`, { ...session, body: { idToken } }, 'UNAUTHORIZED'),
  ),
]

const methods: BadRequest[] = [
  ...['users', 'products', 'coupons', 'inventory-movements', 'campground-closures'].flatMap(list =>
    ['PUT', 'PATCH', 'DELETE'].map(method =>
      row(`${method} ${list}`, { method, path: `/api/admin/${list}`, body: {} }, 'METHOD_NOT_ALLOWED'),
    ),
  ),
  ...['customers', 'orders', 'bookings', 'payments', 'locations', 'permissions'].map(list =>
    row(`POST ${list}`, { ...post(list), body: {} }, 'METHOD_NOT_ALLOWED'),
  ),
  ...['users/{admin}', 'customers/{customer}', 'orders/{order}', 'bookings/{booking}', 'products/{product}'].map(path =>
    row(`DELETE ${path}`, { method: 'DELETE', path: `/api/admin/${path}` }, 'METHOD_NOT_ALLOWED'),
  ),
  ...['orders/{order}', 'bookings/{booking}'].map(path =>
    row(
      `PATCH ${path}`,
      { method: 'PATCH', path: `/api/admin/${path}`, body: { status: 'completed' } },
      'METHOD_NOT_ALLOWED',
    ),
  ),
  ...['', '/', '/nothing', '/orders/', '/orders/{orderPaid}/pay', '/orders/{orderPaid}/Ship', '/audit', '/Users'].map(
    path => row(`/api/admin${path}`, { path: `/api/admin${path}` }, 'NOT_FOUND'),
  ),
  ...['/internal/checkout/orders/{orderPaid}/ship', '/api/admin/../../internal/checkout/orders/{orderPaid}/ship'].map(
    path => row(path, { method: 'POST', path }, 'NOT_FOUND'),
  ),
]

/** What is passed on to another service may not be compressed: no record could show it. */
const passedOn = (rows: readonly BadRequest[]): BadRequest[] =>
  rows.map(([what, request, code]) => [
    what,
    request,
    request.headers?.['content-encoding'] === undefined ? code : 'UNSUPPORTED_MEDIA_TYPE',
  ])

const moving = goodWrites['move stock']
const closing = goodWrites['create a closure']
describeBadRequests('bad requests to the writes of the administration', administration, {
  tokens: strangersAt(everything),
  'two Authorization headers': byOne('twoTokens', everything, 'VALIDATION_ERROR'),
  'a member': byOne('member', everything, 'ADMIN_NOT_WHITELISTED'),
  'a deactivated administrator': byOne('inactiveAdmin', everything, 'ADMIN_INACTIVE'),
  'bodies of a movement': passedOn(badBodies({ ...moving, as: 'admin' }, moving.body)),
  'bodies of a closure': passedOn(badBodies({ ...closing, as: 'admin' }, closing.body)),
  'bodies of a customer': passedOn(
    unreadableBodies({ ...goodWrites['change a customer'], as: 'admin' }, goodWrites['change a customer'].body),
  ),
  'unknown fields': unknownFields,
  shapes,
  'what is not there': [...unknown, ...unknownInBodies],
  states: [...states, ...cancels],
  conflicts,
  'the order of the checks': order,
  sessions,
  methods,
})
