import type { Money } from '@campstore/core/money'
import { unverifiedExpiryReason } from '@campstore/holds/expire-hold'
import { parkedQueue } from '@campstore/messaging/topology'
import { checkEvents } from '../random-faults/checks/events.ts'
import { checkPaymentsOnce, onceRule } from '../random-faults/checks/payments.ts'
import { checkPending } from '../random-faults/checks/pending.ts'
import { type Answer, checkWrites } from '../random-faults/checks/writes.ts'
import type { SimulatedBroker } from './broker.ts'
import type { Change, SimulatedDatabase } from './database.ts'
import { type Plan, safeGraceSeconds } from './plan.ts'
import { type Payment, recordedOf } from './recorded.ts'
import { type BookingRow, isHeld, isOpen, nightsOf } from './statements.ts'
import { createStayRules, judgeAttendance } from './stay-rules.ts'
import { epoch, type Owner, type Time } from './time.ts'

/** What really happened, which no process of the system knows. */
export type Truth = {
  payments: Map<string, Payment>
  /** Requests that succeeded. */
  answers: Answer[]
  /** What the checkout promised to give back, by booking. */
  promised: Map<string, Money>
  /** What the payment service has said of refunds that it has made, or could not make. */
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
  const stays = ['change', 'cancel-stay', 'policy', 'staff', 'refunds', 'next-day']
  const people = ['checkout', 'cancel', 'pay', 'report', 'failure', ...stays]
  const faults = actions.filter(({ kind }) => !people.includes(kind))
  const harmed = new Set(faults.map(fault => ('process' in fault ? fault.process : fault.kind)))
  harmed.delete('lock')
  harmed.delete('purge-timers')
  const isOneProcess = harmed.size === 0 || (harmed.size === 1 && (harmed.has('a') || harmed.has('b')))
  return graceSeconds === safeGraceSeconds && slow < 20 && refused === 0 && isOneProcess
}

/** The queues that the processes consume. */
const workingQueues = ['booking.payments', 'booking.payments.unrouted', 'booking.hold-expired']

/** A shorter interruption is not noticed: a confirm counts for 10 s, and the database is asked every 2 s, for 10 s. */
const unnoticedMs = 12_005

type Options = {
  time: Time
  plan: Plan
  truth: Truth
  database: SimulatedDatabase
  note: (what: string) => void
  violate: (rule: string, what: string) => void
}

type Judge = Options & {
  stays: ReturnType<typeof createStayRules>
  /** When each hold may end, by the true time. */
  deadlines: Map<string, number>
  /** The payment that was applied to each booking. */
  paidBy: Map<string, string>
}

/** Judges every commit, and the end, by the rules of docs/protocol.md. */
export function createRules(options: Options) {
  const { plan, truth, database } = options
  const judge: Judge = { ...options, stays: createStayRules(options), deadlines: new Map(), paidBy: new Map() }
  return {
    deadlineOf: (id: string) => judge.deadlines.get(id),
    committed(changes: readonly Change[], by: Owner) {
      for (const { table, before, after } of changes) {
        if (table !== 'booking' || !after) continue
        if (before) judgeChange(judge, { before: before as BookingRow, after: after as BookingRow, changes, by })
        else judgeTaken(judge, after as BookingRow)
      }
      judge.stays.judgeMoney(changes)
      judgeNights(judge)
    },
    /** Whether there is nothing left to do. */
    isSettled(broker: SimulatedBroker): boolean {
      const queues = [...workingQueues, `booking.hold.${plan.holdSeconds}s`]
      return (
        database.rows('outbox').size === 0 &&
        !bookingsIn(database).some(isOpen) &&
        [...truth.payments.values()].every(({ eventId }) => database.rows('payment_notification').has(eventId)) &&
        [...truth.reports].every(judge.stays.isRecorded) &&
        queues.every(queue => broker.count(queue) === 0)
      )
    },
    /** Checks the end, when nothing goes wrong any more. */
    ended: (broker: SimulatedBroker) => judgeEnd(judge, broker),
  }
}

const bookingsIn = (database: SimulatedDatabase) => [...database.rows('booking').values()] as BookingRow[]

function judgeTaken({ deadlines, truth, plan, database, violate }: Judge, booking: BookingRow): void {
  deadlines.set(booking.id, trueTime(Date.parse(String(booking.createdAt)), truth) + plan.holdSeconds * 1000)
  const own = bookingsIn(database).filter(({ customerId }) => customerId === booking.customerId)
  if (own.length > 1) violate('one idempotency key is one checkout', `${booking.customerId} has ${own.length} bookings`)
}

const paidBefore = ({ payments }: Truth, id: string, limit: number): Payment | undefined =>
  [...payments.values()].find(
    ({ bookingId, confirmedAt }) => bookingId === id && confirmedAt !== undefined && confirmedAt < limit,
  )

function judgeExpiry(
  { deadlines, time, truth, plan, note, violate }: Judge,
  id: string,
  { isVerified, by }: { isVerified: boolean; by: Owner },
): void {
  const deadline = deadlines.get(id) ?? 0
  const now = time.now()
  note(isVerified ? 'a hold expired, verified' : 'a hold expired, unverified')
  if (now < deadline - 2)
    violate('no hold ends before its deadline', `${id} ended ${Math.round(deadline - now)} ms early`)
  const paid = paidBefore(truth, id, deadline - 2)
  if (paid && isVerified)
    violate('a payment confirmed in time is followed by no verified expiry', `${id} was paid by ${paid.eventId}`)
  if (!isVerified && isHarmless(plan)) violate('a process that fails ends no hold unverified', id)
  const asked = timeToAsk(deadline, now, by, truth)
  if (!isVerified && asked < plan.graceSeconds * 1000 - unnoticedMs)
    violate('an outage ends no hold unverified', `${id} ended after ${Math.round(asked)} ms`)
}

/** Another process can take over. */
function judgeDelay({ time, truth, plan, paidBy, violate }: Judge, id: string): void {
  const { confirmedAt = time.now() } = truth.payments.get(paidBy.get(id) ?? '') ?? {}
  const waited = time.now() - confirmedAt
  const isLocked = plan.actions.some(({ kind }) => kind === 'lock')
  if (isHarmless(plan) && !isLocked && waited > safeGraceSeconds * 1000)
    violate('a process that fails delays no payment', `${id} was paid after ${Math.round(waited)} ms`)
}

type Changed = { before: BookingRow; after: BookingRow; changes: readonly Change[]; by: Owner }

function judgeChange(judge: Judge, { before, after, changes, by }: Changed): void {
  const { time, truth, stays, paidBy, note, violate } = judge
  const { id } = after
  const history = changes.flatMap(({ table, after }) =>
    table === 'status_history' && after?.bookingId === id ? [after] : [],
  )
  const [step] = history
  judgeAttendance(judge, before, after, history)
  if (before.status !== after.status && after.status === 'cancelled' && after.paymentStatus === 'paid')
    stays.judgeCancellation(changes, { id, isByMember: step?.actorType === 'member' })
  if (before.status !== after.status && step?.actorType === 'system')
    judgeExpiry(judge, id, { isVerified: !history.some(({ reason }) => reason === unverifiedExpiryReason), by })
  if (before.status !== after.status && step?.actorType === 'member') {
    note(before.paymentStatus === 'paid' ? 'a paid stay was cancelled' : 'a hold was cancelled')
    const paid = before.paymentStatus === 'unpaid' && paidBefore(truth, id, truth.cancelledAt.get(id) ?? 0)
    if (paid)
      violate(
        'a payment confirmed before the member asks to cancel is followed by no cancellation',
        `${id} was paid by ${paid.eventId}`,
      )
  }
  if (before.status === 'cancelled' && after.status !== 'cancelled')
    violate('a hold ends once', `${id} is ${after.status}`)
  if (before.paymentStatus !== after.paymentStatus) {
    const isNear = Math.abs(time.now() - (judge.deadlines.get(id) ?? 0)) < 500
    note(isNear ? 'a payment was applied at the deadline' : 'a payment was applied')
    if (paidBy.has(id)) violate(onceRule, `${id} was paid twice`)
    paidBy.set(id, String(step?.actorId))
    judgeDelay(judge, id)
  }
}

function judgeNights({ database, plan, violate }: Judge): void {
  const held = new Map<string, number>()
  for (const { nights, quantity } of bookingsIn(database).filter(isHeld).flatMap(nightsOf))
    for (const night of nights) held.set(night, (held.get(night) ?? 0) + quantity)
  for (const night of new Set([...held.keys(), ...database.rows('zone_night').keys()])) {
    const taken = database.rows('zone_night').get(night)?.taken ?? 0
    const sites = held.get(night) ?? 0
    if (sites > plan.sites)
      violate('no more is held than there is', `${sites} sites are held of ${plan.sites} on ${night}`)
    if (taken !== sites)
      violate('the nights of zones have the sites of their stays', `${night} has ${taken} of ${sites} sites`)
  }
}

/** By the rules of runs against real servers, and some more. */
function judgeEnd({ truth, database, paidBy, stays, violate }: Judge, broker: SimulatedBroker): void {
  const recorded = recordedOf(truth.payments, database, broker)
  const openHolds = bookingsIn(database).filter(isOpen).length
  const parked = workingQueues.map(parkedQueue).map(name => [name, broker.count(name)] as const)
  const queues = parked.filter(([, messages]) => messages > 0)
  const violations = [
    ...checkPending({ openHolds, outbox: database.rows('outbox').size, queues, audit: [] }, []),
    ...checkWrites({ ...recorded, requests: truth.answers }),
    ...checkPaymentsOnce(recorded),
    ...checkEvents(recorded),
  ]
  for (const { rule, subject = '', message } of violations) violate(rule, `${subject} ${message}`)
  for (const { eventId, target, outcome } of recorded.storedPayments)
    if ((outcome === 'applied') !== (paidBy.get(target) === eventId))
      violate(onceRule, `${eventId} of ${target} is recorded as ${outcome}`)
  stays.ended(recorded.events)
}
