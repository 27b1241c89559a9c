import type { Money } from '@campstore/core/money'
import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import { parkedQueue } from '@campstore/messaging/topology'
import type { SimulatedBroker } from './broker.ts'
import type { Change, SimulatedDatabase } from './database.ts'
import { type Plan, safeGraceSeconds } from './plan.ts'
import { type BookingRow, isHeld, nightsOf } from './statements.ts'
import { createStayRules } from './stay-rules.ts'
import { epoch, type Owner, type Time } from './time.ts'

/** A payment as the payment service knows it: its hold, and when the broker confirmed it. */
export type Payment = { eventId: string; bookingId: string; confirmedAt: number | undefined }

/** What really happened, which no process of the system knows. */
export type Truth = {
  payments: Map<string, Payment>
  /** What the checkout promised to give back, by booking. */
  promised: Map<string, Money>
  /** What the payment service has said of refunds. */
  reports: Set<string>
  /** When a member asked first to cancel a booking. */
  cancelledAt: Map<string, number>
  /** Since when and until when a process, or each, could not reach a server, or was frozen. */
  outages: { from: number; to: number; of: Owner | undefined }[]
  /** From when on PostgreSQL's clock was how far ahead, in milliseconds. */
  jumps: { at: number; offset: number }[]
}

/** The instant of the virtual time at which PostgreSQL's clock showed an instant. */
function trueTime(instant: number, { jumps }: Truth): number {
  const times = jumps.map(({ at, offset }, place) => ({
    time: instant - epoch - offset,
    from: at,
    to: jumps[place + 1]?.at,
  }))
  const matching = times.find(({ time, from, to }) => time >= from - 2 && time <= (to ?? Number.POSITIVE_INFINITY) + 2)
  return matching?.time ?? instant - epoch
}

/** How long a process could ask about a hold between two instants. */
const timeToAsk = (from: number, to: number, by: Owner, { outages }: Truth): number =>
  outages
    .filter(({ of }) => of === undefined || of === by)
    .toSorted((a, b) => a.from - b.from)
    .reduce(
      ({ rest, since }, outage) => {
        const begin = Math.max(since, outage.from)
        const end = Math.min(to, outage.to)
        return { rest: rest - Math.max(0, end - begin), since: Math.max(since, end) }
      },
      { rest: to - from, since: from },
    ).rest

/** Whether the faults leave one process and its servers working: it replaces the other one in time. */
function isHarmless({ actions, graceSeconds, slow, refused }: Plan): boolean {
  const people = ['checkout', 'cancel', 'cancel-stay', 'change', 'pay', 'policy', 'staff', 'report', 'next-day']
  const faults = actions.filter(({ kind }) => !people.includes(kind))
  const harmed = new Set(faults.map(fault => ('process' in fault ? fault.process : fault.kind)))
  harmed.delete('lock')
  harmed.delete('purge-timers')
  const isOneProcess = harmed.size === 0 || (harmed.size === 1 && (harmed.has('a') || harmed.has('b')))
  return graceSeconds === safeGraceSeconds && slow < 20 && refused === 0 && isOneProcess
}

/** A shorter interruption is not noticed: a confirm counts for 10 s, and the database is asked every 2 s, for 10 s. */
const unnoticedMs = 12_005

/** Judges every commit, and the end, by the rules of docs/protocol.md. */
export function createRules(options: {
  time: Time
  plan: Plan
  truth: Truth
  database: SimulatedDatabase
  note: (what: string) => void
  violate: (rule: string, what: string) => void
}) {
  const { time, plan, truth, database, note, violate } = options
  const deadlines = new Map<string, number>()
  const paidBy = new Map<string, string>()
  const stays = createStayRules(options)

  const bookings = () => [...database.rows('booking').values()] as BookingRow[]

  const judgeTaken = (booking: BookingRow) => {
    deadlines.set(booking.id, trueTime(Date.parse(String(booking.createdAt)), truth) + plan.holdSeconds * 1000)
    const own = bookings().filter(({ customerId }) => customerId === booking.customerId)
    if (own.length > 1) violate('one key is one checkout', `${booking.customerId} has ${own.length} bookings`)
  }

  const paidBefore = (id: string, limit: number): Payment | undefined =>
    [...truth.payments.values()].find(
      ({ bookingId, confirmedAt }) => bookingId === id && confirmedAt !== undefined && confirmedAt < limit,
    )

  const judgeExpiry = (id: string, isVerified: boolean, by: Owner) => {
    const deadline = deadlines.get(id) ?? 0
    const now = time.now()
    note(isVerified ? 'a hold expired, verified' : 'a hold expired, unverified')
    if (now < deadline - 2)
      violate('no hold ends before its deadline', `${id} ended ${Math.round(deadline - now)} ms early`)
    const paid = paidBefore(id, deadline - 2)
    if (paid && isVerified)
      violate('a payment confirmed in time is followed by no verified expiry', `${id} was paid by ${paid.eventId}`)
    if (!isVerified && isHarmless(plan)) violate('a process that fails ends no hold unverified', id)
    const asked = timeToAsk(deadline, now, by, truth)
    if (!isVerified && asked < plan.graceSeconds * 1000 - unnoticedMs)
      violate('an outage ends no hold unverified', `${id} ended after ${Math.round(asked)} ms`)
  }

  /** Another process can take over. */
  const judgeDelay = (id: string) => {
    const { confirmedAt = time.now() } = truth.payments.get(paidBy.get(id) ?? '') ?? {}
    const waited = time.now() - confirmedAt
    const isLocked = plan.actions.some(({ kind }) => kind === 'lock')
    if (isHarmless(plan) && !isLocked && waited > safeGraceSeconds * 1000)
      violate('a process that fails delays no payment', `${id} was paid after ${Math.round(waited)} ms`)
  }

  const judgeChange = (before: BookingRow, after: BookingRow, changes: readonly Change[], by: Owner) => {
    const { id } = after
    const history = changes.flatMap(({ table, after }) =>
      table === 'status_history' && after?.bookingId === id ? [after] : [],
    )
    const [step] = history
    stays.judgeAttendance(before, after, history)
    if (before.status !== after.status && after.status === 'cancelled' && after.paymentStatus === 'paid')
      stays.judgeCancellation(changes, { id, eventId: paidBy.get(id), isByMember: step?.actorType === 'member' })
    const near = Math.abs(time.now() - (deadlines.get(id) ?? 0)) < 500
    if (before.status !== after.status && step?.actorType === 'system')
      judgeExpiry(id, !history.some(({ reason }) => reason === unverifiedExpiryReason), by)
    if (before.status !== after.status && step?.actorType === 'member') {
      note(before.paymentStatus === 'paid' ? 'a paid stay was cancelled' : 'a hold was cancelled')
      const paid = before.paymentStatus === 'unpaid' && paidBefore(id, truth.cancelledAt.get(id) ?? 0)
      if (paid)
        violate(
          'a payment confirmed before the member asks to cancel is followed by no cancellation',
          `${id} was paid by ${paid.eventId}`,
        )
    }
    if (before.status === 'cancelled' && after.status !== 'cancelled')
      violate('a hold ends once', `${id} is ${after.status}`)
    if (before.paymentStatus !== after.paymentStatus) {
      note(near ? 'a payment was applied at the deadline' : 'a payment was applied')
      if (paidBy.has(id)) violate('a payment is applied or reported once', `${id} was paid twice`)
      paidBy.set(id, String(step?.actorId))
      judgeDelay(id)
    }
  }

  return {
    deadlineOf: (id: string) => deadlines.get(id),
    committed(changes: readonly Change[], by: Owner) {
      for (const { table, before, after } of changes) {
        if (table !== 'booking' || !after) continue
        if (before) judgeChange(before as BookingRow, after as BookingRow, changes, by)
        else judgeTaken(after as BookingRow)
      }
      stays.judgeRefunds(changes)
      const held = new Map<string, number>()
      for (const { nights, quantity } of bookings().filter(isHeld).flatMap(nightsOf))
        for (const night of nights) held.set(night, (held.get(night) ?? 0) + quantity)
      for (const [night, sites] of held)
        if (sites > plan.sites)
          violate('no more is held than there is', `${sites} sites are held of ${plan.sites} on ${night}`)
      for (const night of new Set([...held.keys(), ...database.rows('zone_night').keys()])) {
        const taken = database.rows('zone_night').get(night)?.taken ?? 0
        const sites = held.get(night) ?? 0
        if (taken !== sites)
          violate('each night has the sites of its bookings', `${night} has ${taken} of ${sites} sites`)
      }
    },
    /** Whether there is nothing left to do. */
    isSettled(broker: SimulatedBroker): boolean {
      const queues = [
        'booking.payments',
        'booking.payments.unrouted',
        'booking.hold-expired',
        `booking.hold.${plan.holdSeconds}s`,
      ]
      return (
        database.rows('outbox').size === 0 &&
        bookings().every(({ status, paymentStatus }) => status !== 'pending' || paymentStatus === 'paid') &&
        [...truth.payments.values()].every(({ eventId }) => database.rows('payment_notification').has(eventId)) &&
        [...truth.reports].every(eventId => database.rows('refund_notification').has(eventId)) &&
        queues.every(queue => broker.count(queue) === 0)
      )
    },
    /** Checks the end, when nothing goes wrong any more. */
    ended(broker: SimulatedBroker, events: readonly { type: string; subject: string; eventId: unknown }[]) {
      for (const { id, status, paymentStatus } of bookings())
        if (status === 'pending' && paymentStatus === 'unpaid') violate('each hold ends', `${id} is open for ever`)
      for (const { eventId, bookingId } of truth.payments.values()) {
        const recorded = database.rows('payment_notification').get(eventId)
        if (!recorded) violate('each payment is applied or reported', `${eventId} of ${bookingId} is not recorded`)
        const isApplied = paidBy.get(bookingId) === eventId
        if (recorded && isApplied !== (recorded.outcome === 'applied'))
          violate('a payment is applied or reported once', `${eventId} is recorded as ${recorded.outcome}`)
        const isReported = events.some(event => event.type === 'payment.unapplied' && event.eventId === eventId)
        if (recorded && isReported !== (recorded.outcome === 'unapplied'))
          violate('a payment is applied or reported once', `${eventId}: ${recorded.outcome}, reported: ${isReported}`)
      }
      stays.ended()
      for (const { id, status, paymentStatus } of bookings()) {
        const refunds = stays.refundsFor(id)
        const given = refunds.filter(({ cause }) => cause !== 'unapplied')
        const history = [...database.rows('status_history').values()].filter(({ bookingId }) => bookingId === id)
        const isIn = (...texts: string[]) => history.some(({ to, reason }) => texts.includes(String(reason ?? to)))
        const types = events.filter(({ subject }) => subject === id).map(({ type }) => type)
        const isChanged = [...database.rows('stay_change').values()].some(({ bookingId }) => bookingId === id)
        const expected = [
          'booking.created',
          ...(isChanged ? ['booking.changed'] : []),
          ...(paymentStatus === 'paid' ? ['booking.paid'] : []),
          ...(status === 'cancelled' ? ['booking.cancelled'] : []),
          ...(given.some(({ status }) => status === 'due') ? ['payment.refund-due'] : []),
          ...(refunds.some(({ status }) => status === 'done') ? ['payment.refund-done'] : []),
          ...(given.some(({ cause }) => cause === 'goodwill') ? ['booking.refund-opened'] : []),
          ...(isIn('confirmed') ? ['booking.confirmed'] : []),
          ...(isIn('arrived', 'no-show') ? ['booking.attendance'] : []),
          ...(status === 'completed' ? ['booking.completed'] : []),
        ]
        for (const type of expected)
          if (!types.includes(type)) violate('each step has its event', `${id} has no ${type}`)
      }
      for (const queue of ['booking.payments', 'booking.payments.unrouted', 'booking.hold-expired'].map(parkedQueue))
        if (broker.count(queue) > 0) violate('no message is parked', `${queue} has ${broker.count(queue)}`)
      if (database.rows('outbox').size > 0) violate('each message is published', 'the outbox is not empty')
    },
  }
}
