import { type CommandName, numberOption, parseCommandLine, UsageError } from '../../tools/command.ts'
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
  const numberOf = (option: string, text: string | undefined, unset: number, from: number, to: number, whole = true) =>
    text === undefined ? unset : numberOption(command, option, text, { from, to, whole })
  return {
    minutes: numberOf('--minutes', minutes, defaults.minutes, 0.5, 240, false),
    seed: numberOf('--seed', seed, defaults.seed(), 0, 2 ** 32 - 1),
    members: numberOf('--members', members, defaults.members, 1, 200),
    grace: numberOf('--grace', grace, defaultGrace, 5, 3600),
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
