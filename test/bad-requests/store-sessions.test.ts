import type { ErrorCode } from '@campstore/contract/errors'
import { unreadableBodies } from './bodies.ts'
import { unknownIds } from './paths.ts'
import { type BadRequest, byOne, describeBadRequests, type Request, strangersAt } from './requests.ts'
import { claims, goodRecipient, noClaims, store } from './store-shop.ts'

const sessions = '/api/checkout/sessions'
const goodChange = { paymentMethod: 'gateway-atm', couponClaimId: claims.free, ignored: { quantity: 1 } }

const change = (id: string, body: Request['body'] = goodChange): Request => ({
  method: 'PATCH',
  path: `${sessions}/${id}`,
  body,
})
const act = (action: string) => (id: string) => ({ method: 'POST', path: `${sessions}/${id}/${action}` })
const [confirm, form, cancel] = [act('confirm-cod'), act('gateway'), act('cancel')]

/** Every endpoint of this family, for one order. */
const endpoints = (id: string) => ({
  'read the checkout': { path: `${sessions}/${id}` },
  'change the checkout': change(id),
  'confirm cash on delivery': confirm(id),
  'the payment form': form(id),
  cancel: cancel(id),
})

const row = (what: string, request: Request, code: ErrorCode): BadRequest => [what, { as: 'member', ...request }, code]

const { 'read the checkout': _read, cancel: _cancel, ...forActiveMembers } = endpoints('{own}')

// What names nothing, but `{foreign}` is there, and may not be looked at.
const unknown = unknownIds
  .filter(id => id !== '{foreign}')
  .flatMap(id =>
    Object.entries(endpoints(id)).map(([endpoint, request]) =>
      row(`${endpoint} of ${id.slice(0, 40)}`, request, 'NOT_FOUND'),
    ),
  )

/** How an action is refused in each state, as the state machine has it. */
const states: BadRequest[] = (
  [
    ['change', (id: string) => change(id), ['codConfirmed', 'cancelled', 'paid', 'shipped', 'completed'], 'CONFLICT'],
    ['change', (id: string) => change(id), ['overdue', 'codOverdue', 'expired'], 'CHECKOUT_EXPIRED'],
    ['change nothing of', (id: string) => change(id, {}), ['cancelled', 'paid'], 'CONFLICT'],
    ['change nothing of', (id: string) => change(id, {}), ['overdue', 'expired'], 'CHECKOUT_EXPIRED'],
    ['confirm', confirm, ['own', 'draft', 'methodless', 'codDraft'], 'CONFLICT'],
    ['confirm', confirm, ['cancelled', 'paid', 'shipped', 'completed'], 'CONFLICT'],
    ['confirm', confirm, ['overdue', 'codOverdue', 'expired'], 'CHECKOUT_EXPIRED'],
    ['a payment form for', form, ['draft', 'methodless', 'codDraft', 'codReady', 'codConfirmed'], 'CONFLICT'],
    ['a payment form for', form, ['cancelled', 'paid', 'shipped', 'completed'], 'CONFLICT'],
    ['a payment form for', form, ['overdue', 'codOverdue', 'expired'], 'CHECKOUT_EXPIRED'],
    ['cancel', cancel, ['paid', 'shipped', 'completed'], 'CONFLICT'],
    ['cancel', cancel, ['overdue', 'codOverdue'], 'CHECKOUT_EXPIRED'],
  ] as const
).flatMap(([what, request, orders, code]) =>
  orders.map(order => row(`${what} an order that is ${order}`, request(`{${order}}`), code)),
)

const patch = (what: string, body: Request['body'], code: ErrorCode = 'VALIDATION_ERROR') =>
  row(what, change('{own}', body), code)
const recipient = (what: string, changes: object) => patch(what, { shipping: { ...goodRecipient, ...changes } })

const shapes: BadRequest[] = [
  patch('a recipient that is a text', { shipping: 'Lin Mei' }),
  patch('a recipient that is a list', { shipping: [goodRecipient] }),
  patch('a recipient that is a boolean', { shipping: false }),
  recipient('a name that is a number', { recipientName: 5 }),
  recipient('a name that is an object', { recipientName: { first: 'Mei' } }),
  recipient('a phone that is a number', { phone: 912345678 }),
  recipient('an address that is a list', { address: ['Taipei'] }),
  recipient('a name of 101 characters', { recipientName: 'n'.repeat(101) }),
  recipient('a phone of 51 characters', { phone: '1'.repeat(51) }),
  recipient('an address of 501 characters', { address: 'a'.repeat(501) }),
  recipient('an address of 90,000 characters', { address: 'a'.repeat(90_000) }),
  patch('an unknown payment method', { paymentMethod: 'cash' }),
  patch('a payment method in other letters', { paymentMethod: 'Gateway-ATM' }),
  patch('an empty payment method', { paymentMethod: '' }),
  patch('a payment method that is an object', { paymentMethod: {} }),
  patch('a coupon as text', { couponClaimId: String(claims.free) }),
  patch('a coupon that is true', { couponClaimId: true }),
  patch('a coupon that is an empty list', { couponClaimId: [] }),
  patch('a coupon that is an object with something in it', { couponClaimId: { id: claims.free } }),
  patch('a coupon of 1e400', '{"couponClaimId":1e400}'),
  patch('a good recipient with a bad method', { shipping: goodRecipient, paymentMethod: 'cash' }),
]

const { free: _free, ...badClaims } = claims
const coupons: BadRequest[] = [
  ...Object.entries(badClaims).map(([what, couponClaimId]) =>
    patch(`a claim ${what}`, { couponClaimId }, 'COUPON_NOT_APPLICABLE'),
  ),
  ...noClaims.map(couponClaimId => patch(`the claim ${couponClaimId}`, { couponClaimId }, 'COUPON_NOT_APPLICABLE')),
  patch(
    'a bad claim beside a good recipient, which is then not kept',
    { shipping: { ...goodRecipient, recipientName: 'Somebody else' }, couponClaimId: 1 },
    'COUPON_NOT_APPLICABLE',
  ),
]

const order: BadRequest[] = [
  ['no token and JSON that is cut off', change('{own}', '{'), 'UNAUTHORIZED'],
  ['a suspended member and a bad body', { ...change('{own}', '{'), as: 'suspended' }, 'FORBIDDEN'],
  row('a foreign order before a bad body', change('{foreign}', '{'), 'FORBIDDEN'),
  row('a foreign order before no body', change('{foreign}', ''), 'FORBIDDEN'),
  row('a foreign order before a bad shape', change('{foreign}', { paymentMethod: 'cash' }), 'FORBIDDEN'),
  row('a missing order before a bad body', change('nothing', '{'), 'NOT_FOUND'),
  row('a bad shape before the state', change('{paid}', { paymentMethod: 'cash' }), 'VALIDATION_ERROR'),
  row('the state before a bad coupon', change('{paid}', { couponClaimId: 1 }), 'CONFLICT'),
  row('the deadline before a bad coupon', change('{overdue}', { couponClaimId: 1 }), 'CHECKOUT_EXPIRED'),
  row('a body of 100,001 bytes', { ...cancel('{own}'), body: ' '.repeat(100_001) }, 'PAYLOAD_TOO_LARGE'),
]

const methods: BadRequest[] = [
  row('POST to a checkout', { method: 'POST', path: `${sessions}/{own}`, body: {} }, 'METHOD_NOT_ALLOWED'),
  row('PUT to a checkout', { method: 'PUT', path: `${sessions}/{own}`, body: {} }, 'METHOD_NOT_ALLOWED'),
  row('DELETE of a checkout', { method: 'DELETE', path: `${sessions}/{own}` }, 'METHOD_NOT_ALLOWED'),
  ...['confirm-cod', 'gateway', 'cancel'].flatMap(action => [
    row(`GET of ${action}`, { path: `${sessions}/{own}/${action}` }, 'METHOD_NOT_ALLOWED'),
    row(`PATCH of ${action}`, { method: 'PATCH', path: `${sessions}/{own}/${action}`, body: {} }, 'METHOD_NOT_ALLOWED'),
  ]),
  row('cash on delivery by another name', act('confirm')('{codReady}'), 'NOT_FOUND'),
  row('pay, which is nobody to ask for', act('pay')('{own}'), 'NOT_FOUND'),
  row('ship, which is for insiders', act('ship')('{paid}'), 'NOT_FOUND'),
  row('complete, which is for insiders', act('complete')('{shipped}'), 'NOT_FOUND'),
  ...['ship', 'complete'].flatMap(action => [
    row(
      `${action} by its inner path`,
      { method: 'POST', path: `/internal/checkout/orders/{paid}/${action}` },
      'NOT_FOUND',
    ),
    row(
      `${action} by a path within`,
      { method: 'POST', path: `/api/checkout/internal/orders/{paid}/${action}` },
      'NOT_FOUND',
    ),
    row(
      `${action} by a way around`,
      { method: 'POST', path: `/api/checkout/../../internal/checkout/orders/{paid}/${action}` },
      'NOT_FOUND',
    ),
  ]),
]

describeBadRequests('bad requests to store checkouts', store, {
  tokens: strangersAt(endpoints('{own}')),
  'two Authorization headers': byOne('twoTokens', endpoints('{own}'), 'VALIDATION_ERROR'),
  'a deleted member': byOne('deleted', endpoints('{own}'), 'FORBIDDEN'),
  'a suspended member': byOne('suspended', forActiveMembers, 'FORBIDDEN'),
  "another member's order": byOne('member', endpoints('{foreign}'), 'FORBIDDEN'),
  'what is not there': unknown,
  states,
  'bodies of a change': unreadableBodies({ ...change('{own}'), as: 'member' }, goodChange),
  'shapes of a change': shapes,
  coupons,
  'the order of the checks': order,
  methods,
})
