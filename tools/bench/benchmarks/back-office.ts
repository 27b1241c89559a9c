import { CliError } from '@campstore/local-servers/cli-error'
import type { Context } from '../context.ts'
import { runLoad } from '../measure/load.ts'
import { type Measured, measureInTurns } from '../measure/rounds.ts'
import { table } from '../report.ts'
import type { System } from '../servers/system.ts'
import { type BackOfficeRead, backOfficeReads, sampleIds } from '../workloads/back-office.ts'

/** Connections at once where a read is not alone. */
const connections = 4
/** A round ends after as many responses, or after its seconds. */
const maxResponses = 200
/** Milliseconds: p99 of a read alone, of the occupancy of 92 nights alone, and the longest on all connections at once. */
const goals = { alone: 50, occupancy: 100, atOnce: 300 }

/** A read with what was measured, and other statuses than 200 that it was answered with. */
type Outcome = BackOfficeRead & { alone: Measured; atOnce: Measured; wrong: readonly string[] }

/** Measures every read of the administration among as many customers, bookings and orders as the system has. */
export async function measureBackOffice(context: Context, system: System, count: number): Promise<void> {
  const ids: Record<string, string> = {}
  for (const [name, sql] of Object.entries(sampleIds)) {
    const { rows } = await system.owner.query({ text: sql, rowMode: 'array' })
    ids[name] = String(rows[0]?.[0])
  }
  const { reads: asked } = context.options
  const reads = backOfficeReads(ids).filter(({ route }) => asked.length === 0 || asked.includes(route))
  if (reads.length === 0) throw new CliError(`The back office has no read ${asked.join(', ')}`)
  const outcomes: Outcome[] = []
  await untilAnswered(context, system)
  for (const read of reads) outcomes.push(await measureRead(context, system, read))
  reportReads(context, outcomes, count)
}

/** Waits until each service has loaded what its first request needs: on a busy machine that takes longer than the gateway waits. */
async function untilAnswered({ administratorToken: token }: Context, { gateway }: System): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['me', 'customers', 'orders', 'bookings', 'stock']) {
    for (let attempt = 1; ; attempt += 1) {
      const { status } = await fetch(new URL(`/api/admin/${path}`, gateway.url), { headers })
      if (status === 200) break
      if (attempt === 10) throw new CliError(`GET /api/admin/${path} returned ${status} ${attempt} times`)
    }
  }
}

async function measureRead(context: Context, system: System, read: BackOfficeRead): Promise<Outcome> {
  const reads = [{ path: read.path, token: context.administratorToken }]
  const workload = { kind: 'reads', reads, order: 'in turns' } as const
  const wrong = new Set<string>()
  const variantOf = (count: number) => ({
    name: `${read.route}, ${read.what}, ${count}`,
    run: async (seconds: number) => {
      const job = { origin: system.gateway.url, workload, tokens: [], connections: count, seconds, maxResponses }
      const result = await runLoad(job)
      for (const status of Object.keys(result.statuses).filter(each => each !== '200')) wrong.add(status)
      return result
    },
  })
  const measuring = { processes: context.processes, log: () => {} }
  const variants = [variantOf(1), variantOf(connections)]
  const [alone, atOnce] = await measureInTurns(variants, context.options.listRounds, measuring)
  if (alone === undefined || atOnce === undefined) throw new Error(`${read.path} was not measured`)
  context.log(`${read.route}, ${read.what}: ${alone.p99.toFixed(1)} and ${atOnce.longest.toFixed(1)} ms`)
  return { ...read, alone, atOnce, wrong: [...wrong] }
}

const limitOf = ({ route, path }: BackOfficeRead): number =>
  route === 'listOccupancy' && path.includes('days=92') ? goals.occupancy : goals.alone

/** Milliseconds of CPU time of a request: of the database, and of gateway and services. */
function cpuOf({ cpu: { PostgreSQL = 0, RabbitMQ = 0, Redis = 0, ...processes } }: Measured): number[] {
  const node = Object.values(processes).reduce((sum, time) => sum + time, 0)
  return [PostgreSQL / 1000, node / 1000]
}

function reportReads({ report }: Context, outcomes: readonly Outcome[], count: number): void {
  const isQuick = (outcome: Outcome) => outcome.alone.p99 <= limitOf(outcome) && outcome.wrong.length === 0
  const quick = outcomes.filter(isQuick).length
  const steady = outcomes.filter(({ atOnce }) => atOnce.longest <= goals.atOnce).length
  const goalOf = (limit: string) => `${limit} for each of ${outcomes.length}`
  const alone = `p99 at most ${goals.alone} ms, of occupancy of 92 nights ${goals.occupancy} ms,`
  report.goal('reads of the back office, alone', goalOf(alone), String(quick), quick === outcomes.length)
  report.goal(
    `the same on ${connections} connections`,
    goalOf(`longest at most ${goals.atOnce} ms,`),
    String(steady),
    steady === outcomes.length,
  )
  const head = [
    'read',
    'what',
    'p50 alone',
    'p99 alone',
    `p99 on ${connections}`,
    'longest',
    'CPU database',
    'CPU Node',
  ]
  const rows = outcomes.map(outcome => [
    outcome.route,
    outcome.wrong.length === 0 ? outcome.what : `${outcome.what}, **answered ${outcome.wrong.join(' and ')}**`,
    outcome.alone.p50.toFixed(1),
    `${outcome.alone.p99.toFixed(1)}${isQuick(outcome) ? '' : ' **missed**'}`,
    outcome.atOnce.p99.toFixed(1),
    `${outcome.atOnce.longest.toFixed(1)}${outcome.atOnce.longest <= goals.atOnce ? '' : ' **missed**'}`,
    ...cpuOf(outcome.alone).map(time => time.toFixed(1)),
  ])
  report.text(`## Reads of the back office among ${count} customers, bookings and orders

Milliseconds of a request through gateway, admin service and owner, alone and on ${connections} connections at once, and the CPU time
of one alone.

${table(head, rows)}`)
}
