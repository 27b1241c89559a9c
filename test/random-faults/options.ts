import { type CommandName, numberOption, parseCommandLine, UsageError } from '../../tools/command.ts'
import { type FaultTarget, faultTargets, shortTargets } from './faults.ts'

/** What one run does. */
export type FaultRunOptions = { minutes: number; seed: number; members: number }

const text = { type: 'string' } as const

type DrawnRunOptions = FaultRunOptions & { only: readonly FaultTarget[]; upgrade: boolean }

/** Reads the command line of a run on one server of each kind, with what faults are drawn from. Throws UsageError. */
export function faultOptions(args: readonly string[]): DrawnRunOptions {
  const command = 'test:faults'
  const {
    only,
    upgrade = false,
    ...values
  } = parseCommandLine(command, args, {
    minutes: text,
    seed: text,
    members: text,
    only: text,
    upgrade: { type: 'boolean' },
  }).values
  return {
    ...runOptions(command, values, { minutes: 2, members: 30 }),
    upgrade,
    only: only === undefined ? (upgrade ? shortTargets : faultTargets) : targetsIn(command, only),
  }
}

/** Reads the command line of a run on clusters. Throws UsageError. */
export function failoverOptions(args: readonly string[]): FaultRunOptions {
  const command = 'test:failover'
  const { values } = parseCommandLine(command, args, { minutes: text, seed: text, members: text })
  return runOptions(command, values, { minutes: 10, members: 12 })
}

function runOptions(
  command: CommandName,
  { minutes, seed, members }: Partial<Record<keyof FaultRunOptions, string>>,
  unset: Omit<FaultRunOptions, 'seed'>,
): FaultRunOptions {
  const numberOf = (option: string, given: string | undefined, otherwise: number, from: number, to: number) =>
    given === undefined ? otherwise : numberOption(command, option, given, { from, to, whole: option !== '--minutes' })
  return {
    minutes: numberOf('--minutes', minutes, unset.minutes, 0.5, 240),
    seed: numberOf('--seed', seed, randomSeed(), 0, 2 ** 32 - 1),
    members: numberOf('--members', members, unset.members, 1, 200),
  }
}

function targetsIn(command: CommandName, names: string): FaultTarget[] {
  return names.split(',').map(name => {
    const target = faultTargets.find(one => one === name)
    if (target) return target
    throw new UsageError(command, `--only must name some of ${faultTargets.join(', ')}, not "${name}".`)
  })
}

/** A seed that no run had yet, most likely. */
export const randomSeed = (): number => Math.floor(Math.random() * 1_000_000)
