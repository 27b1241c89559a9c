import { campgroundCount, endOfId, familyNames, givenName, regionCount, tagCount } from './stored-data.ts'

/** The admin lists that grow with the system. */
export const listNames = ['bookings', 'orders', 'customers'] as const

/** One of {@link listNames}. */
export type ListName = (typeof listNames)[number]

/** A query of a list, with several values in turns, so that not one page is always cached. */
export type ListQuery = { list: ListName; name: string; queries: readonly string[] }

const days = (from: number, count: number) => {
  const day = (number: number) => new Date(Date.now() - number * 86_400_000).toISOString().slice(0, 10)
  return [day(from), day(from - count + 1)]
}

/** `field=value` for each value, in a list of queries. */
const each = (field: string, values: readonly (string | number)[]) =>
  values.map(value => `${field}=${encodeURIComponent(value)}`)
const randomUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
/** Numbers of things that are in both databases. */
const some = [4711, 815, 9001, 123, 6789, 2718, 3141, 7777]

/** Ranges of some days, all over the last three years. */
const ranges = (field: string, length: number) =>
  [100, 200, 300, 400, 500].map(from => {
    const [first, last] = days(from, length)
    return `${field}From=${first}&${field}To=${last}`
  })

/** What any of the lists is searched for. */
const searches = (kind: Parameters<typeof endOfId>[0]): [string, readonly string[]][] => [
  ['q in a third of them', ['q=gmail']],
  ['q of one letter, frequent', each('q', familyNames.slice(0, 4))],
  ['q of one letter, rarer', each('q', familyNames.slice(-4))],
  ['q of two letters', each('q', some.map(givenName))],
  [
    'q of three letters',
    each(
      'q',
      some.map((n, index) => `${familyNames[index] ?? ''}${givenName(n)}`),
    ),
  ],
  ['q of two Latin letters', ['q=ab', 'q=f0', 'q=c3']],
  ['q of two Latin letters, without a match', ['q=qz', 'q=zq']],
  [
    'q that one matches',
    each(
      'q',
      some.map(number => endOfId(kind, number)),
    ),
  ],
  ['q without a match', ['q=zzyzx', 'q=qwertz', 'q=xyzzy']],
  ['q without a match, two letters', each('q', ['龘龘', '麤鱻'])],
  ['q, hundredth page', ['q=gmail&page=99&size=20']],
]

const sorted = (fields: readonly string[]): [string, readonly string[]][] =>
  fields.flatMap(field =>
    ['asc', 'desc'].map(
      direction => [`sort ${field}, ${direction}`, [`sort=${field},${direction}`]] as [string, string[]],
    ),
  )

const asksOf: Record<ListName, [string, readonly string[]][]> = {
  bookings: [
    ['default', ['']],
    ['hundredth page', ['page=99&size=20']],
    ...sorted(['createdAt', 'checkIn', 'checkOut', 'finalAmount', 'updatedAt']),
    ['status', each('status', ['completed', 'cancelled', 'confirmed', 'pending'])],
    ['two statuses', ['status=pending&status=confirmed', 'status=completed&status=cancelled']],
    ['paymentStatus', each('paymentStatus', ['paid', 'unpaid'])],
    [
      'campgroundId',
      each(
        'campgroundId',
        randomUpTo(campgroundCount).map(n => `camp-${n}`),
      ),
    ],
    [
      'region',
      each(
        'region',
        randomUpTo(regionCount).map(n => `Region ${n % regionCount}`),
      ),
    ],
    ['hasRental', ['hasRental=true', 'hasRental=false']],
    ['checkIn, one day', ranges('checkIn', 1)],
    ['checkIn, a month', ranges('checkIn', 30)],
    ['createdAt, one day', ranges('created', 1)],
    ['createdAt, a month', ranges('created', 30)],
    ['checkInFrom', ['checkInFrom=2020-01-01', 'checkInFrom=2100-01-01']],
    [
      'status and campground',
      each(
        'status=pending&campgroundId',
        randomUpTo(campgroundCount).map(n => `camp-${n}`),
      ),
    ],
    [
      'status, region, rental, sort finalAmount',
      ['status=confirmed&region=Region 2&hasRental=true&sort=finalAmount,desc'],
    ],
    ['status pending, sort checkIn', ['status=pending&sort=checkIn,asc']],
    [
      'campground, sort updatedAt',
      each(
        'sort=updatedAt,desc&campgroundId',
        randomUpTo(campgroundCount).map(n => `camp-${n}`),
      ),
    ],
    ['campground and check-in, one day', ranges('checkIn', 1).map(range => `${range}&campgroundId=camp-3`)],
    ['q and status', each('status=pending&q', some.map(givenName))],
    ['q frequent and status', ['q=gmail&status=pending']],
    ['q, sort finalAmount', each('sort=finalAmount,desc&q', some.map(givenName))],
    ...searches('booking'),
  ],
  orders: [
    ['default', ['']],
    ['hundredth page', ['page=99&size=20']],
    ...sorted(['placedAt', 'total', 'updatedAt']),
    ['status', each('status', ['completed', 'shipped', 'cancelled', 'unshipped'])],
    ['status without any', ['status=returned']],
    ['two statuses', ['status=unshipped&status=shipped', 'status=completed&status=cancelled']],
    ['paymentStatus', each('paymentStatus', ['paid', 'unpaid', 'refunded'])],
    ['paymentMethod', each('paymentMethod', ['gateway-credit', 'gateway-atm', 'cod', 'gateway-cvs'])],
    ['placedAt, one day', ranges('placed', 1)],
    ['placedAt, a month', ranges('placed', 30)],
    ['status, paid on delivery, sort total', ['status=unshipped&paymentMethod=cod&sort=total,desc']],
    ['status unshipped, sort updatedAt', ['status=unshipped&sort=updatedAt,asc']],
    ['status and a month', ranges('placed', 30).map(range => `${range}&status=unshipped`)],
    ['q and status', each('status=unshipped&q', some.map(givenName))],
    ['q frequent and status', ['q=gmail&status=unshipped']],
    ['q, sort total', each('sort=total,desc&q', some.map(givenName))],
    ...searches('order'),
  ],
  customers: [
    ['default', ['']],
    ['hundredth page', ['page=99&size=20']],
    ...sorted(['registeredAt', 'totalSpent', 'name', 'points', 'updatedAt']),
    ['status', each('status', ['active', 'suspended', 'deleted'])],
    ['tier', each('tier', ['bronze', 'silver', 'gold', 'platinum'])],
    [
      'tagId',
      each(
        'tagId',
        randomUpTo(tagCount).map(n => `tag-${n}`),
      ),
    ],
    ['two tags', ['tagId=tag-1&tagId=tag-2']],
    ['unused tag', ['tagId=tag-none']],
    [
      'tag, sort totalSpent',
      each(
        'sort=totalSpent,desc&tagId',
        randomUpTo(tagCount).map(n => `tag-${n}`),
      ),
    ],
    ['status and tier', ['status=suspended&tier=gold', 'status=active&tier=platinum']],
    ['status deleted, sort name', ['status=deleted&sort=name,asc']],
    ['tier and tag, sort points', ['tier=gold&tagId=tag-3&sort=points,desc']],
    ['q and status', each('status=active&q', some.map(givenName))],
    ['q frequent and status', ['q=gmail&status=suspended']],
    ['q, sort totalSpent', each('sort=totalSpent,desc&q', some.map(givenName))],
    ...searches('member'),
  ],
}

/** All queries, list by list. */
export const listQueries: readonly ListQuery[] = listNames.flatMap(list =>
  asksOf[list].map(([name, queries]) => ({ list, name, queries })),
)
