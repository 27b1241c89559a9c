import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiResponse } from '@campstore/testing/send'
import type { Operation } from '../bad-requests/operations.ts'
import type { FuzzRequest } from './draw-request.ts'

/** Counts the responses of a run and prints the violations. */
export type Report = ReturnType<typeof createReport>

/** Of violations of one rule by one operation, only the first are printed. */
const maxPrinted = 2
const maxTextPrinted = 3_000

/** Begins a report: violations are printed as they are found, and written in full to `violations.txt`. */
export function createReport(run: {
  seed: number
  operations: readonly Operation[]
  print: (line: string) => void
  directory: string
}) {
  const { seed, operations, directory, print } = run
  const successful = new Set<string>()
  const violations = new Map<string, number>()
  let requests = 0

  const violation = (rule: string, lines: readonly string[]): void => {
    const former = violations.get(rule) ?? 0
    violations.set(rule, former + 1)
    if (former >= maxPrinted) return
    const all = [`VIOLATED: ${rule}`, `  seed ${seed}, after ${requests} requests`, ...lines.map(line => `  ${line}`)]
    appendFileSync(join(directory, 'violations.txt'), `${all.join('\n')}\n\n`)
    print(all.map(line => line.slice(0, maxTextPrinted)).join('\n'))
  }
  return {
    violation,
    /** Counts a response, and prints its violations. */
    answered: (request: FuzzRequest, { status, text }: ApiResponse, problems: readonly string[]): void => {
      const { operation, ...sent } = request
      requests += 1
      if (status < 300) successful.add(operation.id)
      for (const problem of problems)
        violation(`${problem.split(':')[0]}, ${operation.id}`, [
          problem,
          `sent: ${JSON.stringify(sent)}`,
          `answered: ${status} ${text}`,
        ])
    },
    violated: (): boolean => violations.size > 0,
    progress: (): string =>
      `${requests} requests, ${[...violations.values()].reduce((sum, one) => sum + one, 0)} violations`,
    summary: (): string => {
      const without = operations.filter(({ id, deferred }) => !deferred && !successful.has(id))
      const found = [...violations].map(([rule, count]) => `  ${count} times  ${rule}`)
      return [
        ...without.map(({ id }) => `  ${id}: by chance no request of it was right`),
        `${requests} requests`,
        ...(found.length === 0 ? ['No rule was violated'] : [`VIOLATED, with seed ${seed}:`, ...found]),
      ].join('\n')
    },
  }
}
