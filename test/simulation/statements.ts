import type { Entry } from '@campstore/holds/money/account'
import { databaseError, type Handler, type Result, type Row, type View } from './database.ts'

/** The effect of each statement of a booking's hold, by its name, or by its first word if it has none. */

const rowsOf = (rows: Row[]): Result => ({ rows, rowCount: rows.length })
const affected = (rowCount: number): Result => ({ rows: [], rowCount })

export type BookingRow = Row & {
  id: string
  customerId: string
  status: string
  paymentStatus: string
  attendance: string | null
  checkoutExpiresAt: string
  checkIn: string
  checkOut: string
  zones: { zoneId: string; quantity: number }[]
}

/** The rows of a table of bookings: a booking holds its sites until it is cancelled or completed. */
export const isHeld = ({ status }: Pick<BookingRow, 'status'>): boolean =>
  status !== 'cancelled' && status !== 'completed'
export const isOpen = ({ status, paymentStatus }: BookingRow) => status === 'pending' && paymentStatus === 'unpaid'

const bookingOf = (row: Row): BookingRow => row as BookingRow
const text = (value: unknown): string => value as string

const refundsFor = (view: View, id: string): Row[] =>
  view.all('refund').flatMap(([, refund]) => (refund.targetId === id ? [refund] : []))

/** Those of the payment that was applied. */
const refundsOfApplied = (view: View, id: string): Row[] =>
  refundsFor(view, id).filter(({ cause }) => cause !== 'unapplied')

const refundsOf = (view: View, id: string): Row => {
  const given = refundsOfApplied(view, id)
  const refundStatus = given.some(({ status }) => status === 'due') ? 'due' : 'done'
  return { refunds: refundsFor(view, id), refundStatus: given.length > 0 ? refundStatus : 'none' }
}

/** The account of a booking, as `account_of` returns it. */
const accountOf = (view: View, id: string) => {
  const received = ([eventId, row]: [string, Row]) => `${row.receivedAt} ${eventId}`
  const payments = view
    .all('payment_notification')
    .filter(([, { targetId }]) => targetId === id)
    .toSorted((one, other) => (received(one) < received(other) ? -1 : 1))
  return {
    payments: payments.map(([eventId, { targetId: _, receivedAt: __, ...row }]) => ({ ...row, eventId })),
    refunds: view.all('refund').flatMap(([key, row]) => (row.targetId === id ? [{ ...row, id: key }] : [])),
    reports: view
      .all('refund_notification')
      .flatMap(([, report]) => (payments.some(([eventId]) => eventId === report.refundOf) ? [report] : [])),
  }
}

/** Writes an entry of an account, as `write_entries` does. */
function* writeEntry(view: View, targetId: string, entry: Entry, at: string) {
  const change = (id: string, fields: Row) => view.put('refund', id, { ...view.get('refund', id), ...fields })
  switch (entry.entry) {
    case 'payment': {
      const { eventId, type, amount, currency, paymentMethod, providerTradeNo, outcome, reason } = entry
      const received = { type, amount, currency, paymentMethod, providerTradeNo, outcome, reason, decision: null }
      const row = { ...received, targetId, receivedAt: at }
      if (!(yield* view.insertOnce('payment_notification', eventId, row))) throw databaseError('23505')
      return
    }
    case 'refund opened': {
      const { id, eventId, providerTradeNo, cause, amount, currency } = entry
      const fields = { eventId, providerTradeNo, cause, amount, currency, targetId, status: 'due', reference: null }
      return view.put('refund', id, { ...fields, createdAt: view.now(), doneAt: null })
    }
    case 'refund done':
      return change(entry.id, { status: 'done', reference: entry.reference, doneAt: entry.at })
    case 'refund withdrawn':
      return change(entry.id, { status: 'withdrawn' })
    case 'refund failed': {
      const { eventId, refundId, reason } = entry
      const failure = { refundId, target: { id: targetId }, reason }
      if (!(yield* view.insertOnce('refund_failure', eventId, failure))) throw databaseError('23505')
      return
    }
    case 'refund reported': {
      const row = { ...entry, targetId, at: entry.refundedAt, receivedAt: view.now() }
      if (!(yield* view.insertOnce('refund_notification', entry.eventId, row))) throw databaseError('23505')
      return
    }
    case 'noted': {
      const { status } = view.get('booking', targetId) ?? {}
      const { by, reason } = entry
      if (status) addHistory(view, targetId, { from: status, to: status, actorType: by.type, actorId: by.id, reason })
      return
    }
    default:
      throw new Error(`The simulation has no ${entry.entry}`)
  }
}

/** The statement that has locked a row has read the clock before, unless the row was changed while it waited. */
function* lockBookings(view: View, ids: readonly string[]) {
  const seen = ids.toSorted().map(id => ({ id, before: view.get('booking', id) }))
  const rows: Row[] = []
  for (const { id, before } of seen) {
    if (!before) continue
    const now = view.now()
    yield* view.lock(`booking/${id}`)
    const row = view.get('booking', id)
    const hasWaited = row !== before
    if (row) rows.push({ ...row, ...refundsOf(view, id), now: hasWaited ? view.now() : now, hasWaited })
  }
  return rowsOf(rows)
}

const isClaimable = (row: Row, exchanges: readonly unknown[], routingKeys: readonly unknown[]) =>
  !exchanges.some((exchange, place) => exchange === row.exchange && routingKeys[place] === row.routing_key)

function publish(view: View, messages: unknown) {
  for (const message of JSON.parse(text(messages))) {
    const id = String(view.nextId())
    view.put('outbox', id, {
      id,
      message_id: message.messageId,
      exchange: message.exchange,
      routing_key: message.routingKey,
      content_type: message.contentType,
      mandatory: message.mandatory,
      body: JSON.stringify(message.body),
      created_seconds: Math.floor(Date.parse(view.now()) / 1000),
      traceparent: null,
    })
  }
}

const addHistory = (view: View, bookingId: unknown, entry: Row) =>
  view.put('status_history', `${bookingId}/${view.nextId()}`, { bookingId, ...entry })

const camelCase = (record: Row): Row =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
      value,
    ]),
  )

const dayMs = 86_400_000

/** The keys of the nights of a booking, with the sites that it takes: in the order of zones and nights. */
export const nightsOf = ({
  zones,
  checkIn,
  checkOut,
}: BookingRow): { zoneId: string; nights: string[]; quantity: number }[] =>
  zones
    .toSorted((a, b) => (a.zoneId < b.zoneId ? -1 : 1))
    .map(({ zoneId, quantity }) => {
      const count = (Date.parse(checkOut) - Date.parse(checkIn)) / dayMs
      const nightOf = (number: number) => new Date(Date.parse(checkIn) + number * dayMs).toISOString().slice(0, 10)
      return { zoneId, quantity, nights: Array.from({ length: count }, (_, number) => `${zoneId}/${nightOf(number)}`) }
    })

/** The dates of a range of nights, as its SQL has them. */
const rangeOf = (range: unknown) => ({ checkIn: text(range).slice(1, 11), checkOut: text(range).slice(12, 22) })

const takenOn = (view: View, night: string): number => Number(view.get('zone_night', night)?.taken ?? 0)

/** Adds the nights that have no row yet, as `add_nights` does. */
function* addNights(view: View, nights: Iterable<string>) {
  for (const night of [...new Set(nights)].sort()) yield* view.insertOnce('zone_night', night, { taken: 0 })
}

function* lockNights(view: View, nights: Iterable<string>) {
  for (const night of [...new Set(nights)].sort()) yield* view.lock(`night/${night}`)
}

type Outcome = 'replayed' | 'key_reused' | 'outdated' | 'zone_unavailable' | 'again' | 'held'
/** A hold of a batch; undecided without an outcome. */
type Hold = {
  booking: BookingRow
  key: string
  fingerprint: string
  response: unknown
  latestTime: unknown
  wanted: { night: string; zoneId: string; quantity: number }[]
  outcome: Outcome | undefined
}

/** The holds in the parameters of `take_holds`. */
function holdsOf(values: readonly unknown[]): Hold[] {
  const [, , , , , members = [], keys = [], fingerprints = [], , , , , latestTimes = []] = values as unknown[][]
  const responses: unknown[] = JSON.parse(text(values[1]))
  /** The lines of a hold, of columns that begin with the numbers of holds. */
  const linesOf = (columns: unknown[][], place: number) =>
    columns[0]?.flatMap((hold, line) => (hold === place + 1 ? [columns.map(column => column[line])] : [])) ?? []
  return JSON.parse(text(values[0])).map((record: Row, place: number): Hold => {
    const zones = linesOf(values.slice(17, 24) as unknown[][], place).map(
      ([, , zoneId, , priceWeekday, priceHoliday, quantity]) => {
        return { zoneId: text(zoneId), priceWeekday, priceHoliday, quantity: Number(quantity) }
      },
    )
    const booking = bookingOf({ ...camelCase(record), attendance: null, zones, rentals: [] })
    return {
      booking,
      key: `${members[place]}/${keys[place]}`,
      fingerprint: text(fingerprints[place]),
      response: responses[place],
      latestTime: latestTimes[place],
      wanted: nightsOf(booking).flatMap(({ nights, ...line }) => nights.map(night => ({ night, ...line }))),
      outcome: undefined,
    }
  })
}

const undecided = (holds: readonly Hold[]) => holds.filter(({ outcome }) => outcome === undefined)
const nightsOfHolds = (holds: readonly Hold[]) => holds.flatMap(({ wanted }) => wanted.map(({ night }) => night))

/** Locks the members, and judges the keys: `begin_holds`. */
function* beginHolds(view: View, holds: readonly Hold[]) {
  const members = holds.map(({ booking }) => booking.customerId)
  for (const member of [...new Set(members)].sort()) yield* view.lock(`member/${member}`)
  yield 'pause' as const
  for (const [place, hold] of holds.entries()) {
    const used = view.get('idempotency_key', hold.key)
    if (used) hold.outcome = used.fingerprint === hold.fingerprint ? 'replayed' : 'key_reused'
    else if (members.indexOf(hold.booking.customerId) < place) hold.outcome = 'again'
  }
}

const sitesOf = (view: View, zoneId: string): number => Number(view.get('zone', zoneId)?.totalSites ?? 0)

/** Locks the nights of undecided holds one after another, and compares what each has then. */
function* judgeNights(view: View, holds: readonly Hold[]) {
  const outcomes = new Map<Hold, Outcome>()
  for (const night of [...new Set(nightsOfHolds(holds))].sort()) {
    yield 'pause' as const
    yield* view.lock(`night/${night}`)
    const before = takenOn(view, night)
    let earlier = 0
    for (const hold of holds)
      for (const { zoneId, quantity } of hold.wanted.filter(wanted => wanted.night === night)) {
        const left = sitesOf(view, zoneId) - before
        if (quantity > left) outcomes.set(hold, 'zone_unavailable')
        else if (quantity > left - earlier && !outcomes.has(hold)) outcomes.set(hold, 'again')
        earlier += quantity
      }
  }
  for (const [hold, outcome] of outcomes) hold.outcome = outcome
}

/** Writes the holds that are held. A key that is there nevertheless ends the batch. */
function* writeHolds(view: View, holds: readonly Hold[]) {
  let kept = 0
  for (const { key, fingerprint, response } of holds)
    if (yield* view.insertOnce('idempotency_key', key, { fingerprint, response })) kept += 1
  if (kept < holds.length) throw databaseError('40001')
  for (const { night, quantity } of holds.flatMap(({ wanted }) => wanted))
    view.put('zone_night', night, { taken: takenOn(view, night) + quantity })
  for (const { booking } of holds) {
    if (!(yield* view.insertOnce('booking', booking.id, booking))) throw databaseError('23505')
    addHistory(view, booking.id, { from: null, to: booking.status })
  }
}

/** The trigger of a booking's lines: adds the sites of a booking that holds again, and takes away those of one that does not. */
function* countSites(view: View, booking: BookingRow, sign: 1 | -1) {
  for (const { nights, quantity } of nightsOf(booking))
    for (const night of nights) {
      yield* view.lock(`night/${night}`)
      view.put('zone_night', night, { taken: takenOn(view, night) + sign * quantity })
    }
}

type CheckoutQuery = Record<'customerId' | 'idempotencyKey', unknown>

/** What a checkout reads before it takes a hold. */
function inputsOf(view: View, { customerId, idempotencyKey }: CheckoutQuery) {
  const used = view.get('idempotency_key', `${customerId}/${idempotencyKey}`)
  const zones = view
    .all('zone')
    .map(([zoneId]) => ({ zoneId, type: 'meadow', priceWeekday: '1000.00', priceHoliday: '1500.00' }))
  const found = used ? { ...used, awaitsStandby: false } : null
  const campground = { name: 'Sea of Clouds', region: 'Nantou' }
  const policy = view.get('policy', '1')
  return { now: view.now(), policy, campground, zones, rentals: [], calendar: {}, revision: 'only', used: found }
}

/** Its values begin with the bookings, their responses, their messages, their timer and their ids. */
export const takeHolds = 'take-booking-holds'

export const statements = {
  policy: view => rowsOf([{ policy: view.get('policy', '1') }]),
  'database-clock': view => rowsOf([{ now: view.now() }]),
  select: () => rowsOf([]),
  'await-standby': () => rowsOf([]),

  'checkout-inputs-without-rentals': (view, [wanted]) =>
    rowsOf(JSON.parse(text(wanted)).map((query: CheckoutQuery) => inputsOf(view, query))),
  'checkout-inputs-without-rentals, one': (view, [, , customerId, idempotencyKey]) =>
    rowsOf([inputsOf(view, { customerId, idempotencyKey })]),
  *[takeHolds](view, values) {
    const begun = Date.parse(view.now())
    const holds = holdsOf(values)
    yield* beginHolds(view, holds)
    yield 'pause'
    const hasNewNights = nightsOfHolds(undecided(holds)).some(night => !view.get('zone_night', night))
    for (const hold of undecided(holds)) {
      const isShort = hold.wanted.some(
        ({ night, zoneId, quantity }) => quantity > sitesOf(view, zoneId) - takenOn(view, night),
      )
      if (hold.latestTime && begun > Date.parse(text(hold.latestTime))) hold.outcome = 'outdated'
      else if (isShort) hold.outcome = 'zone_unavailable'
    }
    if (hasNewNights) yield* addNights(view, nightsOfHolds(undecided(holds)))
    yield* judgeNights(view, undecided(holds))
    yield 'pause'
    yield* writeHolds(view, undecided(holds))
    const messages = JSON.parse(text(values[2])).filter(
      ({ hold }: { hold: number }) => holds[hold - 1]?.outcome === undefined,
    )
    const subjects = undecided(holds).map(({ booking }) => booking.id)
    if (subjects.length > 0)
      publish(
        view,
        JSON.stringify([...messages, { ...JSON.parse(text(values[3])), body: { subject: subjects[0], subjects } }]),
      )
    return rowsOf(
      holds.map(({ key, outcome = 'held' }) => {
        const response = outcome === 'replayed' ? view.get('idempotency_key', key)?.response : null
        return { outcome, response, detail: null }
      }),
    )
  },

  'booking-by-id'(view, [id]) {
    const row = view.get('booking', text(id))
    return rowsOf(row ? [{ ...row, ...refundsOf(view, text(id)) }] : [])
  },
  'bookings-by-id-locked': (view, [ids]) => lockBookings(view, ids as string[]),
  'next-overdue-booking-locked'(view, [dueBy, except]) {
    const latest = (dueBy as Date).getTime()
    const due = view
      .all('booking')
      .map(([, row]) => bookingOf(row))
      .filter(row => isOpen(row) && Date.parse(row.checkoutExpiresAt) <= latest)
      .filter(({ id }) => !(except as string[]).includes(id))
      .toSorted((a, b) => Date.parse(a.checkoutExpiresAt) - Date.parse(b.checkoutExpiresAt))
    const found = due.find(({ id }) => view.tryLock(`booking/${id}`))
    return rowsOf(found ? [{ ...found, now: view.now() }] : [])
  },
  *'nights-of-bookings-locked'(view, [ids]) {
    const rows = (ids as string[]).map(id => view.get('booking', id)).filter(row => row !== undefined)
    const lines = rows.flatMap(row => nightsOf(bookingOf(row)))
    yield* lockNights(
      view,
      lines.flatMap(({ nights }) => nights),
    )
    return rowsOf([])
  },
  *'change-booking'(
    view,
    [id, status, paymentStatus, paidAt, updatedAt, , actorType, actorId, reason, messages, from, attendance],
  ) {
    publish(view, messages)
    yield* view.lock(`booking/${id}`)
    const before = view.get('booking', text(id))
    const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : value)
    const times = { paidAt: iso(paidAt), updatedAt: iso(updatedAt) }
    view.put('booking', text(id), { ...before, status, paymentStatus, attendance, ...times })
    addHistory(view, id, { from, to: status, actorType, actorId, reason })
    const wasHeld = before !== undefined && isHeld(bookingOf(before))
    if (before && wasHeld !== isHeld({ status: text(status) }))
      yield* countSites(view, bookingOf(before), wasHeld ? -1 : 1)
    return rowsOf([{ publish: '' }])
  },
  *'lock-change'(view, [id, , range, zoneIds]) {
    const before = view.get('booking', text(id))
    const zones = (zoneIds as string[]).map(zoneId => ({ zoneId, quantity: 1 }))
    const nightsIn = (booking: Row) => nightsOf(bookingOf(booking)).flatMap(({ nights }) => nights)
    const changed = nightsIn({ zones, ...rangeOf(range) })
    yield* addNights(view, changed)
    yield* lockNights(view, [...(before ? nightsIn(before) : []), ...changed])
    return rowsOf([{ lock_change: '' }])
  },
  'shortages-of-change'(view, [id, range, zoneIds, quantities]) {
    const before = view.get('booking', text(id))
    const own = before ? nightsOf(bookingOf(before)) : []
    const wanted = (zoneIds as string[]).map((zoneId, line) => ({
      zoneId,
      quantity: (quantities as number[])[line] ?? 0,
    }))
    const zones = nightsOf(bookingOf({ zones: wanted, ...rangeOf(range) })).flatMap(
      ({ zoneId, quantity, nights }, line) => {
        const sites = sitesOf(view, zoneId)
        const short = nights.find(night => {
          const ownSites = own.find(each => each.nights.includes(night))?.quantity ?? 0
          return quantity > ownSites && quantity > sites - takenOn(view, night) + ownSites
        })
        return short ? [{ line, name: 'meadow', requested: quantity, night: short.slice(-10), remaining: 0 }] : []
      },
    )
    return rowsOf([{ closedOn: null, zones, rentals: [] }])
  },
  *'write-change'(view, [id, checkIn, checkOut, guestCount, ...content]) {
    const before = view.get('booking', text(id))
    if (!before) return affected(0)
    const [zones, holidayNights] = [JSON.parse(text(content[8])), content[14]]
    const after = bookingOf({ ...before, checkIn, checkOut, guestCount, zones, holidayNights })
    view.put('booking', text(id), after)
    view.put('stay_change', `${id}/${view.nextId()}`, { bookingId: id })
    yield* countSites(view, bookingOf(before), -1)
    yield* countSites(view, after, 1)
    return affected(1)
  },
  'history-append'(view, [id, status, , actorType, actorId, reason]) {
    addHistory(view, id, { from: status, to: status, actorType, actorId, reason })
    return affected(1)
  },

  account: (view, [id]) => rowsOf([{ account: accountOf(view, text(id)) }]),
  *'lock-account'(view, [id, eventId, refundOf, tradeNumber, reference]) {
    const target = text(id)
    yield* view.lock(view.get('booking', target) ? `booking/${target}` : `account of ${target}`)
    if (tradeNumber) yield* view.lock(`trade number ${tradeNumber}`)
    const early = accountOf(view, target).reports.filter(({ outcome }) => outcome === 'not_due')
    const references = new Set([reference, ...early.map(report => report.reference)].filter(Boolean).map(String))
    for (const each of [...references].sort()) yield* view.lock(`refund reference ${each}`)
    const record = view.get('booking', target)
    const others = view.all('payment_notification').filter(([, payment]) => payment.targetId !== target)
    const isTaken = ({ outcome }: Row) => outcome === 'applied' || outcome === 'unapplied'
    const usedBy = (table: string) => view.get(table, String(eventId)) !== undefined
    const used = usedBy('payment_notification') ? 'payment' : usedBy('refund_notification') ? 'report' : undefined
    const failure = view.get('refund_failure', String(eventId))
    const locked = {
      account: accountOf(view, target),
      record: record ? { status: record.status, customerId: record.customerId } : null,
      takenAt: record?.createdAt ?? null,
      used: used ? { kind: used } : failure ? { kind: 'failure', failure } : null,
      isTradeNumberUsed: others.some(([, row]) => row.providerTradeNo === tradeNumber && isTaken(row)),
      isPaymentOfAnother: others.some(([paymentId]) => paymentId === refundOf),
      usedReferences: view
        .all('refund')
        .filter(([, refund]) => refund.targetId !== target && references.has(String(refund.reference)))
        .map(([, refund]) => refund.reference),
    }
    return rowsOf([{ locked }])
  },
  *'write-entries'(view, [id, entries, at]) {
    const written: Entry[] = JSON.parse(text(entries))
    for (const entry of written) yield* writeEntry(view, text(id), entry, (at as Date).toISOString())
    view.put('entries', String(view.nextId()), { targetId: id, entries: written })
    return rowsOf([{ write_entries: '' }])
  },
  'refunds-of': (view, [id]) => rowsOf([refundsOf(view, text(id))]),

  outbox(view, [messages]) {
    publish(view, messages)
    return rowsOf([{ publish: '' }])
  },
  'relay-claim': view => claim(view, [], []),
  'relay-claim-others': (view, [exchanges, routingKeys]) => claim(view, exchanges as string[], routingKeys as string[]),
  'relay-read': (view, [ids]) =>
    rowsOf((ids as string[]).flatMap(id => [view.get('outbox', id)].filter(row => row !== undefined))),
  'relay-remove'(view, [ids]) {
    for (const id of ids as string[]) view.remove('outbox', id)
    return affected((ids as string[]).length)
  },
  'relay-unlock'(view) {
    view.unlockAdvisory()
    return rowsOf([{ pg_advisory_unlock_all: '' }])
  },
} satisfies Readonly<Record<string, Handler>>

/** The unclaimed rows of the outbox, except for some routes. */
const claim = (view: View, exchanges: readonly string[], routingKeys: readonly string[]): Result =>
  rowsOf(
    view
      .all('outbox')
      .toSorted(([a], [b]) => Number(a) - Number(b))
      .filter(([id, row]) => isClaimable(row, exchanges, routingKeys) && view.tryAdvisoryLock(`outbox/${id}`))
      .map(([id]) => ({ id })),
  )
