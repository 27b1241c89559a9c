import { noPages, unknownIds } from './paths.ts'
import { type BadRequest, byOne, describeBadRequests, type Request, strangersAt } from './requests.ts'
import { store } from './store-shop.ts'

const orders = '/api/me/orders'
const coupons = '/api/me/coupons'
const endpoints: Record<string, Request> = {
  'list the orders': { path: orders },
  'read the order': { path: `${orders}/{own}` },
  'list the coupons': { path: coupons },
}

const row = (what: string, request: Request, code: BadRequest[2]): BadRequest => [
  what,
  { as: 'member', ...request },
  code,
]

const unknown = [
  ...[...unknownIds, '{own}/items', '{own}/cancel'].map(id => `${orders}/${id}`),
  `${orders}/`,
  `${coupons}/`,
  `${coupons}/7001`,
  '/api/me',
  '/api/me/',
  '/api/me/coupon',
  '/api/me/profile',
  '/api/me/spending',
  '/api/Me/orders',
  '/api/me/customers/customer-other/orders',
  '/internal/me/orders',
].map(path => row(path.slice(0, 60), { path }, 'NOT_FOUND'))

const paging = noPages.flatMap(query => [
  row(`orders ${query.slice(0, 40)}`, { path: `${orders}?${query}` }, 'VALIDATION_ERROR'),
  row(`coupons ${query.slice(0, 40)}`, { path: `${coupons}?${query}` }, 'VALIDATION_ERROR'),
])

const methods = [orders, `${orders}/{own}`, coupons].flatMap(path =>
  ['POST', 'PUT', 'PATCH', 'DELETE'].map(method =>
    row(`${method} ${path}`, { method, path, body: {} }, 'METHOD_NOT_ALLOWED'),
  ),
)

describeBadRequests('bad requests to own orders and coupons', store, {
  tokens: strangersAt(endpoints),
  'two Authorization headers': byOne('twoTokens', endpoints, 'VALIDATION_ERROR'),
  'a deleted member': byOne('deleted', endpoints, 'FORBIDDEN'),
  'what is not there': unknown,
  paging,
  methods,
})
