import { z } from 'zod'
import { textTable } from '../../tools/text-table.ts'
import { latenessOf } from './checks/calm.ts'
import { isInTime } from './checks/payments.ts'
import type { Violation } from './checks/violation.ts'
import { isFailure } from './client.ts'
import type { FaultRecord, History } from './history.ts'

const maxShownPerRule = 5

/** The summary of a run, for a terminal. */
export const formatSummary = (history: History, violations: readonly Violation[]): string =>
  [
    requestLines(history),
    calmLines(history),
    paymentLines(history),
    holdLines(history),
    faultLines(history),
    violationLines(violations),
  ]
    .map(lines => lines.join('\n'))
    .join('\n\n')

/** How many elements there are of each kind: `200: 12, 409 CONFLICT: 3`. */
const counts = <T>(list: readonly T[], kindOf: (element: T) => string): string =>
  [...Map.groupBy(list, kindOf)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([kind, { length }]) => `${kind}: ${length}`)
    .join(', ')

function requestLines({ requests }: History): string[] {
  const byAction = [...Map.groupBy(requests, ({ action }) => action)].toSorted(([a], [b]) => a.localeCompare(b))
  return [
    `Requests: ${requests.length}, ${requests.filter(isFailure).length} of them failed (no response or 5xx)`,
    ...byAction.map(([action, list]) => {
      const responses = counts(list, ({ status, code }) => (code === undefined ? String(status) : `${status} ${code}`))
      return `  ${action.padEnd(13)} ${String(list.length).padStart(6)}  ${responses}`
    }),
  ]
}

/** How late holds ended, and why requests failed. */
function calmLines(history: History): string[] {
  const late = latenessOf(history)
    .map(({ lateMs }) => lateMs)
    .toSorted((a, b) => a - b)
  const at = (share: number) => seconds(late[Math.floor((late.length - 1) * share)] ?? Number.NaN)
  return [
    `Holds that the system ended: ${late.length}; seconds after their deadlines: median ${at(0.5)}, 99% ${at(0.99)}, latest ${at(1)}`,
    `Failures: ${counts(history.requests.filter(isFailure), ({ status, text }) => `${status} ${messageIn(text)}`) || 'none'}`,
  ]
}

const failure = z.object({ error: z.object({ message: z.string() }) })

function messageIn(text = ''): string {
  try {
    return failure.parse(JSON.parse(text)).error.message
  } catch {
    return text.slice(0, 80)
  }
}

function paymentLines({ payments, storedPayments, rejected }: History): string[] {
  const inTime = payments.filter(isInTime).length
  const outcomes = counts(storedPayments, ({ outcome, reason }) => (reason ? `${outcome} (${reason})` : outcome))
  return [
    `Payments: ${payments.length}, ${inTime} of them without defect and confirmed before the deadline`,
    `  defects  ${counts(payments, ({ defect }) => defect)}`,
    `  outcomes ${outcomes}, rejected: ${rejected.length}`,
  ]
}

const holdLines = ({ storedHolds, events }: History): string[] =>
  (['booking', 'order'] as const).map(kind => {
    const holds = storedHolds.filter(hold => hold.kind === kind)
    const states = counts(holds, ({ status, paymentStatus, transitions }) => {
      const end = transitions.find(({ to }) => to === 'cancelled')
      return end === undefined ? `${status} ${paymentStatus}` : `cancelled by ${end.actor}`
    })
    const ofKind = events.filter(({ type }) => type.startsWith(kind)).length
    return `${kind === 'booking' ? 'Bookings' : 'Orders'}: ${holds.length} (${states}), ${ofKind} events`
  })

const seconds = (milliseconds: number): string =>
  Number.isFinite(milliseconds) ? (milliseconds / 1000).toFixed(1) : 'none'

/** How the system recovered from each fault. */
function faultLines(history: History): string[] {
  const head = [
    'fault',
    'first checkout',
    'last failed',
    'was sent',
    'slowest checkout',
    'first payment',
    'slowest payment',
    'its confirm',
    'slowest expiry',
    'all ready',
  ]
  return [
    `Faults: ${history.faults.length}. Seconds after the begin of each; of the slowest payment, from sending to recording`,
    ...textTable([head, ...history.faults.map(fault => [fault.kind, ...recoveryFrom(fault, history).map(seconds)])]),
  ]
}

/**
 * Milliseconds from the begin of a fault to the first checkout that was sent after it and did not fail (a refusal for lack of sites
 * does not count as a failure), to the end of the last failed checkout of those sent before all was ready again, and to when one was last sent that
 * failed; the longest time that a checkout took; milliseconds to the first payment that was sent after it and recorded; the longest
 * time that a payment took which was sent, or waited, while it lasted, and how much of that passed before the broker had confirmed
 * it; the longest time from a deadline in it to the expiry; and until everything was ready again.
 */
function recoveryFrom({ beganAt, healedAt }: FaultRecord, history: History): number[] {
  const checkouts = history.requests.filter(
    ({ action, sentAt }) => action === 'checkout' && sentAt >= beganAt && sentAt <= healedAt,
  )
  const [failed = [], fine = []] = [true, false].map(wanted => checkouts.filter(one => isFailure(one) === wanted))
  const recordedAt = new Map(history.storedPayments.map(({ eventId, receivedAt }) => [eventId, receivedAt]))
  const payments = history.payments.flatMap(({ eventId, sentAt, confirmedAt = Infinity }) => {
    const at = recordedAt.get(eventId)
    if (at === undefined || at < beganAt || sentAt > healedAt) return []
    // A payment can be recorded before its confirm arrives.
    return [{ sentAt, at, took: at - sentAt, confirm: Math.min(confirmedAt, at) - sentAt }]
  })
  const slowest = payments.toSorted((one, other) => other.took - one.took)[0]
  const delays = history.storedHolds.flatMap(({ deadline, transitions }) => {
    const expiry = transitions.find(({ to, actor }) => to === 'cancelled' && actor === 'system')
    return expiry === undefined || deadline < beganAt || deadline > healedAt ? [] : [expiry.at - deadline]
  })
  return [
    Math.min(...fine.map(({ respondedAt }) => respondedAt)) - beganAt,
    Math.max(...failed.map(({ respondedAt }) => respondedAt)) - beganAt,
    Math.max(...failed.map(({ sentAt }) => sentAt)) - beganAt,
    Math.max(...checkouts.map(({ sentAt, respondedAt }) => respondedAt - sentAt)),
    Math.min(...payments.filter(({ sentAt }) => sentAt >= beganAt).map(({ at }) => at)) - beganAt,
    slowest?.took ?? Infinity,
    slowest?.confirm ?? Infinity,
    Math.max(...delays),
    healedAt - beganAt,
  ]
}

function violationLines(violations: readonly Violation[]): string[] {
  if (violations.length === 0) return ['No rule was violated.']
  return [
    `VIOLATED: ${violations.length} times`,
    ...[...Map.groupBy(violations, ({ rule }) => rule)].flatMap(([rule, ofRule]) => [
      `- ${rule}: ${ofRule.length} times`,
      ...ofRule.slice(0, maxShownPerRule).map(({ subject = '', message }) => `    ${subject} ${message}`),
      ...(ofRule.length > maxShownPerRule ? [`    and ${ofRule.length - maxShownPerRule} more`] : []),
    ]),
  ]
}
