import { type CommandName, numberOption, UsageError } from '../../tools/command.ts'

/** What one run does. */
export type FaultRunOptions = {
  minutes: number
  seed: number
  members: number
  /** Whether PostgreSQL is far away and members check out in bursts, so that holds meet in one statement. */
  inBatches?: boolean
}

const text = { type: 'string' } as const
/** What each run can be given. */
export const settings = { minutes: text, seed: text, members: text, only: text }

/** How long a run lasts, with which seed and for how many members. Throws UsageError. */
export function runOptions(
  command: CommandName,
  { minutes, seed, members }: Partial<Record<'minutes' | 'seed' | 'members', string>>,
  unset: Pick<FaultRunOptions, 'minutes' | 'members'>,
): FaultRunOptions {
  const numberOf = (option: string, given: string | undefined, otherwise: number, from: number, to: number) =>
    given === undefined ? otherwise : numberOption(command, option, given, { from, to, whole: option !== '--minutes' })
  return {
    minutes: numberOf('--minutes', minutes, unset.minutes, 0.5, 240),
    seed: numberOf('--seed', seed, Math.floor(Math.random() * 1_000_000), 0, 2 ** 32 - 1),
    members: numberOf('--members', members, unset.members, 1, 200),
  }
}

/** The names of a list that `--only` may have. Throws UsageError. */
export function namesIn<Name extends string>(command: CommandName, list: string, names: readonly Name[]): Name[] {
  return list.split(',').map(name => {
    const known = names.find(one => one === name)
    if (known) return known
    throw new UsageError(command, `--only must name some of ${names.join(', ')}, not "${name}".`)
  })
}
