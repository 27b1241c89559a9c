import type { Random } from '../random-faults/random.ts'

/** A value of an answer that can stand in a later request. */
type KnownValue = string | number

/** A value that an answer to a caller has named. */
type KnownId = { caller: string; value: KnownValue }

/** What former answers have named, so that requests can ask for what there is. */
export type KnownIds = ReturnType<typeof createKnownIds>

/** Values that are kept of one kind. */
const maxValues = 300
const recent = 20
const pictures = '/api/products/images/'

/** The kind of a field `id`, by the last word of its path that says so; the first that fits. */
const kindsByPath: readonly [RegExp, string][] = [
  [/\/api\/booking\/equipment/, 'rentalListingId'],
  [/\/closures$|\/campground-closures/, 'closureId'],
  [/\/admin\/refunds/, 'refundId'],
  [/\/zones\/\{id\}\/bookings/, 'bookingId'],
  [/\/zones/, 'zoneId'],
  [/\/rental-listings/, 'rentalListingId'],
  [/\/campgrounds/, 'campgroundId'],
  [/\/bookings/, 'bookingId'],
  [/\/me\/coupons|\/claims/, 'couponClaimId'],
  [/\/coupons/, 'couponId'],
  [/\/orders/, 'orderId'],
  [/\/users|\/auth\//, 'userId'],
  [/\/customers/, 'customerId'],
  [/\/products/, 'productId'],
  [/\/locations/, 'locationId'],
]

/** The kind of a field `id` within another field. */
const kindsByField: Readonly<Record<string, string>> = {
  zones: 'zoneId',
  variants: 'variantId',
  tags: 'tagId',
  coupon: 'couponId',
  items: 'orderItemId',
  recentOrders: 'orderId',
  refunds: 'refundId',
  notes: 'noteId',
}

/** The kind of the `id` in a path, or of an `id` in the answer to it; `id` when it is none that requests ask for. */
const kindOfPath = (path: string): string => kindsByPath.find(([shape]) => shape.test(path))?.[1] ?? 'id'

/** The kinds of the ids of what is paid. */
export const paidKinds = { booking: 'paidBookingId', order: 'paidOrderId' } as const

const ofPaidBookings =
  /\/bookings\/\{id\}\/(?:attendance|cancel|cancel-paid|cancellation|change|change\/quotes|confirm|refunds)$/
const ofPaidOrders = /\/orders\/\{id\}\/(?:cancel-paid|complete|refunds|returns|returns\/quotes|ship|shipment)$/

/** The kind of the `id` in the path of an operation; most operations on what is paid refuse everything else. */
export function kindOfTarget(path: string): string {
  if (ofPaidBookings.test(path)) return paidKinds.booking
  if (ofPaidOrders.test(path)) return paidKinds.order
  return kindOfPath(path.slice(0, path.indexOf('{') - 1))
}

/** The kind of a field: its name, or the kind of resource that it identifies. */
export const kindOfField = (name: string, within: string, path: string): string =>
  name === 'id' ? (within === '' ? kindOfPath(path) : (kindsByField[within] ?? 'id')) : name

/** Collects ids. It keeps the latest values of each kind. */
export function createKnownIds() {
  const byKind = new Map<string, KnownId[]>()
  const remember = (caller: string, kind: string, value: KnownValue): void =>
    void byKind.set(kind, [...(byKind.get(kind) ?? []), { caller, value }].slice(-maxValues))
  return {
    remember,
    /** Remembers the ids in a successful response to a caller. */
    learn: (caller: string, path: string, data: unknown): void => {
      for (const [kind, value] of namedIn(data, '', path)) remember(caller, kind, value)
    },
    /** A value of this kind, mostly one that the caller has seen, and half of the time one of the latest. */
    valueOf: (random: Random, kind: string, caller: string): KnownValue | undefined => {
      const all = byKind.get(kind) ?? []
      const own = all.filter(known => known.caller === caller)
      const from = own.length > 0 && random.chance(0.7) ? own : all
      return from.length === 0 ? undefined : random.pick(random.chance(0.5) ? from.slice(-recent) : from).value
    },
  }
}

/** The texts and numbers within a value, each with its kind. */
function namedIn(value: unknown, within: string, path: string): [kind: string, value: KnownValue][] {
  if (Array.isArray(value)) return value.flatMap(element => namedIn(element, within, path))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    if (typeof field === 'object') return namedIn(field, name, path)
    if (typeof field !== 'string' && typeof field !== 'number') return []
    const isPicture = name === 'image' && String(field).startsWith(pictures)
    return isPicture
      ? [['imageName', String(field).slice(pictures.length)]]
      : [[kindOfField(name, within, path), field]]
  })
}
