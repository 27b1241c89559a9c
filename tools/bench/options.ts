import { parseArgs } from 'node:util'
import { Problem } from '../infrastructure/problem.ts'

/** Parts of the benchmark that can be asked for alone. */
export const parts = ['availability', 'checkout', 'size'] as const

/** One of {@link parts}. */
export type Part = (typeof parts)[number]

/** What is measured, and for how long. */
export type BenchOptions = {
  parts: readonly Part[]
  /** Also tell where the gateway and the booking service spend their time. */
  profile: boolean
  /** Rounds of which the median is told. */
  rounds: number
  secondsPerRound: number
  warmUpSeconds: number
  connections: readonly number[]
  /** Stored bookings: what everything is measured on, and what it is compared with. */
  storedBookings: { few: number; many: number }
}

const full = { rounds: 3, secondsPerRound: 8, warmUpSeconds: 4, storedBookings: { few: 1_000, many: 1_000_000 } }
const quick = { rounds: 3, secondsPerRound: 1, warmUpSeconds: 1, storedBookings: { few: 1_000, many: 20_000 } }

const usage = `usage: npm run bench -- booking [--quick] [--only ${parts.join('|')}] [--profile]`

/**
 * Reads the command line: `booking [--quick] [--only availability|checkout|size] [--profile]`.
 *
 * @throws {Problem} with the usage
 */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parsed(args)
  if (positionals.length !== 1 || positionals[0] !== 'booking') throw new Problem(usage)
  const only = values.only === undefined ? parts : parts.filter(part => part === values.only)
  if (only.length === 0) throw new Problem(usage)
  return {
    ...(values.quick ? quick : full),
    parts: only,
    profile: values.profile,
    connections: [10, 50],
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        profile: { type: 'boolean', default: false },
      },
    })
  } catch {
    throw new Problem(usage)
  }
}
