import { numberOption, parseCommandLine } from '../../tools/command.ts'

/** What one run does: it ends after `requests`, or after `minutes` if they are given. */
export type FuzzOptions = { requests: number; minutes: number | undefined; seed: number }

/** Reads the command line. Throws UsageError. */
export function fuzzOptions(args: readonly string[], randomSeed: () => number): FuzzOptions {
  const options = { requests: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } } as const
  const { requests, minutes, seed } = parseCommandLine('test:fuzz', args, options).values
  const numberOf = numberOption.bind(undefined, 'test:fuzz')
  return {
    requests: numberOf('--requests', requests ?? (minutes === undefined ? '20000' : '1000000'), {
      from: 1,
      to: 1_000_000,
    }),
    minutes: minutes === undefined ? undefined : numberOf('--minutes', minutes, { from: 0.1, to: 240, whole: false }),
    seed: seed === undefined ? randomSeed() : numberOf('--seed', seed, { from: 0, to: 2 ** 32 - 1 }),
  }
}
