import { parseCommandLine, UsageError } from '../../tools/command.ts'

/** What one run does. */
export type FaultRunOptions = { minutes: number; seed: number; members: number }

/** Reads the command line. Throws UsageError. */
export function faultRunOptions(args: readonly string[], randomSeed: () => number): FaultRunOptions {
  const options = { minutes: { type: 'string' }, seed: { type: 'string' }, members: { type: 'string' } } as const
  const { minutes = '2', seed, members = '30' } = parseCommandLine('test:faults', args, options).values
  return {
    minutes: numberOf('--minutes', minutes, { from: 0.5, to: 240, whole: false }),
    seed: seed === undefined ? randomSeed() : numberOf('--seed', seed, { from: 0, to: 2 ** 32 - 1, whole: true }),
    members: numberOf('--members', members, { from: 1, to: 200, whole: true }),
  }
}

function numberOf(option: string, text: string, { from, to, whole }: { from: number; to: number; whole: boolean }) {
  const number = Number(text)
  const valid = text.trim() !== '' && number >= from && number <= to && (!whole || Number.isInteger(number))
  if (valid) return number
  throw new UsageError(
    'test:faults',
    `${option} must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}, not "${text}".`,
  )
}
