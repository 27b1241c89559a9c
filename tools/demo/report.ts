import { isDeepStrictEqual } from 'node:util'
import { CliError } from '@campstore/local-servers/cli-error'

/** Reports a story step by step, and stops it when a check fails. */
export type Report = {
  chapter(title: string): void
  step(text: string): void
  /** More about the previous step. */
  detail(text: string): void
  /** @throws {CliError} with both values, in one line */
  assertEqual(what: string, actual: unknown, expected: unknown): void
}

/** @param write takes a line */
export function createReport(write: (line: string) => void): Report {
  let steps = 0
  return {
    chapter(title) {
      steps = 0
      write('')
      write(title)
    },
    step(text) {
      steps += 1
      write(`${String(steps).padStart(4)}  ${text}`)
    },
    detail: text => write(`      ${text}`),
    assertEqual(what, actual, expected) {
      if (isDeepStrictEqual(actual, expected)) return
      throw new CliError(
        `Check failed: ${what} should be ${JSON.stringify(expected)}, but is ${JSON.stringify(actual)}`,
      )
    },
  }
}

/** `14 min 59 s left` */
export function timeLeft(deadline: string, now: Date): string {
  const seconds = Math.floor((new Date(deadline).getTime() - now.getTime()) / 1_000)
  if (seconds < 0) return `expired ${-seconds} s ago`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}
