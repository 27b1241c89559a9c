import { numberOption, parseCommandLine, UsageError } from '../command.ts'

/** The benchmarks with their parts, which can be measured alone. */
const benchmarks = {
  booking: ['availability', 'checkout', 'expiry', 'hold'],
  store: ['reads', 'checkout', 'hold'],
  releases: ['booking', 'store'],
  admin: ['reads'],
  largest: ['reads'],
  read: ['paths'],
} as const

/** Name of a benchmark. */
export type BenchName = keyof typeof benchmarks

/** What is measured, and for how long. */
export type BenchOptions = {
  rounds: number
  secondsPerRound: number
  warmUpSeconds: number
  bench: BenchName
  parts: readonly string[]
  /** What `read` measures: `/api/admin/orders?status=unshipped`. */
  paths: readonly string[]
  /** Also write CPU profiles of the gateway and the services. */
  profile: boolean
  /** Folder of another working copy to measure with this one. */
  against: string | undefined
  connections: readonly number[]
  /** How many bookings, orders and customers are stored; of each as many. */
  rows: number
  products: number
  /** Holds that end at once. */
  dueHolds: number
}

const full = { rounds: 3, secondsPerRound: 8, warmUpSeconds: 4, rows: 100_000, products: 500, dueHolds: 10_000 }
const quick = { rounds: 3, secondsPerRound: 1, warmUpSeconds: 1, rows: 5_000, products: 500, dueHolds: 2_000 }

/** Reads the command line. Throws UsageError. */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseCommandLine('bench', args, optionTypes, 'any')
  const [bench, ...paths] = positionals
  if (!isBenchmark(bench)) throw new UsageError('bench', `Unknown benchmark: ${bench}`)
  const { only, against, profile, rows } = values
  const parts = benchmarks[bench].filter(part => only === undefined || part === only)
  if (parts.length === 0)
    throw new UsageError('bench', `${bench} has no part "${only}", but ${benchmarks[bench].join(', ')}`)
  if ((against === undefined) === (bench === 'releases'))
    throw new UsageError('bench', 'releases needs --against <folder of another working copy>, and no other does')
  if (paths.length > 0 !== (bench === 'read') || paths.some(path => !path.startsWith('/')))
    throw new UsageError('bench', 'read needs paths, such as /api/admin/orders?size=100, and no other does')
  const sizes = values.quick ? quick : full
  const stored =
    rows === undefined ? {} : { rows: numberOption('bench', '--rows', rows, { from: 1_000, to: 1_000_000 }) }
  return { ...sizes, ...stored, bench, parts, paths, profile, against, connections: [10, 50] }
}

const optionTypes = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  profile: { type: 'boolean', default: false },
  against: { type: 'string' },
  rows: { type: 'string' },
} as const

const isBenchmark = (name: string | undefined): name is BenchName =>
  name !== undefined && Object.hasOwn(benchmarks, name)
