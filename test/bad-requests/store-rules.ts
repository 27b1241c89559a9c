import type { ErrorCode } from '@campstore/contract/errors'
import type { BadRequest, Request } from './refusals.ts'
import { claims, goodItem, goodOrder } from './samples.ts'
import { words } from './values.ts'

const sessions = '/api/checkout/sessions'
const as = 'member'

/** Checkouts that differ from a good one in these fields. Each has a key of its own, so that one that succeeds by mistake fails alone. */
const checkouts = (code: ErrorCode, changes: readonly object[], path?: string): BadRequest[] =>
  changes.map(change => {
    const what = JSON.stringify(change)
    const body = { ...goodOrder, idempotencyKey: what.slice(0, 128), ...change }
    return [what, { method: 'POST', path: sessions, body, as }, code, path]
  })
const items = (...wanted: object[]) => ({ items: wanted.map(changes => ({ ...goodItem, ...changes })) })
const variants = (...ids: string[]) => items(...ids.map(variantId => ({ variantId })))
const pieces = (quantity: number) => items({ quantity })

const repeated: BadRequest[] = [
  ...checkouts('VALIDATION_ERROR', [variants('variant-lamp', 'variant-lamp'), variants('x', 'x')], 'items.1.variantId'),
  ...checkouts('VALIDATION_ERROR', [items({}, { variantId: 'variant-cup', quantity: 0 })], 'items.1.quantity'),
]

const unknown = ['variant-nowhere', 'Variant-Lamp', 'variant-lamp ', 'variant-priceless', 'product-lamp', '__proto__']
const strange = [`variant-lamp' or '1'='1`, '{variant-lamp,"', 'a'.repeat(10_000)]
const withdrawn = words('variant-off variant-sku-off variant-item-off variant-product-off')
const notSold: BadRequest[] = [
  ...checkouts(
    'NOT_FOUND',
    [...unknown, ...strange].map(id => variants(id)),
  ),
  ...checkouts(
    'VARIANT_NOT_SELLABLE',
    withdrawn.flatMap(id => [variants(id), variants('variant-lamp', id)]),
  ),
]

const soldOut = [variants('variant-empty'), variants('variant-lamp', 'variant-empty')]
const notHeld: BadRequest[] = [
  ...checkouts('STOCK_INSUFFICIENT', [pieces(6), pieces(2_147_483_647), ...soldOut]),
  ...checkouts('CONFLICT', [{ total: '599.99' }, { total: 600.01 }, { total: 0 }, { discount: '0.01' }]),
  ...checkouts('CONFLICT', [items({ unitPrice: '499.00' }), { couponClaimId: claims.free, total: '600.00' }]),
]

const used = { idempotencyKey: 'order' }
const orderOfChecks: BadRequest[] = [
  ...checkouts('CONFLICT', [used, { ...used, ...variants('x') }, { ...used, couponClaimId: 1 }]),
  ...checkouts('VALIDATION_ERROR', [{ ...used, items: [] }], 'items'),
  ...checkouts('NOT_FOUND', [{ ...variants('x'), couponClaimId: 1 }]),
  ...checkouts('COUPON_NOT_APPLICABLE', [{ ...pieces(6), couponClaimId: 1 }]),
  ...checkouts('CONFLICT', [{ ...pieces(6), total: '1.00' }]),
]

const change = (id: string, body: Request['body'] = { paymentMethod: 'gateway-atm' }): Request => {
  return { method: 'PATCH', path: `${sessions}/${id}`, body, as }
}
const act =
  (action: string) =>
  (id: string): Request => ({ method: 'POST', path: `${sessions}/${id}/${action}`, as })
const [confirm, form, cancel] = [act('confirm-cod'), act('gateway'), act('cancel')]
const changed = (what: string, id: string, body: Request['body'], code: ErrorCode, path?: string): BadRequest => {
  return [what, change(id, body), code, path]
}

const { free: _, ...badClaims } = claims
const badClaimIds = [...Object.values(badClaims), 0, -1, 1.5, 99_999, 9_007_199_254_740_991, 1e300]
const coupons: BadRequest[] = [
  ...checkouts(
    'COUPON_NOT_APPLICABLE',
    badClaimIds.map(couponClaimId => ({ couponClaimId })),
  ),
  ...badClaimIds.map(id => changed(`change ${id}`, '{order}', { couponClaimId: id }, 'COUPON_NOT_APPLICABLE')),
]

const ended = 'orderCancelled orderPaid orderShipped orderCompleted'
const overdue = 'orderOverdue orderCodOverdue orderExpired'
const notReady = 'orderDraft orderMethodless orderCodDraft'
const refusingStates: [request: (id: string) => Request, names: string, code: ErrorCode][] = [
  [change, `orderCodConfirmed ${ended}`, 'CONFLICT'],
  [change, overdue, 'CHECKOUT_EXPIRED'],
  [confirm, `order ${notReady} ${ended}`, 'CONFLICT'],
  [confirm, overdue, 'CHECKOUT_EXPIRED'],
  [form, `orderCod orderCodConfirmed ${notReady} ${ended}`, 'CONFLICT'],
  [form, overdue, 'CHECKOUT_EXPIRED'],
  [cancel, 'orderPaid orderShipped orderCompleted', 'CONFLICT'],
  [cancel, 'orderOverdue orderCodOverdue', 'CHECKOUT_EXPIRED'],
]
const states = refusingStates.flatMap(([request, names, code]) =>
  words(names).map((name): BadRequest => [request(name).path, request(`{${name}}`), code]),
)

const foreign: BadRequest[] = [
  ...[change, confirm, form, cancel].map((request): BadRequest => ['act', request('{orderForeign}'), 'FORBIDDEN']),
  ['read', { path: `${sessions}/{orderForeign}`, as }, 'FORBIDDEN'],
  ['read as own', { path: '/api/me/orders/{orderForeign}', as }, 'NOT_FOUND'],
]

const badMethod = { paymentMethod: 'cash' }
const changes: BadRequest[] = [
  changed('a missing order before a bad body', 'nothing', '{', 'NOT_FOUND'),
  ['a suspended member and a bad body', { ...change('{order}', '{'), as: 'suspended' }, 'FORBIDDEN'],
  changed('a bad shape before the state', '{orderPaid}', badMethod, 'VALIDATION_ERROR', 'paymentMethod'),
  changed('the state before a bad coupon', '{orderPaid}', { couponClaimId: 1 }, 'CONFLICT'),
  changed('the deadline before a bad coupon', '{orderOverdue}', { couponClaimId: 1 }, 'CHECKOUT_EXPIRED'),
]

const hidden = words('product-off product-bare product-item-off variant-lamp product_lamp product%2dlamp Product-Lamp')
const emptyRanges = words('minPrice=2&maxPrice=1 minPrice=10&maxPrice=9.99')
const catalogue: BadRequest[] = [
  ...hidden.map((id): BadRequest => [id, { path: `/api/products/${id}` }, 'NOT_FOUND']),
  ...emptyRanges.map(
    (query): BadRequest => [query, { path: `/api/products?${query}` }, 'VALIDATION_ERROR', 'maxPrice'],
  ),
  ['two orders', { path: '/api/products?sort=id,asc&sort=name,desc' }, 'VALIDATION_ERROR', 'sort'],
]

/** What the declarations do not say of the store, and what is refused after them. */
export const storeRules: Record<string, readonly BadRequest[]> = {
  'lines that repeat': repeated,
  'what is not there, or not sold any more': notSold,
  'what cannot be held, and amounts for comparison': notHeld,
  'the order of the checks of a checkout': orderOfChecks,
  coupons,
  'states that refuse': states,
  "another member's order": foreign,
  'the order of the checks of a change': changes,
  catalogue,
}
