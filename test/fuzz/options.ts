import { parseCommandLine, UsageError } from '../../tools/command.ts'

/** What one run does: it ends after `requests`, or after `minutes` if they are given. */
export type FuzzOptions = { requests: number; minutes: number | undefined; seed: number }

/** Reads the command line. Throws UsageError. */
export function fuzzOptions(args: readonly string[], randomSeed: () => number): FuzzOptions {
  const options = { requests: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } } as const
  const { requests, minutes, seed } = parseCommandLine('test:fuzz', args, options).values
  const unlimited = minutes === undefined ? '20000' : '1000000'
  return {
    requests: numberOf('--requests', requests ?? unlimited, { from: 1, to: 1_000_000, whole: true }),
    minutes: minutes === undefined ? undefined : numberOf('--minutes', minutes, { from: 0.1, to: 240, whole: false }),
    seed: seed === undefined ? randomSeed() : numberOf('--seed', seed, { from: 0, to: 2 ** 32 - 1, whole: true }),
  }
}

function numberOf(option: string, text: string, { from, to, whole }: { from: number; to: number; whole: boolean }) {
  const number = Number(text)
  const valid = text.trim() !== '' && number >= from && number <= to && (!whole || Number.isInteger(number))
  if (valid) return number
  const kind = whole ? 'whole number' : 'number'
  throw new UsageError('test:fuzz', `${option} must be a ${kind} from ${from} to ${to}, not "${text}".`)
}
