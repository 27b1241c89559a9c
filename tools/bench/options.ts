import { numberOption, parseCommandLine, UsageError } from '../command.ts'

/** The benchmarks with their parts, which can be measured alone. */
const benchmarks = {
  booking: ['availability', 'checkout', 'expiry', 'hold'],
  store: ['reads', 'checkout', 'hold'],
  releases: ['booking', 'store', 'checkouts'],
  admin: ['reads'],
  largest: ['reads'],
  read: ['paths'],
} as const

/** Name of a benchmark. */
export type BenchName = keyof typeof benchmarks

/** How long is measured and how much: `rows` bookings, orders and customers are stored, and `dueHolds` holds end at once. */
const full = { rounds: 3, secondsPerRound: 8, warmUpSeconds: 4, rows: 100_000, dueHolds: 10_000 }
const quick: typeof full = { rounds: 3, secondsPerRound: 1, warmUpSeconds: 1, rows: 5_000, dueHolds: 2_000 }

/** What is measured, and for how long. */
export type BenchOptions = typeof full & {
  bench: BenchName
  parts: readonly string[]
  /** What `read` measures: `/api/admin/orders?status=unshipped`. */
  paths: readonly string[]
  /** Also show what a request costs by part. */
  profile: boolean
  /** Folder of another working copy to measure with this one. */
  against: string | undefined
  connections: readonly number[]
}

/** Reads the command line. Throws UsageError. */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseCommandLine('bench', args, optionTypes, 'any')
  const [bench, ...paths] = positionals
  if (!isBenchmark(bench)) throw new UsageError('bench', `Unknown benchmark: ${bench}`)
  const { only, against, profile } = values
  const connections = values.connections
    .split(',')
    .map(given => numberOption('bench', '--connections', given, { from: 1, to: 1_000 }))
  const parts = benchmarks[bench].filter(part => only === undefined || part === only)
  if (parts.length === 0)
    throw new UsageError('bench', `${bench} has no part "${only}", but ${benchmarks[bench].join(', ')}`)
  if ((against === undefined) === (bench === 'releases'))
    throw new UsageError('bench', 'releases needs --against <folder of another working copy>, and no other does')
  if (paths.length > 0 !== (bench === 'read') || paths.some(path => !path.startsWith('/')))
    throw new UsageError('bench', 'read needs paths, such as /api/admin/orders?size=100, and no other does')
  const sizes = values.quick ? quick : full
  const rows = numberOption('bench', '--rows', values.rows ?? String(sizes.rows), { from: 1_000, to: 1_000_000 })
  return { ...sizes, rows, bench, parts, paths, profile, against, connections }
}

const optionTypes = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  profile: { type: 'boolean', default: false },
  against: { type: 'string' },
  rows: { type: 'string' },
  connections: { type: 'string', default: '10,50' },
} as const

const isBenchmark = (name: string | undefined): name is BenchName =>
  name !== undefined && Object.hasOwn(benchmarks, name)
