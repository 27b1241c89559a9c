import { withdrawableCauses } from '@campstore/contract/admin/refunds'
import type {
  PaymentNotification,
  RefundedReason,
  RefundFailure,
  RefundNotification,
} from '@campstore/contract/messages/payments'
import { exact, isWholeTwd, type Money, money, sameAmount } from '@campstore/core/money'
import type { Actor } from '../lifecycle.ts'
import {
  type Account,
  appliedPayment,
  type ChargeRefundCause,
  chargedFor,
  type Entry,
  enter,
  finalReport,
  isSame,
  leftOf,
  type Payment,
  type Refund,
  type RefundOutcome,
  type Report,
} from './account.ts'

/** What happened to the money of a record. `refundId` is the id that a refund gets if the event opens one. */
export type MoneyEvent =
  | { type: 'payment received'; notification: PaymentNotification; refundId: string }
  | {
      type: 'give back'
      refundId: string
      cause: ChargeRefundCause
      reason: string
      /** What the rule of the cause gives back; all that is left if absent. */
      amount?: Money | undefined
      /** Another amount that staff want to give back, and whether they may. */
      requested?: Money | undefined
      mayChoose?: boolean
    }
  | { type: 'refund reported'; notification: RefundNotification }
  | { type: 'refund failed'; notification: RefundFailure }
  | { type: 'refunds done'; ids: readonly string[]; reference: string; note: string | null; by: Actor }
  | { type: 'refund corrected'; id: string; reference: string; note: string | null }
  | { type: 'refund withdrawn'; id: string; reason: string; by: Actor }
  | {
      type: 'payment decided'
      eventId: string
      decision: NonNullable<Payment['decision']>
      note: string | null
      by: Actor
      refundId: string
    }

/** What decides about an event besides the account: the record's state, and the use of identifiers by other accounts. */
export type Rule = {
  now: Date
  /** When the record was created; undefined for an unknown target. */
  takenAt: Date | undefined
  /** Why the record takes no payment: its state, or that it is unknown; undefined where it awaits one. */
  refusal?: RefundedReason | undefined
  /** Whether the amount of the payment is the price of the record (docs/contract/messages.md#amount-due). */
  isAmountDue?: boolean
  /** How another notification uses the event's `eventId`; undefined if none does. */
  used:
    | { kind: 'payment' | 'report' }
    | { kind: 'failure'; failure: Omit<RefundFailure, 'eventId' | 'type'> }
    | undefined
  /** Whether another target has received a payment with the number of this one. */
  isTradeNumberUsed: boolean
  /** Whether the payment that a report names is another target's. */
  isPaymentOfAnother: boolean
  /** The references of other accounts among those that the event is about. */
  usedReferences: readonly string[]
}

/** What to do about an event, besides writing its entries. */
export type Action =
  | { type: 'pay'; paidAt: Date }
  /** The payment service has reported all of the charge as given back. */
  | { type: 'all given back'; report: string }
  | { type: 'publish'; event: 'payment.unapplied'; payment: Payment; reason: RefundedReason }
  | {
      type: 'publish'
      event: 'payment.refund-due' | 'payment.refund-done' | 'payment.refund-withdrawn'
      refund: Refund
    }

/** Why an event changes nothing. */
export type Refusal =
  /** It was applied before. */
  | { refusal: 'repeated' }
  /** Its `eventId` was used for something else, or it names what is not the record's. */
  | { refusal: 'malformed'; reason: string; entries: readonly Entry[] }
  | { refusal: 'unknown payment' }
  | { refusal: 'more than is left'; left: Money }
  | { refusal: 'amount of the rule'; amount: Money }
  | { refusal: 'not whole' }
  | { refusal: 'not recorded' }
  | { refusal: 'unknown refund' }
  | { refusal: 'several payments' }
  | { refusal: 'made'; reference: string }
  | { refusal: 'reference used' }
  | { refusal: 'due' | 'withdrawn' | 'reported' | 'not withdrawable' | 'not used' | 'decided' }
  | { refusal: 'given back'; reference: string }

export type Step = { account: Account; entries: readonly Entry[]; actions: readonly Action[] }

/**
 * Applies an event to the account of a locked record: the only place that decides about a payment or a refund. It reads and writes
 * nothing; `move-money.ts` writes the entries, and carries out the actions. Returns what there is to write and to do, or why
 * nothing is (docs/contract/messages.md, docs/contract/admin.md#refunds).
 */
export function step(account: Account, event: MoneyEvent, rule: Rule): Step | Refusal {
  switch (event.type) {
    case 'payment received':
      return receivePayment(account, event, rule)
    case 'give back':
      return giveBack(account, event, rule)
    case 'refund reported':
      return reportRefund(account, event.notification, rule)
    case 'refund failed':
      return reportFailure(account, event.notification, rule)
    case 'refunds done':
      return recordDone(account, event, rule)
    case 'refund corrected':
      return correctReference(account, event, rule)
    case 'refund withdrawn':
      return withdraw(account, event, rule)
    case 'payment decided':
      return decide(account, event, rule)
  }
}

type EventOf<T extends MoneyEvent['type']> = Extract<MoneyEvent, { type: T }>

const unchanged = (account: Account): Step => ({ account, entries: [], actions: [] })

const withEntry = ({ account, entries, actions }: Step, entry: Entry, { now }: Rule): Step => ({
  account: enter(account, entry, now.toISOString()),
  entries: [...entries, entry],
  actions,
})

const withNote = (step: Step, by: Actor, reason: string, rule: Rule, at = rule.now): Step =>
  withEntry(step, { entry: 'noted', by, at, reason }, rule)

const withAction = ({ actions, ...step }: Step, action: Action): Step => ({ ...step, actions: [...actions, action] })

function receivePayment(
  account: Account,
  { notification, refundId }: EventOf<'payment received'>,
  rule: Rule,
): Step | Refusal {
  const { eventId, type, amount, currency, paymentMethod, providerTradeNo } = notification
  const by = { type: 'payment', id: eventId } as const
  const { now } = rule
  const recorded = account.payments.find(payment => payment.eventId === eventId)
  if (recorded && isSamePayment(recorded, notification)) return { refusal: 'repeated' }
  if (recorded || rule.used) {
    const isPayment = recorded !== undefined || rule.used?.kind === 'payment'
    const text = `its eventId was used for another ${isPayment ? 'payment' : 'notification'}`
    // It may be someone's money, so the history says so.
    const noted = { entry: 'noted', by, at: now, reason: `payment rejected: ${text}` } as const
    return { ...malformed(text.slice('its '.length)), entries: [noted] }
  }
  const paidAt = countedAt(notification.paidAt, now, rule.takenAt)
  const { outcome, reason } = outcomeOf(account, notification, rule)
  const payment = { eventId, type, amount, currency, paymentMethod, providerTradeNo, outcome, reason }
  const reportedPaidAt = paidAt.getTime() === Date.parse(notification.paidAt) ? null : notification.paidAt
  const received = withEntry(unchanged(account), { entry: 'payment', ...payment, paidAt, reportedPaidAt }, rule)
  const noted = (text: string) => withNote(received, by, text, rule)
  if (outcome === 'applied') return withAction(received, { type: 'pay', paidAt })
  if (outcome === 'noted') return noted('payment failed')
  if (outcome === 'repeated') {
    const isOther = account.payments.every(
      earlier => !isSameNumber(earlier, notification) || earlier.amount !== amount || earlier.currency !== currency,
    )
    return isOther ? noted('payment repeated with another amount: nothing is changed') : received
  }
  const unapplied = noted(`payment unapplied: ${reason}`)
  if (type === 'payment.failed' || reason === null || reason === 'trade_number_used') return unapplied
  const event = 'payment.unapplied'
  const told = withAction(unapplied, { type: 'publish', event, payment: { ...payment, decision: null }, reason })
  if (!exact(amount).greaterThan(0)) return told
  // `payment.unapplied` has told the payment service already, so nothing else is published.
  const refund = { id: refundId, eventId, providerTradeNo, cause: 'unapplied', reason, amount, currency } as const
  return withEntry(told, { entry: 'refund opened', ...refund }, rule)
}

const isSameNumber = (payment: Payment, { providerTradeNo }: Pick<Payment, 'providerTradeNo'>): boolean =>
  payment.type === 'payment.succeeded' && isSame(providerTradeNo, payment.providerTradeNo)

/** The payment that counts of those with the number of this one. */
const countedWith = ({ payments }: Account, given: Pick<Payment, 'providerTradeNo'>): Payment | undefined =>
  payments.find(
    payment => isSameNumber(payment, given) && (payment.outcome === 'applied' || payment.outcome === 'unapplied'),
  )

const isSamePayment = (payment: Payment, { type, amount, currency, providerTradeNo }: PaymentNotification): boolean =>
  payment.type === type &&
  payment.amount === amount &&
  payment.currency === currency &&
  isSame(providerTradeNo, payment.providerTradeNo)

/** The number is asked first, then the state, then currency and amount. */
function outcomeOf(
  account: Account,
  notification: PaymentNotification,
  { refusal, isTradeNumberUsed, isAmountDue }: Rule,
): Pick<Payment, 'outcome' | 'reason'> {
  if (notification.type === 'payment.failed')
    return refusal === 'unknown_target' ? { outcome: 'unapplied', reason: refusal } : { outcome: 'noted', reason: null }
  if (countedWith(account, notification)) return { outcome: 'repeated', reason: null }
  const reason = isTradeNumberUsed ? 'trade_number_used' : (refusal ?? (isAmountDue ? null : 'amount_mismatch'))
  return { outcome: reason === null ? 'applied' : 'unapplied', reason }
}

function giveBack(account: Account, event: EventOf<'give back'>, rule: Rule): Step | Refusal {
  const payment = appliedPayment(account)
  const left = leftOf(account)
  const { refundId, cause, reason, amount: own = left, requested = own, mayChoose = false } = event
  const isNothing = event.requested !== undefined && sameAmount(event.requested, 0)
  if (!payment && account.cash === null && !isNothing) return { refusal: 'not recorded' }
  if (!mayChoose && !sameAmount(requested, own)) return { refusal: 'amount of the rule', amount: own }
  const amount = money(requested)
  if (exact(amount).greaterThan(left)) return { refusal: 'more than is left', left }
  if (!exact(amount).greaterThan(0)) return unchanged(account)
  // A provider that charges whole TWD gives back whole TWD.
  if (isWholeTwd(chargedFor(account)) && !isWholeTwd(amount) && amount !== left) return { refusal: 'not whole' }
  const { eventId = null, currency = 'TWD', providerTradeNo = '' } = payment ?? {}
  const refund = { id: refundId, eventId, providerTradeNo, cause, reason, amount, currency }
  return andAllGivenBack(open(unchanged(account), refund, rule))
}

/** Opens a refund, and tells the payment service; if that already reported it, the refund is done at once. */
function open(before: Step, refund: Omit<Refund, 'status' | 'reference'> & { reason: string }, rule: Rule): Step {
  const opened = withEntry(before, { entry: 'refund opened', ...refund }, rule)
  if (refund.eventId === null) return opened
  const earlier = unrecordedReport(before.account, refund.eventId, rule)
  if (!earlier) return publishRefund(opened, 'payment.refund-due', refund.id)
  const { eventId, reference, refundedAt, receivedAt } = earlier
  const at = countedAt(refundedAt, new Date(receivedAt), rule.takenAt)
  return markDone(opened, refund.id, { reference, note: null, by: { type: 'payment', id: eventId }, at }, rule)
}

const publishRefund = (step: Step, event: `payment.refund-${'due' | 'done' | 'withdrawn'}`, id: string): Step => {
  const refund = step.account.refunds.find(refund => refund.id === id)
  return refund ? withAction(step, { type: 'publish', event, refund }) : step
}

/** A transaction of the provider, and who says so. */
type Transfer = { reference: string; note: string | null; by: Actor; at: Date }

const markDone = (step: Step, id: string, transfer: Transfer, rule: Rule): Step => {
  const { by, at } = transfer
  const done = withEntry(step, { entry: 'refund done', id, ...transfer }, rule)
  return publishRefund(withNote(done, by, 'refund done', rule, at), 'payment.refund-done', id)
}

/** Adds the action once reports cover the whole charge. */
function andAllGivenBack(step: Step): Step {
  const report = finalReport(step.account)
  return report ? withAction(step, { type: 'all given back', report: report.eventId }) : step
}

/** The first report about a payment that was not due for refund, and that no refund has: the refund opened next is that one. */
const unrecordedReport = (account: Account, eventId: string, rule: Rule): Report | undefined =>
  account.reports.find(
    ({ refundOf, outcome, reference }) =>
      refundOf === eventId && outcome === 'not_due' && !isReferenceUsed(account, reference, rule),
  )

/** Whether other refunds than these have a reference, of this account or of others. */
const isReferenceUsed = (
  { refunds }: Account,
  reference: string,
  { usedReferences }: Rule,
  ids: readonly string[] = [],
): boolean =>
  refunds.some(refund => !ids.includes(refund.id) && isSame(reference, refund.reference)) ||
  usedReferences.some(used => isSame(reference, used))

/** The effect of a transaction of the provider, which may give back several refunds of a payment. */
function markAllDone(
  step: Step,
  refunds: readonly Refund[],
  transfer: Transfer,
  rule: Rule,
): Step | 'repeated' | 'contradictory' {
  const ids = refunds.map(({ id }) => id)
  const notDone = refunds.filter(({ status }) => status !== 'done')
  const isOther = refunds.some(({ status, reference }) => status === 'done' && !isSame(transfer.reference, reference))
  if (isOther || isReferenceUsed(step.account, transfer.reference, rule, ids)) return 'contradictory'
  if (notDone.length === 0) return 'repeated'
  return notDone.reduce((before, { id }) => markDone(before, id, transfer, rule), step)
}

function reportRefund(account: Account, notification: RefundNotification, rule: Rule): Step | Refusal {
  const {
    eventId,
    reference,
    refundedAt,
    refundIds = notification.refundId ? [notification.refundId] : null,
  } = notification
  const payment = firstReceipt(account, notification.refundOf)
  const refundOf = payment?.eventId ?? notification.refundOf
  const known = account.reports.find(report => report.eventId === eventId)
  if (known?.refundOf === refundOf && isSame(reference, known.reference)) return { refusal: 'repeated' }
  if (known || rule.used) return malformed('eventId was used for another notification')
  if (!payment)
    return rule.isPaymentOfAnother ? malformed('target differs from the payment') : { refusal: 'unknown payment' }
  const named = refundsNamedBy(
    refundIds,
    reference,
    account.refunds.filter(refund => refund.eventId === refundOf),
  )
  if (named === 'unknown') return malformed('refundId is no refund of this payment')
  const by = { type: 'payment', id: eventId } as const
  const at = countedAt(refundedAt, rule.now, rule.takenAt)
  const closed =
    typeof named === 'string' ? named : markAllDone(unchanged(account), named, { reference, note: null, by, at }, rule)
  const outcome: RefundOutcome = typeof closed === 'string' ? closed : 'applied'
  const before = typeof closed === 'string' ? unchanged(account) : closed
  const report = { eventId, refundOf, reference, refundedAt, outcome, refundIds }
  const reported = withEntry(before, { entry: 'refund reported', ...report }, rule)
  const isContradicted =
    outcome === 'not_due' && payment.decision === 'same-payment' && !isReferenceUsed(account, reference, rule)
  if (!isContradicted) return andAllGivenBack(reported)
  // The payment that staff took for the same one was given back: staff decide again.
  const undecided = { entry: 'payment decided', eventId: refundOf, decision: null, note: null, by } as const
  return withNote(withEntry(reported, undecided, rule), by, 'payment undecided again: it was given back', rule)
}

const malformed = (reason: string) => ({ refusal: 'malformed', reason: `malformed: ${reason}`, entries: [] }) as const

/** The payment with an `eventId`, or the one that it repeats under another `eventId`. */
function firstReceipt(account: Account, eventId: string): Payment | undefined {
  const named = account.payments.find(payment => payment.eventId === eventId)
  return named?.outcome === 'repeated' ? (countedWith(account, named) ?? named) : named
}

/**
 * Finds the refunds that a report is about: the refunds that it names, or the refunds with its reference; else the only refund that is due,
 * or the only refund of the payment. Returns `unknown` if it names a refund of another payment; the outcome where there is
 * none, or it could be about several.
 */
function refundsNamedBy(
  ids: readonly string[] | null,
  reference: string,
  refunds: readonly Refund[],
): readonly Refund[] | 'unknown' | Exclude<RefundOutcome, 'applied' | 'repeated'> {
  if (ids) {
    const named = refunds.filter(({ id }) => ids.includes(id))
    return named.length === new Set(ids).size ? named : 'unknown'
  }
  const made = refunds.filter(refund => isSame(reference, refund.reference))
  if (made.length > 0) return made
  const due = refunds.filter(({ status }) => status === 'due')
  const candidates = due.length > 0 ? due : refunds
  if (candidates.length === 1) return candidates
  if (refunds.length === 0) return 'not_due'
  return due.length === 0 ? 'contradictory' : 'ambiguous'
}

function reportFailure(
  account: Account,
  { eventId, target, refundId, reason }: RefundFailure,
  rule: Rule,
): Step | Refusal {
  const { used } = rule
  if (used?.kind === 'failure') {
    const { failure } = used
    const isSameFailure = failure.refundId === refundId && failure.target.id === target.id && failure.reason === reason
    if (isSameFailure) return { refusal: 'repeated' }
  }
  if (used) return malformed('eventId was used for another notification')
  const refund = account.refunds.find(({ id }) => id === refundId)
  if (!refund) return malformed('refundId is no refund of this target')
  const isDue = refund.status === 'due'
  const failed = withEntry(unchanged(account), { entry: 'refund failed', eventId, refundId, reason, isDue }, rule)
  const by = { type: 'payment', id: eventId } as const
  return isDue ? withNote(failed, by, `refund failed: ${reason}`, rule) : failed
}

function recordDone(
  account: Account,
  { ids, reference, note, by }: EventOf<'refunds done'>,
  rule: Rule,
): Step | Refusal {
  const refunds = account.refunds.filter(({ id }) => ids.includes(id))
  if (refunds.length < new Set(ids).size) return { refusal: 'unknown refund' }
  if (new Set(refunds.map(({ eventId }) => eventId)).size > 1) return { refusal: 'several payments' }
  // Only the payment service knows that a withdrawn one was made after all.
  if (refunds.some(({ status }) => status === 'withdrawn')) return { refusal: 'withdrawn' }
  const closed = markAllDone(unchanged(account), refunds, { reference, note, by, at: rule.now }, rule)
  if (closed === 'repeated') return { refusal: 'repeated' }
  if (closed !== 'contradictory') return andAllGivenBack(closed)
  const made = refunds.find(refund => refund.reference !== null && !isSame(reference, refund.reference))
  return made?.reference ? { refusal: 'made', reference: made.reference } : { refusal: 'reference used' }
}

function correctReference(
  account: Account,
  { id, reference, note }: EventOf<'refund corrected'>,
  rule: Rule,
): Step | Refusal {
  const refund = account.refunds.find(refund => refund.id === id)
  if (!refund) return { refusal: 'unknown refund' }
  if (refund.status !== 'done' || refund.reference === null) return { refusal: 'due' }
  const { reference: present, eventId } = refund
  const isReported = account.reports.some(report => report.refundOf === eventId && isSame(report.reference, present))
  if (isReported && !isSame(reference, present)) return { refusal: 'reported' }
  const together = account.refunds.filter(other => other.eventId === eventId && isSame(present, other.reference))
  const ids = together.map(({ id }) => id)
  if (isReferenceUsed(account, reference, rule, ids)) return { refusal: 'reference used' }
  const correct = (step: Step, other: string) =>
    withEntry(step, { entry: 'refund corrected', id: other, reference, note: other === id ? note : null }, rule)
  return andAllGivenBack(ids.reduce(correct, unchanged(account)))
}

function withdraw(account: Account, { id, reason, by }: EventOf<'refund withdrawn'>, rule: Rule): Step | Refusal {
  const refund = account.refunds.find(refund => refund.id === id)
  if (!refund) return { refusal: 'unknown refund' }
  if (refund.status === 'withdrawn') return { refusal: 'repeated' }
  if (refund.reference !== null) return { refusal: 'made', reference: refund.reference }
  if (!withdrawableCauses.includes(refund.cause)) return { refusal: 'not withdrawable' }
  const withdrawn = withEntry(unchanged(account), { entry: 'refund withdrawn', id, reason, by }, rule)
  const noted = withNote(withdrawn, by, `refund withdrawn: ${reason}`, rule)
  return publishRefund(noted, 'payment.refund-withdrawn', id)
}

function decide(
  account: Account,
  { eventId, decision, note, by, refundId }: EventOf<'payment decided'>,
  rule: Rule,
): Step | Refusal {
  const payment = account.payments.find(payment => payment.eventId === eventId)
  if (!payment) return { refusal: 'unknown payment' }
  if (payment.decision !== null) return { refusal: 'decided' }
  const { reason, amount, currency, providerTradeNo } = payment
  if (reason !== 'trade_number_used') return { refusal: 'not used' }
  const report = unrecordedReport(account, eventId, rule)
  if (decision === 'same-payment' && report) return { refusal: 'given back', reference: report.reference }
  const decided = withEntry(unchanged(account), { entry: 'payment decided', eventId, decision, note, by }, rule)
  const noted = withNote(decided, by, `payment decided: ${decision}`, rule)
  if (decision === 'same-payment' || !exact(amount).greaterThan(0)) return noted
  return open(noted, { id: refundId, eventId, providerTradeNo, cause: 'unapplied', reason, amount, currency }, rule)
}

/** How far the clock of the payment service may be ahead. */
const toleranceMs = 5 * 60_000

/**
 * The instant at which a payment or refund counts: the payment service's, or its receipt if that is impossible. It cannot be
 * later than its receipt by more than five minutes, nor earlier than the second in which its hold was taken
 * (docs/contract/messages.md#when-it-was-paid).
 *
 * @param takenAt of the hold; undefined for an unknown one
 */
export function countedAt(reported: string | Date, receivedAt: Date, takenAt: Date | undefined): Date {
  const at = new Date(reported).getTime()
  const isLater = at > receivedAt.getTime() + toleranceMs
  const isEarlier = takenAt !== undefined && at < Math.floor(takenAt.getTime() / 1_000) * 1_000
  return isLater || isEarlier ? receivedAt : new Date(at)
}
