import { latenciesOf } from '../../tools/bench/measure/latencies.ts'
import { textTable } from '../../tools/text-table.ts'
import { isInTime } from './checks/payments.ts'
import type { Violation } from './checks/violation.ts'
import { isFailure } from './client.ts'
import type { History } from './history.ts'
import { activities, latenessOfExpiries, recoveries } from './measures.ts'
import type { MemoryUse } from './memory.ts'
import type { Stored } from './stored.ts'
import { timelineOf } from './timeline.ts'

/** What the summary is made from. */
export type RunResults = {
  history: History
  stored: Stored
  /** Rejected payments. */
  rejected: number
  /** Audit entries of staff writes without a result. */
  startedEntries: number
  violations: readonly Violation[]
  memory: readonly MemoryUse[]
  settledInSeconds: number
}

const maxShownPerRule = 5

/** The summary of a run, for a terminal. */
export const formatSummary = (results: RunResults): string =>
  [requestLines, paymentLines, holdLines, faultLines, latenessLines, memoryLines, noteLines, violationLines]
    .map(linesOf => linesOf(results).join('\n'))
    .filter(part => part !== '')
    .join('\n\n')

/** How many elements there are of each kind: `200: 12, 409 CONFLICT: 3`. */
const counts = <T>(list: readonly T[], kindOf: (element: T) => string): string =>
  [...Map.groupBy(list, kindOf)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([kind, { length }]) => `${kind}: ${length}`)
    .join(', ')

function requestLines({ history: { requests } }: RunResults): string[] {
  const instants = requests.map(({ sentAt }) => sentAt).toSorted((a, b) => a - b)
  const seconds = Math.max(1, ((instants.at(-1) ?? 0) - (instants[0] ?? 0)) / 1000)
  const perSecond = (requests.length / seconds).toFixed(0)
  const failed = requests.filter(isFailure).length
  const byAction = [...Map.groupBy(requests, ({ action }) => action)].toSorted(([a], [b]) => a.localeCompare(b))
  return [
    `Requests: ${requests.length} (${perSecond} per second), ${failed} of them failed (no response or 5xx)`,
    ...byAction.map(([action, list]) => {
      const responses = counts(list, ({ status, code }) => (code === undefined ? String(status) : `${status} ${code}`))
      return `  ${action.padEnd(13)} ${String(list.length).padStart(6)}  ${responses}`
    }),
  ]
}

function paymentLines({ history: { payments }, stored, rejected }: RunResults): string[] {
  const repeated = payments.filter(({ attempts }) => attempts > 1).length
  const inTime = payments.filter(isInTime).length
  const outcomes = counts(stored.payments, ({ outcome, reason }) => (reason ? `${outcome} (${reason})` : outcome))
  return [
    `Payments: ${payments.length}, ${repeated} of them published more than once, ${inTime} without defect confirmed before the deadline`,
    `  defects  ${counts(payments, ({ defect }) => defect)}`,
    `  outcomes ${outcomes}, rejected: ${rejected}`,
  ]
}

const holdLines = ({ stored, history }: RunResults): string[] =>
  (['booking', 'order'] as const).map(kind => {
    const holds = stored.holds.filter(hold => hold.kind === kind)
    const states = counts(holds, ({ status, paymentStatus, transitions }) => {
      const end = transitions.find(({ to }) => to === 'cancelled')
      return end === undefined ? `${status} ${paymentStatus}` : `cancelled by ${end.actor}`
    })
    const events = history.events.filter(({ type }) => type.startsWith(kind)).length
    return `${kind === 'booking' ? 'Bookings' : 'Orders'}: ${holds.length} (${states}), ${events} events`
  })

function faultLines({ history, stored }: RunResults): string[] {
  const head = ['kind', 'faults', 'requests', 'failed']
  const rows = [
    [...head, ...activities.flatMap(activity => [`${activity} after begin`, 'after end'])],
    ...recoveries(history, stored).map(({ kind, count, requests, failed, recoveries: each }) => [
      ...[kind, count, requests, failed].map(String),
      ...activities.flatMap(activity => [
        medianAndMaximum(each.map(recovery => recovery[activity].afterBegin)),
        medianAndMaximum(each.map(recovery => recovery[activity].afterEnd)),
      ]),
    ]),
  ]
  return [
    `Faults: ${history.faults.length}. Seconds to the first success after the begin and after the end: median, and maximum of several`,
    ...textTable(rows),
  ]
}

/** `0.21`, `0.21, 3.20`, or `none` without any success. */
function medianAndMaximum(milliseconds: readonly (number | undefined)[]): string {
  const known = milliseconds.filter(value => value !== undefined)
  const { p50, longest } = latenciesOf(known)
  const shown = known.length < 2 ? known : [p50, longest]
  return shown.map(value => (value / 1000).toFixed(2)).join(', ') || 'none'
}

function latenessLines({ history, stored, settledInSeconds }: RunResults): string[] {
  const { undisturbed, all } = latenessOfExpiries(history, stored)
  const row = (name: string, values: readonly number[]) => {
    const { p50, p99, longest } = latenciesOf(values)
    const [median, most, maximum] = [p50, p99, longest].map(value => `${Math.round(value)} ms`)
    const latencies = values.length === 0 ? '' : `, p50 ${median}, p99 ${most}, max ${maximum}`
    return `  ${name.padEnd(11)} ${values.length} expired${latencies}`
  }
  return [
    'Lateness of expiries after their deadline',
    row('undisturbed', undisturbed),
    row('all', all),
    `  settled ${settledInSeconds.toFixed(0)} s after the load`,
  ]
}

function memoryLines({ memory }: RunResults): string[] {
  const sorted = memory.toSorted((a, b) => a.process.localeCompare(b.process) || a.pid - b.pid)
  return [
    'Resident memory in MB of each process and each time it was started: at first, at most, last',
    ...sorted.map(
      ({ process, start, peak, end, seconds }) =>
        `  ${process.padEnd(11)} ${String(seconds).padStart(5)} s  ${start}, ${peak}, ${end}`,
    ),
  ]
}

const noteLines = ({ startedEntries }: RunResults): string[] =>
  startedEntries === 0 ? [] : ['Notes', `  ${startedEntries} audit entries of staff writes are still "started"`]

function violationLines({ violations, history, stored }: RunResults): string[] {
  if (violations.length === 0) return ['No rule was violated.']
  return [
    `VIOLATED: ${violations.length} times`,
    ...[...Map.groupBy(violations, ({ rule }) => rule)].flatMap(([rule, ofRule]) => [
      `- ${rule}: ${ofRule.length} times`,
      ...ofRule.slice(0, maxShownPerRule).flatMap(({ subject, message }) => {
        if (subject === undefined) return [`    ${message}`]
        return [`    ${subject}: ${message}`, ...timelineOf(subject, history, stored).map(line => `        ${line}`)]
      }),
      ...(ofRule.length > maxShownPerRule ? [`    and ${ofRule.length - maxShownPerRule} more`] : []),
    ]),
  ]
}
