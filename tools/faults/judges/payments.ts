import type { PaymentRecord, RequestRecord } from '../history.ts'
import type { StoredHold, StoredPayment } from '../stored.ts'
import { clockTime, type Evidence, groupedBy, type Violation } from './violation.ts'

const inTimeRule = 'a payment that the broker confirmed before the deadline is applied'
const onceRule = 'a payment is applied at most once, or reported'

/** Payments that the broker had confirmed before the deadline are applied, unless there is a reason not to. */
export function judgePaymentsInTime({ history, stored }: Evidence): Violation[] {
  const paid = new Map(stored.payments.map(payment => [payment.eventId, payment]))
  const appliedTo = new Set(stored.payments.filter(({ outcome }) => outcome === 'applied').map(({ target }) => target))
  const holds = new Map(stored.holds.map(hold => [hold.id, hold]))
  const requests = groupedBy(history.requests, ({ kind, subject }) => (kind === undefined ? undefined : subject))
  return history.payments.flatMap(payment => {
    const { flavor, confirmedAt, deadline, target } = payment
    if (flavor !== 'right' || confirmedAt === undefined || deadline === undefined || confirmedAt >= deadline) return []
    const record = paid.get(payment.eventId)
    if (record?.outcome === 'applied') return []
    const excuse = record && excuseOf(record, holds.get(target), requests.get(target) ?? [], appliedTo.has(target))
    if (excuse) return []
    const early = Math.round(deadline - confirmedAt)
    const became = record ? `${record.outcome}: ${record.reason}` : 'not recorded'
    const found = `confirmed at ${clockTime(confirmedAt)}, ${early} ms before the deadline, and ${became}`
    return [{ rule: inTimeRule, subject: target, found }]
  })
}

/** Whether the reason for which a payment was not applied is one for which it should not have been. */
function excuseOf(
  { reason }: StoredPayment,
  hold: StoredHold | undefined,
  requests: readonly RequestRecord[],
  anotherApplied: boolean,
): boolean {
  // An order that was delivered and paid in cash counts as paid without any notification.
  if (reason === 'already_paid') return anotherApplied || (hold?.codConfirmed ?? false)
  if (reason === 'cod_confirmed') return hold?.codConfirmed ?? false
  if (reason === 'amount_mismatch') return requests.some(({ changesAmount }) => changesAmount)
  const end = hold?.steps.find(({ to }) => to === 'cancelled')
  return reason === 'cancelled' && (end?.actor === 'member' || end?.actor === 'admin')
}

/** A payment as it was found in the queue of rejected ones. */
export type RejectedPayment = { eventId: string; reason: string }

/**
 * Each payment that the broker confirmed has exactly one end: recorded with its outcome, or rejected. What is right or wrong
 * about it decides which; a target is paid at most once; what was not applied is reported as `payment.unapplied`.
 */
export function judgePaymentsOnce({ history, stored }: Evidence, rejected: readonly RejectedPayment[]): Violation[] {
  const records = groupedBy(stored.payments, ({ eventId }) => eventId)
  const refused = new Set(rejected.map(({ eventId }) => eventId))
  const reported = new Set(
    history.events.filter(({ type }) => type === 'payment.unapplied').map(({ data }) => String(data.eventId)),
  )
  const lost = history.payments.flatMap(payment => {
    const flaw = flawOf(payment, records.get(payment.eventId) ?? [], refused.has(payment.eventId), reported)
    return flaw === undefined ? [] : [{ rule: onceRule, subject: payment.target, found: `${payment.flavor}: ${flaw}` }]
  })
  const applied = stored.payments.filter(({ outcome }) => outcome === 'applied')
  const twice = [...groupedBy(applied, ({ target }) => target)].flatMap(([subject, payments]) =>
    payments.length > 1 ? [{ rule: onceRule, subject, found: `${payments.length} payments were applied` }] : [],
  )
  return [...lost, ...twice]
}

const belongsRejected = new Set(['wrong-signature', 'malformed'])

function flawOf(
  { confirmedAt, flavor }: PaymentRecord,
  records: readonly StoredPayment[],
  isRejected: boolean,
  reported: ReadonlySet<string>,
): string | undefined {
  const [record, ...more] = records
  if (more.length > 0) return 'it was recorded more than once'
  if (record && isRejected) return 'it was recorded and rejected'
  if (confirmedAt === undefined) return undefined
  if (belongsRejected.has(flavor))
    return isRejected ? undefined : `it was not rejected but ${record?.outcome ?? 'lost'}`
  if (!record) return isRejected ? 'it was rejected' : 'the broker confirmed it, and nothing recorded it'
  if (flavor !== 'right' && record.outcome === 'applied') return 'it was applied'
  if (flavor === 'failed')
    return record.outcome === 'unapplied' || record.outcome === 'applied' ? `it was ${record.outcome}` : undefined
  if (flavor === 'unknown-target' && record.reason !== 'unknown_target') return `it was unapplied as ${record.reason}`
  if (record.outcome === 'unapplied' && !reported.has(record.eventId)) return 'it was not applied, and no event says so'
  return undefined
}
