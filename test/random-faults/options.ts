import { type CommandName, numberOption, parseCommandLine, UsageError } from '../../tools/command.ts'
import { type Loss, losses } from '../failover/losses.ts'
import { type FaultName, faultNames, shortTargets } from './faults.ts'

/** What one run does. */
export type FaultRunOptions = { minutes: number; seed: number; members: number }

const text = { type: 'string' } as const
const settings = { minutes: text, seed: text, members: text, only: text }

type DrawnRunOptions = FaultRunOptions & {
  only: readonly FaultName[]
  upgrade: boolean
  /** Without any fault, next to the load of others. */
  calm: boolean
}

/** Reads the command line of a run on one server of each kind, with what faults are drawn from. Throws UsageError. */
export function faultOptions(args: readonly string[]): DrawnRunOptions {
  const command = 'test:faults'
  const options = { ...settings, upgrade: { type: 'boolean' }, calm: { type: 'boolean' } } as const
  const { only, upgrade = false, calm = false, ...values } = parseCommandLine(command, args, options).values
  return {
    ...runOptions(command, values, { minutes: 2, members: 30 }),
    upgrade,
    calm,
    only: only === undefined ? (upgrade ? shortTargets : faultNames) : namesIn(command, only, faultNames),
  }
}

/** Reads the command line of a run on clusters, with how leaders are lost. Throws UsageError. */
export function failoverOptions(args: readonly string[]): FaultRunOptions & { only: readonly Loss[] } {
  const command = 'test:failover'
  const { only, ...values } = parseCommandLine(command, args, settings).values
  return {
    ...runOptions(command, values, { minutes: 10, members: 12 }),
    only: only === undefined ? losses : namesIn(command, only, losses),
  }
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

function namesIn<Name extends string>(command: CommandName, list: string, names: readonly Name[]): Name[] {
  return list.split(',').map(name => {
    const known = names.find(one => one === name)
    if (known) return known
    throw new UsageError(command, `--only must name some of ${names.join(', ')}, not "${name}".`)
  })
}

/** A seed that no run had yet, most likely. */
export const randomSeed = (): number => Math.floor(Math.random() * 1_000_000)
