import type { History, HoldRecord, PaymentRecord, RequestRecord, StoredPayment } from '../history.ts'
import { clockTime, holdsById, requestsBySubject, type Violation } from './violation.ts'

const inTimeRule = 'a payment that the broker confirmed before the deadline is applied'
export const onceRule = 'a payment is applied or reported once'

/** Whether a payment has no defect, and the broker confirmed it before the deadline. */
export const isInTime = ({ defect, confirmedAt, deadline }: PaymentRecord): boolean =>
  defect === 'none' && confirmedAt !== undefined && confirmedAt < deadline

/** Payments that the broker had confirmed before the deadline are applied, unless there is a valid reason. */
export function checkPaymentsInTime(history: History): Violation[] {
  const { payments, storedPayments } = history
  const records = new Map(storedPayments.map(payment => [payment.eventId, payment]))
  const appliedTo = new Set(storedPayments.filter(({ outcome }) => outcome === 'applied').map(({ target }) => target))
  const holds = holdsById(history)
  const requests = requestsBySubject(history)
  return payments.filter(isInTime).flatMap(({ eventId, target, confirmedAt = 0, deadline }) => {
    const record = records.get(eventId)
    if (record?.outcome === 'applied') return []
    if (record && isValidReason(record, holds.get(target), requests.get(target) ?? [], appliedTo.has(target))) return []
    const early = Math.round(deadline - confirmedAt)
    const outcome = record ? `${record.outcome}: ${record.reason}` : 'not recorded'
    const message = `confirmed at ${clockTime(confirmedAt)}, ${early} ms before the deadline, and ${outcome}`
    return [{ rule: inTimeRule, subject: target, message }]
  })
}

/** Whether a payment is rightly unapplied for the recorded reason. */
function isValidReason(
  { reason }: StoredPayment,
  hold: HoldRecord | undefined,
  requests: readonly RequestRecord[],
  anotherApplied: boolean,
): boolean {
  // A delivered order that was paid in cash is paid without any notification.
  if (reason === 'already_paid') return anotherApplied || (hold?.codConfirmed ?? false)
  if (reason === 'cod_confirmed') return hold?.codConfirmed ?? false
  if (reason === 'amount_mismatch') return requests.some(({ changesAmount }) => changesAmount)
  const end = hold?.transitions.find(({ to }) => to === 'cancelled')
  return reason === 'cancelled' && (end?.actor === 'member' || end?.actor === 'admin')
}

/**
 * Each payment that the broker confirmed has exactly one outcome, which depends on its defect: recorded or rejected. Each
 * unapplied one is reported as `payment.unapplied`. That nothing is paid twice is an invariant of the audit.
 */
export function checkPaymentsOnce({
  payments,
  storedPayments,
  events,
  rejected,
}: Pick<History, 'payments' | 'storedPayments' | 'events' | 'rejected'>): Violation[] {
  const records = Map.groupBy(storedPayments, ({ eventId }) => eventId)
  const rejectedIds = new Set(rejected)
  const reportedIds = new Set(
    events.filter(({ type }) => type === 'payment.unapplied').map(({ data }) => String(data.eventId)),
  )
  return payments.flatMap(payment => {
    const { eventId, target, defect } = payment
    const found = records.get(eventId) ?? []
    const message = wrongOutcome(payment, found, rejectedIds.has(eventId), reportedIds.has(eventId))
    return message === undefined ? [] : [{ rule: onceRule, subject: target, message: `defect ${defect}: ${message}` }]
  })
}

function wrongOutcome(
  { confirmedAt, defect }: PaymentRecord,
  [record, ...more]: readonly StoredPayment[],
  isRejected: boolean,
  isReported: boolean,
): string | undefined {
  if (more.length > 0) return 'it was recorded more than once'
  if (record && isRejected) return 'it was recorded and rejected'
  if (confirmedAt === undefined) return undefined
  if (defect === 'wrong-signature' || defect === 'malformed')
    return isRejected ? undefined : `it was not rejected but ${record?.outcome ?? 'lost'}`
  if (!record) return isRejected ? 'it was rejected' : 'the broker confirmed it, and nothing recorded it'
  const { outcome, reason } = record
  if (defect !== 'none' && outcome === 'applied') return 'it was applied'
  if (defect === 'failed') return outcome === 'unapplied' ? 'it was unapplied' : undefined
  if (defect === 'unknown-target' && reason !== 'unknown_target') return `it was unapplied as ${reason}`
  if (outcome === 'unapplied' && !isReported) return 'it was not applied, and no event reports it'
  if (outcome === 'applied' && isReported) return 'it was applied, and an event reports that it was not'
  return undefined
}
