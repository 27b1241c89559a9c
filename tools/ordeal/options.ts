import { parseArgs } from 'node:util'
import { CliError, messageOf } from '@campstore/local-servers/cli-error'

/** What one run is asked to do. */
export type OrdealOptions = { minutes: number; seed: number; members: number; help: boolean }

/** What `--help` prints. */
export const usage = `usage: npm run ordeal -- [--minutes N] [--seed S] [--members M]

Starts the whole system with two processes of each kind on private servers, lets members, staff and a payment service
use it while faults of processes and servers are injected, and judges the recorded history when all faults are healed.

  --minutes N   minutes of load with faults, 0.5 to 240 (default 2); starting and settling take about two more
  --seed S      whole number that determines the schedule of the faults (default: a random one, which is printed).
                The same seed gives the same faults in the same order. How requests interleave is not reproducible.
  --members M   members who act at the same time, 1 to 200 (default 30)
  --help        prints this

Writes to .local/ordeal/<seed>/: the history, the faults, the violations, and the log of each process.
Exits with 0 when nothing was violated, with 1 otherwise.`

/** Reads the command line. @throws {CliError} with the usage */
export function ordealOptions(args: readonly string[], randomSeed: () => number): OrdealOptions {
  const values = parsed(args)
  return {
    minutes: numberOf('--minutes', values.minutes ?? '2', { from: 0.5, to: 240, whole: false }),
    seed:
      values.seed === undefined
        ? randomSeed()
        : numberOf('--seed', values.seed, { from: 0, to: 2 ** 32 - 1, whole: true }),
    members: numberOf('--members', values.members ?? '30', { from: 1, to: 200, whole: true }),
    help: values.help ?? false,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string' },
        members: { type: 'string' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new CliError(`${messageOf(error)}\n${usage}`)
  }
}

function numberOf(option: string, text: string, { from, to, whole }: { from: number; to: number; whole: boolean }) {
  const number = Number(text)
  const valid = text.trim() !== '' && number >= from && number <= to && (!whole || Number.isInteger(number))
  if (!valid)
    throw new CliError(
      `${option} must be a ${whole ? 'whole ' : ''}number from ${from} to ${to}, not "${text}"\n${usage}`,
    )
  return number
}
