import type { MemoryUse } from './fleet.ts'
import type { History } from './history.ts'
import { clockTime, groupedBy, type Violation } from './judges/violation.ts'
import { activities, type FaultKindSummary, isFailure, percentile } from './measures.ts'
import type { Stored } from './stored.ts'

/** The content of the summary. */
export type RunResults = {
  history: History
  stored: Stored
  rejected: number
  violations: readonly Violation[]
  /** What is not a violation but should be known. */
  notes: readonly string[]
  recoveries: readonly FaultKindSummary[]
  lateness: { calm: number[]; all: number[] }
  memory: readonly MemoryUse[]
  settledInSeconds: number
}

const shownPerRule = 5

/** The summary of a run, for a terminal. */
export function summaryOf(results: RunResults): string {
  return [
    requestLines(results),
    paymentLines(results),
    holdLines(results),
    faultLines(results),
    latenessLines(results),
    memoryLines(results),
    ...(results.notes.length === 0 ? [] : [['Notes', ...results.notes.map(note => `  ${note}`)]]),
    violationLines(results),
  ]
    .map(lines => lines.join('\n'))
    .join('\n\n')
}

function requestLines({ history }: RunResults): string[] {
  const { requests } = history
  const instants = requests.map(({ sentAt }) => sentAt).toSorted((a, b) => a - b)
  const seconds = Math.max(1, ((instants.at(-1) ?? 0) - (instants[0] ?? 0)) / 1000)
  const perSecond = (requests.length / seconds).toFixed(0)
  const byAction = [...groupedBy(requests, ({ action }) => action)].toSorted(([a], [b]) => a.localeCompare(b))
  const rows = byAction.map(([action, ofAction]) => {
    const kinds = groupedBy(ofAction, ({ status, code }) => (code === undefined ? String(status) : `${status} ${code}`))
    const answers = [...kinds].toSorted(([, a], [, b]) => b.length - a.length)
    return `  ${action.padEnd(13)} ${String(ofAction.length).padStart(6)}  ${answers.map(([kind, list]) => `${kind}: ${list.length}`).join(', ')}`
  })
  const failed = requests.filter(isFailure).length
  return [
    `Requests: ${requests.length} (${perSecond} per second), ${failed} of them failed (no answer or 5xx)`,
    ...rows,
  ]
}

function paymentLines({ history, stored, rejected }: RunResults): string[] {
  const { payments } = history
  const flavors = [...groupedBy(payments, ({ flavor }) => flavor)].map(([flavor, list]) => `${flavor}: ${list.length}`)
  const outcomes = [
    ...groupedBy(stored.payments, ({ outcome, reason }) => (reason ? `${outcome} (${reason})` : outcome)),
  ].map(([outcome, list]) => `${outcome}: ${list.length}`)
  const again = payments.filter(({ attempts }) => attempts > 1).length
  const inTime = payments.filter(
    ({ flavor, confirmedAt, deadline }) =>
      flavor === 'right' && confirmedAt !== undefined && deadline !== undefined && confirmedAt < deadline,
  ).length
  return [
    `Payments: ${payments.length}, ${again} of them published more than once, ${inTime} right ones confirmed before the deadline`,
    `  sent     ${flavors.join(', ')}`,
    `  outcomes ${[...outcomes, `rejected: ${rejected}`].join(', ')}`,
  ]
}

function holdLines({ stored, history }: RunResults): string[] {
  return (['booking', 'order'] as const).map(kind => {
    const holds = stored.holds.filter(hold => hold.kind === kind)
    const ends = groupedBy(holds, ({ status, paymentStatus, steps }) => {
      const end = steps.find(({ to }) => to === 'cancelled')
      return end === undefined ? `${status} ${paymentStatus}` : `cancelled by ${end.actor}`
    })
    const events = history.events.filter(({ type }) => type.startsWith(kind)).length
    const text = [...ends].map(([end, list]) => `${end}: ${list.length}`).join(', ')
    return `${kind === 'booking' ? 'Bookings' : 'Orders'}: ${holds.length} (${text}), ${events} events`
  })
}

function faultLines({ recoveries, history }: RunResults): string[] {
  const header = [
    'kind',
    'faults',
    'requests',
    'failed',
    ...activities.flatMap(name => [`${name} after begin`, 'after end']),
  ]
  const rows = recoveries.map(({ kind, count, requests, failed, recoveries: each }) => [
    kind,
    String(count),
    String(requests),
    String(failed),
    ...activities.flatMap(activity => [
      spread(each.map(recovery => recovery[activity].afterBegin)),
      spread(each.map(recovery => recovery[activity].afterEnd)),
    ]),
  ])
  const widths = header.map((title, column) => Math.max(...[header, ...rows].map(row => (row[column] ?? title).length)))
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd()
  return [
    `Faults: ${history.faults.length}. Seconds to the first success after the begin and after the end: median, and the most where there were several`,
    line(header),
    ...rows.map(line),
  ]
}

/** `0.21`, `0.21 to 3.20`, `none` where there was no success. */
function spread(values: readonly (number | undefined)[]): string {
  const known = values.filter(value => value !== undefined)
  const median = percentile(known, 0.5)
  if (median === undefined) return 'none'
  const seconds = (value: number) => (value / 1000).toFixed(2)
  return known.length === 1 ? seconds(median) : `${seconds(median)}, ${seconds(Math.max(...known))}`
}

function latenessLines({ lateness, settledInSeconds }: RunResults): string[] {
  const row = (name: string, values: readonly number[]) => {
    const of = (part: number) => `${Math.round(percentile(values, part) ?? 0)} ms`
    return `  ${name.padEnd(11)} ${values.length} ends, p50 ${of(0.5)}, p99 ${of(0.99)}, max ${Math.round(Math.max(0, ...values))} ms`
  }
  return [
    'Lateness of ends after their deadline',
    row('undisturbed', lateness.calm),
    row('all', lateness.all),
    `  settled ${settledInSeconds.toFixed(0)} s after the load`,
  ]
}

function memoryLines({ memory }: RunResults): string[] {
  const rows = memory
    .toSorted((a, b) => a.process.localeCompare(b.process) || a.pid - b.pid)
    .map(
      ({ process, start, peak, end, seconds }) =>
        `  ${process.padEnd(11)} ${String(seconds).padStart(5)} s  ${start}, ${peak}, ${end}`,
    )
  return ['Resident memory in MB of each process and each time it was started: at first, at most, last', ...rows]
}

function violationLines({ violations, history, stored }: RunResults): string[] {
  if (violations.length === 0) return ['No rule was violated.']
  const byRule = groupedBy(violations, ({ rule }) => rule)
  return [
    `VIOLATED: ${violations.length} times`,
    ...[...byRule].flatMap(([rule, ofRule]) => [
      `- ${rule}: ${ofRule.length} times`,
      ...ofRule
        .slice(0, shownPerRule)
        .flatMap(({ subject, found }) => [
          `    ${subject ?? ''}${subject ? ': ' : ''}${found}`,
          ...(subject === undefined ? [] : historyOf(subject, history, stored).map(line => `        ${line}`)),
        ]),
      ...(ofRule.length > shownPerRule ? [`    and ${ofRule.length - shownPerRule} more`] : []),
    ]),
  ]
}

/** All that is known about a booking or an order, in order of time. */
export function historyOf(subject: string, history: History, stored: Stored): string[] {
  const hold = stored.holds.find(({ id }) => id === subject)
  const lines: { at: number; text: string }[] = [
    ...history.requests
      .filter(request => request.subject === subject)
      .map(({ sentAt, answeredAt, action, actor, status, code, seen }) => ({
        at: sentAt,
        text: `${action} by ${actor}: ${status}${code ? ` ${code}` : ''} after ${answeredAt - sentAt} ms${seen ? ` (${seen.status}, ${seen.paymentStatus})` : ''}`,
      })),
    ...history.payments
      .filter(({ target }) => target === subject)
      .map(({ sentAt, flavor, eventId, confirmedAt, amount }) => ({
        at: sentAt,
        text: `payment ${eventId} (${flavor}, ${amount}) published, ${confirmedAt === undefined ? 'never confirmed' : `confirmed at ${clockTime(confirmedAt)}`}`,
      })),
    ...stored.payments
      .filter(({ target }) => target === subject)
      .map(({ receivedAt, eventId, outcome, reason }) => ({
        at: receivedAt,
        text: `payment ${eventId} recorded as ${outcome}${reason ? `: ${reason}` : ''}`,
      })),
    ...history.events
      .filter(event => event.subject === subject)
      .map(({ time, type, receivedAt }) => ({ at: time, text: `event ${type}, received at ${clockTime(receivedAt)}` })),
    ...(hold?.steps ?? []).map(({ at, from, to, actor }) => ({
      at,
      text: `stored: ${from ?? 'new'} to ${to} by ${actor}`,
    })),
    ...(hold ? [{ at: hold.deadline, text: 'deadline' }] : []),
  ]
  const first = Math.min(...lines.map(({ at }) => at))
  const last = Math.max(...lines.filter(({ text }) => !text.startsWith('read ')).map(({ at }) => at))
  const faults = history.faults
    .filter(({ beganAt, healedAt }) => healedAt >= first && beganAt <= last)
    .flatMap(({ kind, beganAt, endedAt, healedAt }) => [
      { at: beganAt, text: `fault: ${kind} begins` },
      { at: endedAt, text: `fault: ${kind} ends` },
      { at: healedAt, text: `fault: ${kind} is over` },
    ])
  return [...lines, ...faults].toSorted((a, b) => a.at - b.at).map(({ at, text }) => `${clockTime(at)} ${text}`)
}
