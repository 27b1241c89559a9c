import { parseArgs } from 'node:util'
import { CliError } from '@campstore/local-servers/cli-error'
import type { RoundPlan } from './rounds.ts'

/** The benchmarks, each with its parts that can be asked for alone. */
const benchmarks = {
  booking: ['availability', 'checkout', 'size'],
  store: ['reads', 'checkout', 'size'],
  admin: ['size'],
  gateway: ['cost', 'pipelining'],
  backlog: ['bookings'],
  memory: ['mixed'],
} as const

/** Name of a benchmark. */
export type BenchName = keyof typeof benchmarks

/** A part of a benchmark. */
export type Part = (typeof benchmarks)[BenchName][number]

/** Two databases: what everything is measured on, and what it is compared with. */
export type Sizes = { few: number; many: number }

/** What is measured, and for how long. */
export type BenchOptions = RoundPlan & {
  bench: BenchName
  parts: readonly Part[]
  /** Also tell where the gateway and the services spend their time. */
  profile: boolean
  /** Folder of another working copy whose gateway is measured beside this one's. */
  against: string | undefined
  connections: readonly number[]
  storedBookings: Sizes
  products: Sizes
  storedOrders: number
  /** Holds that fall due at once. */
  dueHolds: number
  /** How long mixed load is kept up. */
  minutes: number
  /** Customers, bookings and orders each, of which administrators ask for lists. */
  administered: Sizes
  /** How often each of those lists is asked for. */
  asked: { rounds: number; requests: number; seconds: number }
  /** Shorter rounds, for lists of which there are many to compare. */
  listRounds: RoundPlan
}

const full = {
  rounds: 3,
  secondsPerRound: 8,
  warmUpSeconds: 4,
  storedOrders: 100_000,
  dueHolds: 10_000,
  minutes: 10,
  storedBookings: { few: 1_000, many: 1_000_000 },
  products: { few: 500, many: 100_000 },
  administered: { few: 10_000, many: 1_000_000 },
  asked: { rounds: 3, requests: 100, seconds: 3 },
  listRounds: { rounds: 3, secondsPerRound: 2, warmUpSeconds: 2 },
}
const quick = {
  rounds: 3,
  secondsPerRound: 1,
  warmUpSeconds: 1,
  storedOrders: 5_000,
  dueHolds: 2_000,
  minutes: 1,
  storedBookings: { few: 1_000, many: 20_000 },
  products: { few: 500, many: 5_000 },
  administered: { few: 10_000, many: 30_000 },
  asked: { rounds: 1, requests: 40, seconds: 1 },
  listRounds: { rounds: 1, secondsPerRound: 0.5, warmUpSeconds: 0.5 },
}

/** Options that only some benchmarks have. */
const ownOptions: Partial<Record<string, string>> = {
  gateway: '[--against <folder>]',
  memory: '[--minutes <n>] [--profile]',
}

const usage = Object.entries(benchmarks)
  .map(([name, parts]) => {
    const own = ownOptions[name] ?? '[--profile]'
    return `npm run bench -- ${name} [--quick] [--only ${parts.join('|')}] ${own}`
  })
  .join('\n       ')

/**
 * Reads the command line: the name of a benchmark, then `[--quick] [--only <part>] [--profile] [--minutes <n>]`, and for the
 * gateway `[--against <folder>]`.
 *
 * @throws {CliError} with the usage
 */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parsed(args)
  const [bench, ...more] = positionals
  if (!isBenchmark(bench) || more.length > 0) throw unusable()
  const parts = benchmarks[bench].filter(part => values.only === undefined || part === values.only)
  if (parts.length === 0 || (values.against !== undefined && bench !== 'gateway')) throw unusable()
  return {
    ...(values.quick ? quick : full),
    bench,
    parts,
    profile: values.profile,
    against: values.against,
    connections: [10, 50],
    ...(values.minutes === undefined ? {} : { minutes: minutesOf(values.minutes) }),
  }
}

const isBenchmark = (name: string | undefined): name is BenchName =>
  name !== undefined && Object.hasOwn(benchmarks, name)

/** From a part of a minute to an hour and a half. */
function minutesOf(text: string): number {
  const minutes = Number(text)
  if (!(minutes > 0 && minutes <= 90)) throw unusable()
  return minutes
}

const unusable = () => new CliError(`usage: ${usage}`)

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        profile: { type: 'boolean', default: false },
        against: { type: 'string' },
        minutes: { type: 'string' },
      },
    })
  } catch {
    throw unusable()
  }
}
