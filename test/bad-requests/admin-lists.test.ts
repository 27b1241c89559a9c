import { administration, goodLists } from './admin-shop.ts'
import { noDates } from './bodies.ts'
import { noPages } from './paths.ts'
import { type BadRequest, byOne, describeBadRequests, type Request, strangersAt } from './requests.ts'

const path = (list: string, query: string): string => `/api/admin/${list}?${query}`
const ask = (list: string, query: string): BadRequest => [
  `${list}?${query.slice(0, 60)}`,
  { as: 'admin', path: path(list, query) },
  'VALIDATION_ERROR',
]
const askAll = (list: string, queries: readonly string[]): BadRequest[] => queries.map(query => ask(list, query))

const lists: Record<string, Request> = Object.fromEntries(
  Object.entries(goodLists).map(([list, query]) => [list, { path: path(list, query) }]),
)

/** Each list at every third of these, so that each of these is asked of three lists. */
const spread = (queries: readonly string[], names: readonly string[]): BadRequest[] =>
  names.flatMap((list, place) =>
    askAll(
      list,
      queries.filter((_, line) => (place + line) % 3 === 0),
    ),
  )

const sorted = ['users', 'customers', 'orders', 'bookings', 'products', 'coupons']
const noSorts = [
  '',
  '%20',
  'id,',
  ',asc',
  'asc',
  'createdAt',
  'name,up',
  'NAME,asc',
  'name,ASC',
  'name,asc,',
  'name;asc',
  'name%20asc',
  '%20name,asc',
  '-name',
  'phone,asc',
  '__proto__,asc',
  'constructor,desc',
  '1,asc',
  'total_spent,asc',
  "name,asc'--",
  'name,asc;drop%20table',
  'name,asc%00',
  'name,asc,email,asc',
].map(sort => `sort=${sort}`)
const twice = (query: string) => `${query}&${query}`

/** Values that no filter of a few words takes. */
const wrongWords = (filter: string, nearMiss: string): string[] =>
  [
    '',
    '%20',
    nearMiss,
    'null',
    'undefined',
    '__proto__',
    '0',
    "'%20or%201=1--",
    '%00',
    '%ED%A0%80',
    'x'.repeat(5_000),
  ].map(word => `${filter}=${word}`)

const encoded = (text: string): string => encodeURIComponent(text.replaceAll('\ud800', '')) || '%ED%A0%80'
const wrongDates = (filter: string) => noDates.filter(text => text !== '').map(text => `${filter}=${encoded(text)}`)
/** A timestamp is as good as a date in a range of instants. */
const wrongInstants = (filter: string) => [
  ...noDates.filter(text => !/T00:00:00/.test(text)).map(text => `${filter}=${encoded(text)}`),
  ...['2027-01-01T00:00', '2027-01-01T00:00:00', '2027-02-30T00:00:00Z', '2027-01-01T24:00:01Z'].map(
    text => `${filter}=${encoded(text)}`,
  ),
]

const searched = ['users', 'customers', 'orders', 'bookings', 'products', 'coupons']
const noSearches = [`q=${'a'.repeat(201)}`, `q=${'%E5%B1%B1'.repeat(201)}`, 'q=a&q=b', 'q=&q=']

const filters: Record<string, string[]> = {
  users: [
    ...wrongWords('role', 'Admin'),
    ...wrongWords('active', 'TRUE'),
    'active=1',
    'active=yes',
    'role=admin&role=operator',
    twice('active=true'),
  ],
  customers: [
    ...wrongWords('status', 'inactive'),
    ...wrongWords('tier', 'Gold'),
    'status=active&status=suspended',
    'tier=gold,silver',
  ],
  orders: [
    ...wrongWords('status', 'Shipped'),
    ...wrongWords('paymentStatus', 'failed'),
    ...wrongWords('paymentMethod', 'credit'),
    ...wrongInstants('placedFrom'),
    'status=shipped&status=lost',
    'status=shipped,completed',
    twice('paymentStatus=paid'),
    twice('paymentMethod=cod'),
    'placedFrom=2027-01-02&placedTo=2027-01-01',
    twice('placedTo=2027-01-01'),
    'placedFrom=2027-01-01T00:00:00Z&placedTo=2027-01-01T07:59:59%2B08:00',
  ],
  bookings: [
    ...wrongWords('status', 'unshipped'),
    ...wrongWords('paymentStatus', 'refunded'),
    ...wrongWords('hasRental', 'True'),
    ...wrongDates('checkInFrom'),
    ...wrongDates('checkInTo').slice(0, 5),
    ...wrongInstants('createdTo').slice(0, 12),
    'checkInFrom=2027-01-02&checkInTo=2027-01-01',
    'createdFrom=2027-01-02&createdTo=2027-01-01',
    'campgroundId=a&campgroundId=b',
    'region=a&region=b',
    twice('hasRental=true'),
  ],
  products: [
    ...wrongWords('status', 'Active'),
    'category=a&category=b',
    'brand=a&brand=b',
    'status=active&status=inactive',
  ],
  'inventory-movements': [
    ...wrongInstants('createdFrom').slice(0, 12),
    ...wrongInstants('createdTo').slice(0, 12),
    'createdFrom=2027-01-02&createdTo=2027-01-01',
    twice('variantId=a'),
    twice('locationId=a'),
  ],
  coupons: [...wrongWords('status', 'ended'), 'status=active&status=inactive'],
  payments: [
    ...wrongWords('outcome', 'noted'),
    ...wrongWords('reason', 'Cancelled'),
    ...wrongWords('targetKind', 'orders'),
    ...wrongInstants('receivedFrom').slice(0, 12),
    ...wrongInstants('receivedTo').slice(0, 12),
    'receivedFrom=2027-01-02&receivedTo=2027-01-01',
    twice('targetId=a'),
    twice('outcome=applied'),
  ],
  'campground-closures': [twice('campgroundId=camp-pine')],
}

describeBadRequests('bad requests to the lists of the administration', administration, {
  tokens: strangersAt(lists),
  'two Authorization headers': byOne('twoTokens', lists, 'VALIDATION_ERROR'),
  'a member': byOne('member', lists, 'ADMIN_NOT_WHITELISTED'),
  'somebody else with the e-mail of an administrator': byOne('secondAdmin', lists, 'ADMIN_NOT_WHITELISTED'),
  'a deactivated administrator': byOne('inactiveAdmin', lists, 'ADMIN_INACTIVE'),
  'the warehouse, which may not': byOne(
    'warehouse',
    Object.fromEntries(
      ['users', 'customers', 'coupons', 'campground-closures'].map(list => [list, { path: path(list, 'page=x') }]),
    ),
    'FORBIDDEN',
  ),
  paging: spread(noPages, Object.keys(goodLists)),
  sort: spread(noSorts, sorted),
  'a sort twice': sorted.map(list => ask(list, twice('sort=createdAt,desc'))),
  search: searched.flatMap(list => askAll(list, noSearches)),
  filters: Object.entries(filters).flatMap(([list, queries]) => askAll(list, queries)),
})
