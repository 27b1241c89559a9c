import type { ErrorCode } from '@campstore/contract/errors'
import { badBodies, noCounts, noTexts } from './bodies.ts'
import { type BadRequest, byEveryStranger, describeBadRequests, type Request } from './requests.ts'
import { claims, goodOrder, goodRecipient, noClaims, store, usedKey } from './store-shop.ts'

const path = '/api/checkout/sessions'
const post = (body: Request['body'], as = 'member'): Request => ({ method: 'POST', path, body, as })

/** The good order but for these fields. */
const but = (what: string, changes: object, code: ErrorCode = 'VALIDATION_ERROR'): BadRequest => [
  what,
  // Each with a key of its own, so that one that succeeds by mistake fails alone.
  post({ ...goodOrder, idempotencyKey: `key of ${what}`.slice(0, 128), ...changes }),
  code,
]
const item = { variantId: 'variant-tent', quantity: 1 }
const items = (...wanted: unknown[]) => ({ items: wanted })
const shipping = (changes: object) => ({ shipping: { ...goodRecipient, ...changes } })

/** The good order as a text in which the quantity is this JSON text. */
const withQuantity = (value: string): string => JSON.stringify(goodOrder).replace('"quantity":1', `"quantity":${value}`)

/** The good order as a text with one more field. */
const withField = (field: string, value: string): string =>
  JSON.stringify({ ...goodOrder, idempotencyKey: `${field} ${value}`.slice(0, 128) }).replace(
    '{',
    `{"${field}":${value},`,
  )

const shapes: BadRequest[] = [
  but('no items', { items: undefined }),
  but('no key', { idempotencyKey: undefined }),
  ...noTexts.map(([what, value]) => but(`idempotencyKey is ${what}`, { idempotencyKey: value })),
  ...noTexts.map(([what, value]) => but(`variantId is ${what}`, items({ ...item, variantId: value }))),
  but('items are null', { items: null }),
  but('items are none', items()),
  but('items are a text', { items: 'variant-tent' }),
  but('items are one object', { items: item }),
  but('items are an object that looks like a list', { items: { 0: item, length: 1 } }),
  but('items are texts', items('variant-tent')),
  but('an item is null', items(null)),
  but('an item is a list', items([item])),
  but('an item without a variant', items({ quantity: 1 })),
  but('an item without a quantity', items({ variantId: 'variant-tent' })),
  but('an item with other names', items({ id: 'variant-tent', count: 1 })),
  but('an empty variantId', items({ ...item, variantId: '' })),
  but('one variant twice', items(item, item)),
  but('one variant twice with other quantities', items(item, { ...item, quantity: 2 })),
  but('one variant twice among others', items(item, { variantId: 'variant-stove', quantity: 1 }, item)),
  but('an unknown variant twice', items({ variantId: 'x', quantity: 1 }, { variantId: 'x', quantity: 1 })),
  but('a good and a bad item', items(item, { variantId: 'variant-stove', quantity: 0 })),
  but(
    'a thousand items',
    items(...Array.from({ length: 1_000 }, (_, line) => ({ variantId: `v${line}`, quantity: 1 }))),
  ),
  but('an empty key', { idempotencyKey: '' }),
  but('a key of 129 characters', { idempotencyKey: 'k'.repeat(129) }),
  but('a key of 10,000 characters', { idempotencyKey: 'k'.repeat(10_000) }),
  but('a key with a NUL', { idempotencyKey: 'key\0' }),
  but('a key that is half a character', { idempotencyKey: '\ud800' }),
  [
    'the key only as a header',
    { ...post({ ...goodOrder, idempotencyKey: undefined }), headers: { 'idempotency-key': 'k' } },
    'VALIDATION_ERROR',
  ],
  but('a payment method in other letters', { paymentMethod: 'COD' }),
  but('a payment method with a blank', { paymentMethod: 'cod ' }),
  but('an unknown payment method', { paymentMethod: 'gateway-crypto' }),
  but('a payment method called __proto__', { paymentMethod: '__proto__' }),
  but('an empty payment method', { paymentMethod: '' }),
  but('a payment method that is a number', { paymentMethod: 1 }),
  but('a recipient that is a text', { shipping: 'Lin Mei' }),
  but('a recipient that is a list', { shipping: [goodRecipient] }),
  but('a recipient that is a number', { shipping: 0 }),
  but('a name that is a number', shipping({ recipientName: 5 })),
  but('a phone that is a number', shipping({ phone: 912345678 })),
  but('an address that is an object', shipping({ address: { city: 'Taipei' } })),
  but('a name of 101 characters', shipping({ recipientName: 'n'.repeat(101) })),
  but('a phone of 51 characters', shipping({ phone: '1'.repeat(51) })),
  but('an address of 501 characters', shipping({ address: 'a'.repeat(501) })),
  but('a coupon as text', { couponClaimId: '7001' }),
  but('a coupon that is false', { couponClaimId: false }),
  but('a coupon that is an empty object', { couponClaimId: {} }),
  but('a coupon that is a list', { couponClaimId: [7001] }),
  ['a coupon of 1e400', post(withField('couponClaimId', '1e400')), 'VALIDATION_ERROR'],
  [
    'a good key, then a bad one',
    post(`${JSON.stringify(goodOrder).slice(0, -1)},"idempotencyKey":7}`),
    'VALIDATION_ERROR',
  ],
  [
    'a quantity under __proto__ of an item',
    post(JSON.stringify(goodOrder).replace('"quantity":1', '"quantity":"1","__proto__":{"quantity":1}')),
    'VALIDATION_ERROR',
  ],
  [
    'an item of ten thousand lists',
    post(withField('total', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)),
    'VALIDATION_ERROR',
  ],
]

const quantities = noCounts.map(
  ([what, value]): BadRequest => [`a quantity of ${what}`, post(withQuantity(value)), 'VALIDATION_ERROR'],
)

/** JSON texts that are no amount of money. */
const noAmounts = [
  '-1',
  '-0.01',
  '500.001',
  '1e400',
  '1e300',
  '10000000000',
  'true',
  'false',
  '[]',
  '[500]',
  '{}',
  '{"amount":500}',
  '""',
  '" "',
  '"free"',
  '"-1"',
  '"500.001"',
  '"500."',
  '".50"',
  '"1,000.00"',
  '"1e3"',
  '"0x1F4"',
  '"NaN"',
  '"Infinity"',
  '" 500"',
  '"500 "',
  '"500\\u0000"',
  '"+500"',
  '"５００"',
  '"$500"',
  '"TWD 500"',
  '"99999999999.00"',
]
const amounts: BadRequest[] = noAmounts.flatMap((value): BadRequest[] => [
  [`a total of ${value}`, post(withField('total', value)), 'VALIDATION_ERROR'],
  [`a discount of ${value}`, post(withField('discount', value)), 'VALIDATION_ERROR'],
  [`a unitPrice of ${value}`, post(withQuantity(`1,"unitPrice":${value}`)), 'VALIDATION_ERROR'],
])

const unknown: BadRequest[] = [
  'variant-nowhere',
  'Variant-Tent',
  'variant-tent ',
  'variant-priceless',
  'product-tent',
  '__proto__',
  'a'.repeat(10_000),
  `variant-tent' or '1'='1`,
  '{variant-tent,"',
].map(variantId =>
  but(`the variant ${JSON.stringify(variantId).slice(0, 40)}`, items({ variantId, quantity: 1 }), 'NOT_FOUND'),
)
unknown.push(
  but('a variant with a NUL', items({ variantId: 'variant-tent\0', quantity: 1 })),
  but('a variant that is half a character', items({ variantId: '\ud83c', quantity: 1 })),
  but('a good item and an unknown one', items(item, { variantId: 'x', quantity: 1 }), 'NOT_FOUND'),
  but(
    'a withdrawn item and an unknown one',
    items({ ...item, variantId: 'variant-off' }, { variantId: 'x', quantity: 1 }),
    'NOT_FOUND',
  ),
)

const withdrawn = ['variant-off', 'variant-sku-off', 'variant-item-off', 'variant-product-off'].flatMap(variantId => [
  but(variantId, items({ variantId, quantity: 1 }), 'VARIANT_NOT_SELLABLE'),
  but(`${variantId} beside a good one`, items(item, { variantId, quantity: 1 }), 'VARIANT_NOT_SELLABLE'),
])

const refused: BadRequest[] = [
  but('a piece more than there is', items({ ...item, quantity: 6 }), 'STOCK_INSUFFICIENT'),
  but('as many as can be said', items({ ...item, quantity: 2_147_483_647 }), 'STOCK_INSUFFICIENT'),
  but('what is sold out', items({ ...item, variantId: 'variant-empty' }), 'STOCK_INSUFFICIENT'),
  but('what is sold out beside a good one', items(item, { ...item, variantId: 'variant-empty' }), 'STOCK_INSUFFICIENT'),
  but('another total', { total: '599.99' }, 'CONFLICT'),
  but('another total as a number', { total: 600.01 }, 'CONFLICT'),
  but('a total of nothing', { total: 0 }, 'CONFLICT'),
  but('a discount that there is not', { discount: '0.01' }, 'CONFLICT'),
  but('another price', items({ ...item, unitPrice: '499.00' }), 'CONFLICT'),
  but(
    'one price of two',
    items({ ...item, unitPrice: 500 }, { variantId: 'variant-stove', quantity: 1, unitPrice: 500 }),
    'CONFLICT',
  ),
  but('a total as if the coupon were not', { couponClaimId: claims.free, total: '600.00' }, 'CONFLICT'),
  but('a used key with another request', { idempotencyKey: usedKey }, 'CONFLICT'),
  but(
    'a used key with an unknown variant',
    { idempotencyKey: usedKey, ...items({ ...item, variantId: 'x' }) },
    'CONFLICT',
  ),
  but('a used key with a coupon of nobody', { idempotencyKey: usedKey, couponClaimId: 1 }, 'CONFLICT'),
]

const { free: _, ...badClaims } = claims
const coupons: BadRequest[] = [
  ...Object.entries(badClaims).map(([what, couponClaimId]) =>
    but(`a claim ${what}`, { couponClaimId }, 'COUPON_NOT_APPLICABLE'),
  ),
  ...noClaims.map(couponClaimId => but(`the claim ${couponClaimId}`, { couponClaimId }, 'COUPON_NOT_APPLICABLE')),
]

const order: BadRequest[] = [
  ['no token and no body', { method: 'POST', path }, 'UNAUTHORIZED'],
  ['no token and JSON that is cut off', { method: 'POST', path, body: '{' }, 'UNAUTHORIZED'],
  ['a suspended member', post(goodOrder, 'suspended'), 'FORBIDDEN'],
  ['a suspended member with a bad body', post('{', 'suspended'), 'FORBIDDEN'],
  ['a deleted member', post(goodOrder, 'deleted'), 'FORBIDDEN'],
  but('a bad shape before a used key', { idempotencyKey: usedKey, items: [] }),
  but(
    'an unknown variant before a bad coupon',
    { ...items({ variantId: 'x', quantity: 1 }), couponClaimId: 1 },
    'NOT_FOUND',
  ),
  but('a bad coupon before stock', { ...items({ ...item, quantity: 6 }), couponClaimId: 1 }, 'COUPON_NOT_APPLICABLE'),
  but('another total before stock', { ...items({ ...item, quantity: 6 }), total: '1.00' }, 'CONFLICT'),
]

const elsewhere: BadRequest[] = [
  ['two Authorization headers', post(goodOrder, 'twoTokens'), 'VALIDATION_ERROR'],
  ['a token in the query', { method: 'POST', path: `${path}?access_token=abc`, body: goodOrder }, 'UNAUTHORIZED'],
  ['a token in a cookie', { ...post(goodOrder, 'no token'), headers: { cookie: 'token=abc' } }, 'UNAUTHORIZED'],
  ['who one is in the body', post({ ...goodOrder, customerId: 'customer-active' }, 'no token'), 'UNAUTHORIZED'],
  ['a slash at the end', { ...post(goodOrder), path: `${path}/` }, 'NOT_FOUND'],
]

const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
  (method): BadRequest => [method, { method, path, body: goodOrder, as: 'member' }, 'METHOD_NOT_ALLOWED'],
)

describeBadRequests('bad requests to start a store checkout', store, {
  tokens: byEveryStranger({ method: 'POST', path, body: goodOrder }),
  'a token in the wrong place': elsewhere,
  bodies: badBodies({ method: 'POST', path, as: 'member' }, goodOrder),
  shapes,
  quantities,
  'amounts for comparison': amounts,
  'what is not there': unknown,
  'what is not sold any more': withdrawn,
  'what cannot be held': refused,
  coupons,
  'the order of the checks': order,
  methods,
})
