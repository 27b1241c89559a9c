import type { Money } from '@campstore/core/money'
import { type Account, chargedFor, type Entry, enter, leftOf } from '@campstore/holds/money/account'
import { addUp, brokenRule, hear, leftBy, type MoneySum, nothing } from '../model/money-sum.ts'
import { eventsRule } from '../random-faults/checks/events.ts'
import type { EventRecord } from '../random-faults/history.ts'
import type { Change, Row, SimulatedDatabase } from './database.ts'
import type { BookingRow } from './statements.ts'

/** The latest date by the policy. */
const lastDay = '2026-11-20'

/** An account, the sum of its entries, and what the payment service knows to be due. */
type Judged = { account: Account; sum: MoneySum; due: readonly string[] }
const noAccount: Account = { cash: null, payments: [], refunds: [], reports: [] }

type Observer = { note(what: string): void; violate(rule: string, what: string): void }

/** Who comes is recorded for confirmed stays, and leaves their member no right to cancel them. */
export function judgeAttendance(
  { note, violate }: Observer,
  before: BookingRow,
  after: BookingRow,
  history: readonly Row[],
): void {
  const { id, status, attendance, checkIn } = after
  const isRecorded = history.some(({ reason }) => reason === (attendance ?? 'attendance withdrawn'))
  if (attendance !== before.attendance && attendance !== null) {
    note('attendance was recorded')
    if (!isRecorded || status !== 'confirmed')
      violate('attendance is of bookings that were confirmed, and their history has it', `${id} is ${status}`)
  }
  if (attendance !== null && checkIn > lastDay) violate('attendance is of stays that have begun', `${id}: ${checkIn}`)
  const isByMember = history.some(({ actorType }) => actorType === 'member')
  if (attendance !== null && isByMember) violate('no member cancels a stay that was attended', id)
}

/** Judges what is given back of paid stays. */
export function createStayRules(
  options: Observer & {
    truth: { promised: ReadonlyMap<string, Money>; reports: ReadonlySet<string> }
    database: SimulatedDatabase
  },
) {
  const { truth, database, note, violate } = options
  const accounts = new Map<string, Judged>()
  const judgedOf = (id: string): Judged => accounts.get(id) ?? { account: noAccount, sum: nothing, due: [] }

  /** A member gets the share of the rest that was promised; staff give back the rest. */
  const judgeCancellation = (changes: readonly Change[], { id, isByMember }: { id: string; isByMember: boolean }) => {
    const { account } = judgedOf(id)
    const paid = Number(chargedFor(account))
    const left = Number(leftOf(account))
    const share = isByMember ? Number(truth.promised.get(id)) / paid : 1
    const owed = Math.min(Math.ceil(left * share), left)
    const opened = writtenIn(changes).flatMap(({ entries }) =>
      entries.flatMap(entry => (entry.entry === 'refund opened' ? [Number(entry.amount)] : [])),
    )
    if (opened.reduce((sum, amount) => sum + amount, 0) !== owed)
      violate('a cancelled stay has the refund that was promised', `${id}: ${owed}`)
  }

  /** The account of each booking agrees with a sum of its entries that is made without it, and with its events. */
  const judgeMoney = (changes: readonly Change[]) => {
    const events = changes.flatMap(({ table, before, after }) =>
      table === 'outbox' && !before ? [JSON.parse(String(after?.body)) as EventRecord] : [],
    )
    for (const { targetId, entries } of writtenIn(changes)) {
      const before = judgedOf(targetId)
      // What one statement writes is of one transaction of the provider.
      const named = entries.flatMap(entry => {
        if (entry.entry === 'refund done') return [entry.id]
        return entry.entry === 'refund reported' ? (entry.refundIds ?? []) : []
      })
      const account = entries.reduce((account, entry) => enter(account, entry, ''), before.account)
      const sum = entries.reduce((sum, entry) => addUp(sum, entry, named), before.sum)
      const due = events.filter(({ subject }) => subject === targetId).reduce(heard, before.due)
      accounts.set(targetId, { account, sum, due })
      const rule = brokenRule(sum, due)
      if (rule) violate(rule, targetId)
      if (Number(leftOf(account)) * 100 !== leftBy(sum)) violate('an account has what is left of its charge', targetId)
      if (entries.some(({ entry }) => entry === 'refund withdrawn')) note('a refund was withdrawn')
      if (new Set(named).size > 1) note('refunds were made together')
    }
  }

  const isRecorded = (eventId: string): boolean =>
    database.rows('refund_notification').has(eventId) || database.rows('refund_failure').has(eventId)

  /** The payment service has heard of every refund that is due, and of no other one. */
  const ended = (events: readonly EventRecord[]) => {
    const told = [...new Map(events.map(event => [event.id, event])).values()]
    const inOrder = [...told.filter(isOpening), ...told.filter(event => !isOpening(event))]
    for (const [id, { due }] of accounts) {
      const known = inOrder.filter(({ subject }) => subject === id).reduce(heard, [])
      if (known.toSorted().join() !== due.toSorted().join()) violate(eventsRule, `${id}: ${known} are due, not ${due}`)
    }
    for (const eventId of truth.reports)
      if (!isRecorded(eventId)) violate('each report of a refund is recorded', eventId)
  }

  return { judgeCancellation, judgeMoney, isRecorded, ended }
}

const isOpening = ({ type }: EventRecord): boolean => type === 'payment.refund-due' || type === 'payment.unapplied'

const heard = (due: readonly string[], { type, data }: EventRecord): readonly string[] =>
  type.startsWith('payment.') ? hear(due, type, data as Parameters<typeof hear>[2]) : due

const writtenIn = (changes: readonly Change[]) =>
  changes.flatMap(({ table, after }) =>
    table === 'entries' ? [after as { targetId: string; entries: readonly Entry[] }] : [],
  )
