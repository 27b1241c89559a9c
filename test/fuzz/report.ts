import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ApiResponse } from '@campstore/testing/send'
import type { FuzzRequest } from './draw-request.ts'
import type { Operation } from './operations.ts'

/** Counts the answers of a run and prints what is wrong. */
export type Report = ReturnType<typeof createReport>

type Authorization = string | string[] | undefined

/** Of violations of one rule by one operation, only the first are printed. */
const maxPrinted = 2
const maxTextPrinted = 3_000

/**
 * Begins a report. Violations are printed as they are found, with what is needed to repeat them, and written in full to
 * `violations.txt`.
 */
export function createReport(run: {
  seed: number
  operations: readonly Operation[]
  print: (line: string) => void
  directory: string
}) {
  const { seed, operations, directory, print } = run
  const statuses = new Map<string, Map<number, number>>(operations.map(({ id }) => [id, new Map()]))
  const violations = new Map<string, number>()
  const beganAt = Date.now()
  let requests = 0

  const violation = (rule: string, lines: readonly string[]): void => {
    const former = violations.get(rule) ?? 0
    violations.set(rule, former + 1)
    if (former >= maxPrinted) return
    const all = [`VIOLATED: ${rule}`, `  seed ${seed}, after ${requests} requests`, ...lines.map(line => `  ${line}`)]
    appendFileSync(join(directory, 'violations.txt'), `${all.join('\n')}\n\n`)
    print(all.map(line => line.slice(0, maxTextPrinted)).join('\n'))
  }
  const counted = () => `${requests} requests, ${((requests * 1000) / (Date.now() - beganAt)).toFixed(0)} per second`
  return {
    violation,
    /** Counts an answer, and prints what is wrong with it. */
    answered: (
      request: FuzzRequest,
      answer: ApiResponse,
      authorization: Authorization,
      problems: readonly string[],
    ): void => {
      const { number, operation, caller, mutation } = request
      requests += 1
      const own = statuses.get(operation.id)
      own?.set(answer.status, (own.get(answer.status) ?? 0) + 1)
      for (const problem of problems)
        violation(`${problem.split(':')[0]}, ${operation.id}`, [
          problem,
          `request ${number} by ${caller}, mutation: ${mutation}`,
          curlOf(request, authorization),
          `answered: ${answer.status} ${answer.text}`,
        ])
    },
    violated: (): boolean => violations.size > 0,
    progress: (): string => `${counted()}, ${[...violations.values()].reduce((sum, one) => sum + one, 0)} violations`,
    summary: (): string => {
      const isBuilt = ({ id, deferred }: Operation) =>
        !deferred && ![...(statuses.get(id)?.keys() ?? [])].some(status => status < 300)
      const without = operations.filter(isBuilt).map(({ id }) => `  ${id}: by chance no request of it was right`)
      const found = [...violations].map(([rule, count]) => `  ${count} times  ${rule}`)
      return [
        ...[...statuses].map(([id, own]) => `  ${id.padEnd(24)} ${countsOf(own)}`),
        ...['', ...without, counted()],
        ...(found.length === 0 ? ['No rule was violated'] : [`VIOLATED, with seed ${seed}:`, ...found]),
      ].join('\n')
    },
  }
}

const countsOf = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .join('  ')

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A command that sends a request to the gateway at `$api`. */
function curlOf({ method, path, headers = {}, body }: FuzzRequest, authorization: Authorization): string {
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const lines = Object.entries({ ...type, authorization, ...headers }).flatMap(([name, values]) =>
    [values ?? []].flat().map(value => `-H ${quoted(`${name}: ${value}`)}`),
  )
  const data = typeof body === 'string' ? [`--data-binary ${quoted(body)}`] : []
  return ['curl', '-si', '--path-as-is', `-X ${method}`, ...lines, ...data, `"$api"${quoted(path)}`].join(' ')
}
