import type { Context } from '../context.ts'
import { filledDatabase, orderCleanup } from '../data/data.ts'
import type { Measured } from '../measure/load.ts'
import { type Load, measure } from '../measure/rounds.ts'
import { type System, startMeasuredSystem } from '../servers/system.ts'
import { afterReads } from '../workloads/after-reads.ts'
import { largestRequests } from '../workloads/largest-requests.ts'
import type { Read } from '../workloads/requests.ts'

const services = ['booking', 'checkout', 'products', 'me', 'admin'] as const

/** The goal of a read of the back office that runs alone: its p99 in milliseconds. */
const goalMs = 50

/** The goal of the largest requests: milliseconds of CPU time of all processes. */
const largestMs = 15

/**
 * Measures any GET of the whole system: rate, latencies, and CPU time of a request by process, alone and at each number of
 * connections. `/api/admin` is read as an administrator, everything else as a member.
 */
export async function benchRead(context: Context): Promise<void> {
  const { paths, connections } = context.options
  const system = await startFilled(context)
  const reads = paths.map(path => ({ name: path, path, token: tokenFor(context, path) }))
  await measureReads(context, system, reads, [1, ...connections])
}

/** Measures what staff and members read after a purchase, alone with its goal, and on four connections. */
export async function benchAdmin(context: Context): Promise<void> {
  const system = await startFilled(context, ['after'])
  const reads = (await afterReads(system.owner)).map(read => ({ ...read, token: tokenFor(context, read.path) }))
  const [alone = []] = await measureReads(context, system, reads, [1, 4])
  for (const { name, p99 } of alone) context.report.atMost(`${name}, alone: p99`, goalMs, p99, ' ms')
}

/** Measures the largest quotes and searches that the contract allows, alone: CPU time with its goal. */
export async function benchLargest(context: Context): Promise<void> {
  const system = await startFilled(context, ['largest'])
  const reads = Object.entries(largestRequests).flatMap(([name, requests]) =>
    requests.map(request => ({ name, ...request, token: context.tokens[0] })),
  )
  const [alone = []] = await measureReads(context, system, reads, [1])
  for (const { name, cpu } of alone) {
    const milliseconds = Object.values(cpu).reduce((sum, time) => sum + time, 0) / 1000
    context.report.atMost(`${name}: CPU time`, largestMs, milliseconds, ' ms')
  }
}

async function startFilled(context: Context, further: readonly string[] = []): Promise<System> {
  const { options, report } = context
  report.environment(`${options.rows} bookings, orders and customers.`)
  const files = ['members', 'bookings', 'catalogue', 'store', 'reserve-stock', ...further]
  const database = await filledDatabase(context, 'read', files, { customers: options.rows })
  return startMeasuredSystem(context, { name: 'read', database, services, cleanup: orderCleanup })
}

async function measureReads(
  context: Context,
  system: System,
  reads: readonly (Read & { name: string })[],
  counts: readonly number[],
) {
  const measured: Measured[][] = []
  const byName = [...Map.groupBy(reads, ({ name }) => name)]
  const loads = byName.map(([name, reads]): Load => ({ name, system, workload: { kind: 'reads', reads } }))
  for (const connections of counts) measured.push(await measure(context, connections, loads))
  return measured
}

const tokenFor = ({ administratorToken, tokens }: Context, path: string): string | undefined =>
  path.startsWith('/api/admin') ? administratorToken : tokens[0]
