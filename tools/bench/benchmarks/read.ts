import { CliError } from '@campstore/local-servers/cli-error'
import { type Bench, type Context, startContext } from '../context.ts'
import { fillDatabase, orderCleanup } from '../data/data.ts'
import { compare } from '../measure/comparisons.ts'
import { roundsOf } from '../report.ts'
import { loadVariant, type System, startMeasuredSystem } from '../servers/system.ts'

const services = ['booking', 'checkout', 'products', 'me', 'admin'] as const

/** Requests until the service of a path has loaded what its first response needs. */
const attempts = 10

/**
 * Measures any GET of the whole system: rate, latencies, and CPU time of a request by process, alone and at each number of
 * connections. `/api/admin` is read as an administrator, everything else as a member.
 */
export async function benchRead(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  report.environment(`${options.rows} bookings, orders and customers. ${roundsOf(options)}`)
  context.log(`storing ${options.rows} bookings, orders and customers`)
  const { rows, products } = options
  const database = await context.servers.createDatabase('read', client =>
    fillDatabase(client, ['members', 'bookings', 'catalogue', 'store', 'reserve-stock'], {
      ...{ customers: rows, bookings: rows, products, orders: rows },
    }),
  )
  const system = await startMeasuredSystem(context, { name: 'read', database, services, cleanup: orderCleanup })
  const reads = options.paths.map(path => ({ path, token: tokenFor(context, path) }))
  for (const read of reads) await untilAnswered(system, read)
  for (const connections of [1, ...options.connections])
    await compare(
      context,
      connections,
      reads.map(read =>
        loadVariant(system, context, { name: read.path, workload: { kind: 'reads', reads: [read] }, connections }),
      ),
    )
}

const tokenFor = ({ administratorToken, tokens }: Context, path: string): string | undefined =>
  path.startsWith('/api/admin') ? administratorToken : tokens[0]

async function untilAnswered({ gateway }: System, { path, token }: { path: string; token: string | undefined }) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(new URL(path, gateway.url), { headers: { authorization: `Bearer ${token}` } })
    if (response.status === 200) return
    if (attempt === attempts) throw new CliError(`GET ${path} returned ${response.status}: ${await response.text()}`)
  }
}
