import { parseCommandLine, UsageError } from '../command.ts'
import type { RoundPlan } from './measure/rounds.ts'

/** The benchmarks with their parts, which can be measured alone. */
const benchmarks = {
  booking: ['availability', 'search', 'checkout', 'size'],
  store: ['reads', 'search', 'checkout', 'size'],
  admin: ['reads', 'size'],
  gateway: ['cost'],
  releases: ['booking', 'store'],
  console: ['visit'],
  backlog: ['bookings'],
  refused: ['cost'],
  start: ['gateway', 'booking', 'checkout', 'products', 'me', 'admin'],
  capacity: ['rows', 'queues', 'pooler', 'replica'],
  streams: ['idle'],
} as const

/** Name of a benchmark. */
export type BenchName = keyof typeof benchmarks

/** Two databases: what everything is measured on, and what it is compared with. */
type Sizes = { few: number; many: number }

/** What is measured, and for how long. */
export type BenchOptions = RoundPlan & {
  bench: BenchName
  parts: readonly string[]
  /** Also write CPU profiles of the gateway and the services. */
  profile: boolean
  /** Folder of another working copy that is measured beside this one. */
  against: string | undefined
  connections: readonly number[]
  storedBookings: Sizes
  products: Sizes
  storedOrders: number
  /** Holds that are due at once, or whose rows are measured. */
  dueHolds: number
  /** Messages that go through each kind of queue; a multiple of 200. */
  publishedMessages: number
  /** Requests of each kind that are refused. */
  refusedRequests: number
  /** Open streams of events. */
  streams: number
  /** Customers, bookings and orders of the admin lists, as many of each. */
  administered: Sizes
  /** Names of the reads of the back office that are measured; every one where there is none. */
  reads: readonly string[]
  /** Shorter rounds, for pages of the catalogue and for admin lists, of which there are many to compare. */
  pageRounds: RoundPlan
  listRounds: RoundPlan
}

const full = {
  rounds: 3,
  secondsPerRound: 8,
  warmUpSeconds: 4,
  storedBookings: { few: 1_000, many: 1_000_000 },
  products: { few: 500, many: 100_000 },
  storedOrders: 100_000,
  dueHolds: 10_000,
  publishedMessages: 40_000,
  refusedRequests: 200,
  streams: 5_000,
  administered: { few: 10_000, many: 1_000_000 },
  pageRounds: { rounds: 3, secondsPerRound: 2, warmUpSeconds: 2 },
  listRounds: { rounds: 3, secondsPerRound: 5, warmUpSeconds: 0.5 },
}
const quick = {
  rounds: 3,
  secondsPerRound: 1,
  warmUpSeconds: 1,
  storedBookings: { few: 1_000, many: 20_000 },
  products: { few: 500, many: 5_000 },
  storedOrders: 5_000,
  dueHolds: 2_000,
  publishedMessages: 4_000,
  refusedRequests: 20,
  streams: 500,
  administered: { few: 10_000, many: 30_000 },
  pageRounds: { rounds: 1, secondsPerRound: 0.5, warmUpSeconds: 0.5 },
  listRounds: { rounds: 1, secondsPerRound: 2, warmUpSeconds: 0.1 },
}

/** Reads the command line. Throws UsageError. */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseCommandLine('bench', args, optionTypes, 1)
  const [bench] = positionals
  if (!isBenchmark(bench)) throw new UsageError('bench', `Unknown benchmark: ${bench}`)
  const { only, against, profile, rows, read: reads } = values
  const parts = benchmarks[bench].filter(part => only === undefined || part === only)
  if (parts.length === 0)
    throw new UsageError('bench', `${bench} has no part "${only}", but ${benchmarks[bench].join(', ')}`)
  if (against !== undefined && bench !== 'gateway' && bench !== 'start' && bench !== 'releases')
    throw new UsageError('bench', '--against is for releases, gateway and start only')
  if (against === undefined && bench === 'releases')
    throw new UsageError('bench', 'releases needs --against <folder of another working copy>')
  if (rows !== undefined && (bench !== 'admin' || !/^[1-9]\d{4,6}$/.test(rows)))
    throw new UsageError('bench', '--rows is for admin only, a number from 10000')
  if (reads.length > 0 && bench !== 'admin') throw new UsageError('bench', '--read is for admin only')
  const sizes = values.quick ? quick : full
  const administered = { ...sizes.administered, ...(rows !== undefined && { many: Number(rows) }) }
  return { ...sizes, bench, parts, profile, against, connections: [10, 50], administered, reads }
}

const optionTypes = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  profile: { type: 'boolean', default: false },
  against: { type: 'string' },
  rows: { type: 'string' },
  read: { type: 'string', multiple: true, default: [] as string[] },
} as const

const isBenchmark = (name: string | undefined): name is BenchName =>
  name !== undefined && Object.hasOwn(benchmarks, name)
