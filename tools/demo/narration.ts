import { isDeepStrictEqual } from 'node:util'
import { CliError } from '@campstore/local-servers/cli-error'

/** Tells a story step by step, and stops it where something is not as it should be. */
export type Narration = {
  chapter(title: string): void
  step(text: string): void
  /** What belongs to the step before. */
  detail(text: string): void
  /** @throws {CliError} that says what differs, in one line */
  agree(what: string, actual: unknown, expected: unknown): void
}

/** @param write takes a line */
export function narrate(write: (line: string) => void): Narration {
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
    agree(what, actual, expected) {
      if (isDeepStrictEqual(actual, expected)) return
      throw new CliError(`${what}: should be ${JSON.stringify(expected)}, is ${JSON.stringify(actual)}`)
    },
  }
}

/** `14 min 59 s left` */
export function timeLeft(until: string, now: Date): string {
  const seconds = Math.floor((new Date(until).getTime() - now.getTime()) / 1_000)
  if (seconds < 0) return `over for ${-seconds} s`
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s left`
}
