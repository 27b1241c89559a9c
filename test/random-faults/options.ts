import { type CommandName, parseCommandLine, UsageError } from '../../tools/command.ts'
import { type FaultTarget, faultTargets } from './faults.ts'

/** What one run does. */
export type FaultRunOptions = {
  minutes: number
  seed: number
  members: number
  /** Seconds past its deadline that a hold waits to know whether it was paid. */
  grace: number
  /** What faults are drawn from. */
  only: readonly FaultTarget[]
}

/** What a run does by default. */
export type FaultRunDefaults = { minutes: number; members: number; seed: () => number }

/** Longer than any fault with its recovery: no hold ends before it is known which payments came in time. */
const defaultGrace = 600

/** Reads the command line. Throws UsageError. */
export function faultRunOptions(
  command: CommandName,
  args: readonly string[],
  defaults: FaultRunDefaults,
): FaultRunOptions {
  const text = { type: 'string' } as const
  const common = { minutes: text, seed: text, members: text }
  const { minutes, seed, members, grace, only } =
    command === 'test:faults'
      ? parseCommandLine(command, args, { ...common, grace: text, only: text }).values
      : { ...parseCommandLine(command, args, common).values, grace: undefined, only: undefined }
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
    grace: grace === undefined ? defaultGrace : numberOf('--grace', grace, { from: 5, to: 3600, whole: true }),
    only: only === undefined ? faultTargets : targetsIn(command, only),
  }
}

function targetsIn(command: CommandName, text: string): FaultTarget[] {
  return text.split(',').map(name => {
    const target = faultTargets.find(one => one === name)
    if (target) return target
    throw new UsageError(command, `--only must name some of ${faultTargets.join(', ')}, not "${name}".`)
  })
}

/** A seed that no run had yet, most likely. */
export const randomSeed = (): number => Math.floor(Math.random() * 1_000_000)
