import { textTable } from '../../tools/text-table.ts'
import { isInTime } from './checks/payments.ts'
import type { Violation } from './checks/violation.ts'
import { isFailure } from './client.ts'
import type { FaultRecord, History } from './history.ts'

const maxShownPerRule = 5

/** The summary of a run, for a terminal. */
export const formatSummary = (history: History, violations: readonly Violation[]): string =>
  [...requestLines(history), '', ...faultLines(history), '', ...violationLines(violations)].join('\n')

function requestLines({ requests, storedHolds, payments, holdStatements }: History): string[] {
  const byAction = [...Map.groupBy(requests, ({ action }) => action)].toSorted(([a], [b]) => a.localeCompare(b))
  const several = holdStatements.filter(holds => holds > 1).length
  return [
    `Requests: ${requests.length}, ${requests.filter(isFailure).length} of them failed (no response or 5xx)`,
    ...byAction.map(([action, list]) => {
      const kinds = Map.groupBy(list, ({ status, code }) => (code === undefined ? String(status) : `${status} ${code}`))
      const responses = [...kinds].toSorted(([, a], [, b]) => b.length - a.length)
      const counts = responses.map(([kind, { length }]) => `${kind}: ${length}`).join(', ')
      return `  ${action.padEnd(13)} ${String(list.length).padStart(6)}  ${counts}`
    }),
    `Statements that took holds: ${holdStatements.length}, ${several} of them several, ${Math.max(0, ...holdStatements)} at most`,
    `Holds: ${storedHolds.length}. Payments confirmed before the deadline: ${payments.filter(isInTime).length}`,
  ]
}

const seconds = (milliseconds: number): string =>
  Number.isFinite(milliseconds) ? (milliseconds / 1000).toFixed(1) : 'none'

/** How the system recovered from each fault. */
function faultLines(history: History): string[] {
  const head = [
    'fault',
    'first checkout',
    'last failed',
    'slowest checkout',
    'first payment',
    'slowest payment',
    'slowest expiry',
    'all ready',
  ]
  return [
    `Faults: ${history.faults.length}. Seconds after the begin of each`,
    ...textTable([head, ...history.faults.map(fault => [fault.kind, ...recoveryFrom(fault, history).map(seconds)])]),
  ]
}

/**
 * Milliseconds from the begin of a fault to the first checkout that was sent after it and did not fail (a refusal for lack of sites
 * is not a failure), and to the end of the last failed one; the longest checkout; from the begin to the first payment recorded that
 * was sent after it; the longest time from sending a payment to recording it, and from a deadline to the expiry; until all was ready.
 */
function recoveryFrom({ beganAt, healedAt }: FaultRecord, history: History): number[] {
  const checkouts = history.requests.filter(
    ({ action, sentAt }) => action === 'checkout' && sentAt >= beganAt && sentAt <= healedAt,
  )
  const [failed = [], fine = []] = [true, false].map(wanted => checkouts.filter(one => isFailure(one) === wanted))
  const recordedAt = new Map(history.storedPayments.map(({ eventId, receivedAt }) => [eventId, receivedAt]))
  const payments = history.payments.flatMap(({ eventId, sentAt }) => {
    const at = recordedAt.get(eventId)
    return at === undefined || at < beganAt || sentAt > healedAt ? [] : [{ sentAt, at }]
  })
  const delays = history.storedHolds.flatMap(({ deadline, transitions }) => {
    const expiry = transitions.find(({ to, actor }) => to === 'cancelled' && actor === 'system')
    return expiry === undefined || deadline < beganAt || deadline > healedAt ? [] : [expiry.at - deadline]
  })
  return [
    Math.min(...fine.map(({ respondedAt }) => respondedAt)) - beganAt,
    Math.max(...failed.map(({ respondedAt }) => respondedAt)) - beganAt,
    Math.max(...checkouts.map(({ sentAt, respondedAt }) => respondedAt - sentAt)),
    Math.min(...payments.filter(({ sentAt }) => sentAt >= beganAt).map(({ at }) => at)) - beganAt,
    Math.max(...payments.map(({ sentAt, at }) => at - sentAt)),
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
