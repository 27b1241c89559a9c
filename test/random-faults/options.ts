import { type CommandName, parseCommandLine, UsageError } from '../../tools/command.ts'

/** What one run does. */
export type FaultRunOptions = { minutes: number; seed: number; members: number }

/** What a run does by default. */
export type FaultRunDefaults = { minutes: number; members: number; seed: () => number }

/** Reads the command line. Throws UsageError. */
export function faultRunOptions(
  command: CommandName,
  args: readonly string[],
  defaults: FaultRunDefaults,
): FaultRunOptions {
  const options = { minutes: { type: 'string' }, seed: { type: 'string' }, members: { type: 'string' } } as const
  const { minutes, seed, members } = parseCommandLine(command, args, options).values
  const numberOf = (
    option: string,
    text: string,
    { from, to, whole }: { from: number; to: number; whole: boolean },
  ) => {
    const number = Number(text)
    const valid = text.trim() !== '' && number >= from && number <= to && (!whole || Number.isInteger(number))
    if (valid) return number
    const kind = whole ? 'whole number' : 'number'
    throw new UsageError(command, `${option} must be a ${kind} from ${from} to ${to}, not "${text}".`)
  }
  return {
    minutes:
      minutes === undefined ? defaults.minutes : numberOf('--minutes', minutes, { from: 0.5, to: 240, whole: false }),
    seed: seed === undefined ? defaults.seed() : numberOf('--seed', seed, { from: 0, to: 2 ** 32 - 1, whole: true }),
    members:
      members === undefined ? defaults.members : numberOf('--members', members, { from: 1, to: 200, whole: true }),
  }
}

/** A seed that no run had yet, most likely. */
export const randomSeed = (): number => Math.floor(Math.random() * 1_000_000)
