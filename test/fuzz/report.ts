import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiResponse } from '@campstore/testing/send'
import type { Violation } from './checks.ts'
import { curlOf } from './curl.ts'
import type { FuzzRequest } from './draw-request.ts'
import type { Operation } from './operations.ts'

/** Counts the answers of a run and prints what is wrong. */
export type Report = ReturnType<typeof createReport>

type Authorization = string | string[] | undefined

/** Of violations of one rule, by one operation and with one status, only the first are printed. */
const maxPrinted = 2
const maxTextPrinted = 3_000

/**
 * Begins a report. Violations are printed as they are found, with what is needed to repeat them, and written in full to
 * `violations.txt`.
 *
 * @param run.logs the log files of the processes, whose lines about a failed request are shown
 */
export function createReport(run: {
  seed: number
  operations: readonly Operation[]
  print: (line: string) => void
  directory: string
  logs: readonly string[]
}) {
  const { seed, operations, directory, logs } = run
  const show = (lines: readonly string[]) => {
    appendFileSync(join(directory, 'violations.txt'), `${lines.join('\n')}\n\n`)
    run.print(lines.map(line => line.slice(0, maxTextPrinted)).join('\n'))
  }
  const statuses = new Map<string, Map<number, number>>(operations.map(({ id }) => [id, new Map()]))
  const violations = new Map<string, number>()
  let requests = 0
  let beganAt = Date.now()

  const count = (kind: string): boolean => {
    const former = violations.get(kind) ?? 0
    violations.set(kind, former + 1)
    return former < maxPrinted
  }
  const violation = (
    request: FuzzRequest,
    answer: ApiResponse,
    authorization: Authorization,
    found: Violation,
  ): void => {
    const { rule, message } = found
    const { id } = request.operation
    if (!count(`${rule}: ${id}, ${answer.status}`)) return
    show([
      `VIOLATED: ${rule}`,
      `  seed ${seed}, request ${request.number}: ${id} by ${request.caller}, mutation: ${request.mutation}`,
      `  ${message}`,
      `  ${curlOf(request, authorization)}`,
      `  answered: ${answer.status} ${answer.text}`,
      ...linesAbout(`"fuzz-${seed}-${request.number}"`, logs).map(line => `  log: ${line}`),
    ])
  }
  const seconds = () => (Date.now() - beganAt) / 1000
  const counted = () => `${requests} requests, ${(requests / seconds()).toFixed(0)} per second`
  return {
    begin: () => {
      beganAt = Date.now()
    },
    /** Counts an answer, and prints what is wrong with it. */
    answered: (
      request: FuzzRequest,
      answer: ApiResponse,
      authorization: Authorization,
      found: readonly Violation[],
    ): void => {
      requests += 1
      const own = statuses.get(request.operation.id)
      own?.set(answer.status, (own.get(answer.status) ?? 0) + 1)
      for (const one of found) violation(request, answer, authorization, one)
    },
    violation,
    /** A violation that belongs to no request. */
    found: ({ rule, message }: Violation): void => {
      if (count(rule)) show([`VIOLATED: ${rule}`, `  seed ${seed}, after ${requests} requests`, `  ${message}`])
    },
    violated: (): boolean => violations.size > 0,
    progress: (): string => `${counted()}, ${[...violations.values()].reduce((sum, one) => sum + one, 0)} violations`,
    summary: (): string => {
      const lines = [...statuses].map(([id, own]) => `  ${id.padEnd(24)} ${countsOf(own)}`)
      return [
        ...lines,
        '',
        ...succeeded(operations, statuses),
        '',
        counted(),
        ...violationLines(seed, violations),
      ].join('\n')
    },
  }
}

/** Lines of the logs that contain a text. */
const linesAbout = (text: string, logs: readonly string[]): string[] =>
  logs.flatMap(log =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(line => line.includes(text)),
  )

const countsOf = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .join('  ')

const isSuccess = (status: number): boolean => status >= 200 && status < 300

/** How many operations have succeeded, and why the others have not. */
function succeeded(
  operations: readonly Operation[],
  statuses: ReadonlyMap<string, ReadonlyMap<number, number>>,
): string[] {
  const without = operations.filter(({ id }) => ![...(statuses.get(id)?.keys() ?? [])].some(isSuccess))
  return [
    `${operations.length - without.length} of ${operations.length} operations have answered 2xx`,
    ...without.map(
      ({ id, deferred }) =>
        `  ${id}: ${deferred ? 'it is declared and not built (501)' : 'by chance no request of it was right'}`,
    ),
  ]
}

function violationLines(seed: number, violations: ReadonlyMap<string, number>): string[] {
  if (violations.size === 0) return ['No rule was violated']
  const lines = [...violations].map(([kind, count]) => `  ${count} times  ${kind}`)
  return [`VIOLATED, with seed ${seed}:`, ...lines]
}
