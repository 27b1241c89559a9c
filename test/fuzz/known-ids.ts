import type { Random } from '../random-faults/random.ts'

/** A value of an answer that can stand in a later request. */
export type KnownValue = string | number

/** What one element of an answer names: values by their kind, `campgroundId`, `zoneId`, `category`. */
export type KnownRecord = { caller: string; values: ReadonlyMap<string, readonly KnownValue[]> }

/** What former answers have named, so that requests can ask for what there is. */
export type KnownIds = ReturnType<typeof createKnownIds>

/** Records that are kept of the answers to one path. */
const maxRecords = 100
const recent = 20
const pictures = '/api/products/images/'

/** The kind of a field `id`, by the last word of its path that says so; the first that fits. */
const kindsByPath: readonly [RegExp, string][] = [
  [/\/api\/booking\/equipment/, 'rentalListingId'],
  [/\/closures$|\/campground-closures/, 'closureId'],
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
  recentOrders: 'orderId',
}

/** The kind of the `id` in a path, or of an `id` in the answer to it; `id` when it is none that requests ask for. */
export const kindOfPath = (path: string): string => kindsByPath.find(([shape]) => shape.test(path))?.[1] ?? 'id'

/** The kind of a field: its name, or what it is the id of. */
export const kindOfField = (name: string, within: string, path: string): string =>
  name === 'id' ? (within === '' ? kindOfPath(path) : (kindsByField[within] ?? 'id')) : name

/** Collects ids. It keeps the latest records of each path, and forgets the oldest. */
export function createKnownIds() {
  const byPath = new Map<string, KnownRecord[]>()

  /** Remembers what a successful answer to a caller names. */
  const learn = (caller: string, path: string, data: unknown): void => {
    const records = byPath.get(path) ?? []
    for (const element of [data].flat()) {
      const values = new Map<string, KnownValue[]>()
      collect(element, '', path, values)
      if (values.size > 0) records.push({ caller, values })
    }
    byPath.set(path, records.slice(-maxRecords))
  }
  /** Records with a value of this kind, mostly those of the caller, if it has some. */
  const recordsWith = (random: Random, kind: string, caller: string): KnownRecord[] => {
    const having = [...byPath.values()].flat().filter(({ values }) => values.has(kind))
    const own = having.filter(record => record.caller === caller)
    return own.length > 0 && random.chance(0.7) ? own : having
  }
  /** A record that names the first of these kinds, and the second one too if any does: a campground with a zone of it. */
  const recordFor = (random: Random, kinds: readonly string[], caller: string): KnownRecord | undefined => {
    const [first, second] = kinds
    if (first === undefined) return undefined
    const having = recordsWith(random, first, caller)
    const both = second === undefined ? [] : having.filter(({ values }) => values.has(second))
    return pickRecent(random, both.length > 0 && random.chance(0.85) ? both : having)
  }
  return {
    learn,
    recordFor,
    /** A value of this kind, from the record if it has one. */
    valueOf: (random: Random, kind: string, caller: string, near?: KnownRecord): KnownValue | undefined => {
      const record = near?.values.has(kind) ? near : pickRecent(random, recordsWith(random, kind, caller))
      const values = record?.values.get(kind)
      return values === undefined ? undefined : random.pick(values)
    },
  }
}

/** Half of the time one of the latest. */
function pickRecent(random: Random, records: readonly KnownRecord[]): KnownRecord | undefined {
  if (records.length === 0) return undefined
  return random.pick(random.chance(0.5) ? records.slice(-recent) : records)
}

function collect(value: unknown, within: string, path: string, values: Map<string, KnownValue[]>): void {
  if (Array.isArray(value)) for (const element of value) collect(element, within, path, values)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [name, field] of Object.entries(value)) {
    if (typeof field === 'object') collect(field, name, path, values)
    if (typeof field !== 'string' && typeof field !== 'number') continue
    const isPicture = name === 'image' && String(field).startsWith(pictures)
    const kind = isPicture ? 'imageName' : kindOfField(name, within, path)
    const value = isPicture ? String(field).slice(pictures.length) : field
    values.set(kind, [...(values.get(kind) ?? []), value].slice(-10))
  }
}
