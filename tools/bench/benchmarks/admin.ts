import { CliError } from '@campstore/local-servers/cli-error'
import { type Bench, type Context, startContext } from '../context.ts'
import { fillDatabase, orderCleanup } from '../data/data.ts'
import { type LoadResult, runLoad } from '../measure/load.ts'
import { type Measured, measureInTurns } from '../measure/rounds.ts'
import { roundsOf, table } from '../report.ts'
import { type System, startMeasuredSystem } from '../servers/system.ts'
import { administered, type ListName, listQueries } from '../workloads/admin-lists.ts'
import { measureBackOffice } from './back-office.ts'

const listNames = ['bookings', 'orders', 'customers'] as const

/** Few administrators work at the same time. */
const connections = 4
/** A round ends after as many responses, or after its seconds. */
const maxResponses = 100
/** How many times as long a page may take among a hundred times as many rows. */
const goal = 3

/** A query in both systems: latencies, and the longest of the first requests of each value. */
type Outcome = { list: ListName; name: string; few: Measured; many: Measured; first: { few: number; many: number } }

/** Measures every read of the administration, and its longest lists at two sizes. */
export async function benchAdmin(bench: Bench): Promise<void> {
  const context = await startContext(bench)
  const { options, report } = context
  report.environment(`A round ends after ${maxResponses} responses. ${roundsOf(options.listRounds)}`)
  const many = await startAdministration(context, 'many', options.administered.many)
  if (options.parts.includes('reads')) await measureBackOffice(context, many, options.administered.many)
  if (!options.parts.includes('size')) return
  const systems = { few: await startAdministration(context, 'few', options.administered.few), many }
  const outcomes: Outcome[] = []
  for (const list of listNames) {
    // V8 compiles the code of the list before the first query is measured.
    const warmUp = { connections, seconds: 6, maxResponses: 600 }
    for (const system of Object.values(systems)) await request(context, system, list, ['', 'q=gmail', 'page=3'], warmUp)
    for (const query of listQueries(list)) outcomes.push(await measureQuery(context, systems, { list, ...query }))
  }
  reportLists(context, outcomes)
}

const dataFiles = ['administration', 'catalogue', 'back-office', 'reserve-stock'] as const

async function startAdministration(context: Context, name: string, count: number): Promise<System> {
  context.log(`storing ${count} customers, bookings and orders with everything that the back office reads`)
  // Shares of the others, whose number does not grow with what one customer buys.
  const variables = {
    count,
    products: Math.min(4_000, Math.ceil(count / 50)),
    coupons: Math.ceil(count / 2000),
    ...administered,
  }
  const database = await context.servers.createDatabase(name, client => fillDatabase(client, dataFiles, variables))
  const services = ['booking', 'checkout', 'products', 'me', 'admin'] as const
  return startMeasuredSystem(context, { name, database, services, cleanup: orderCleanup })
}

/** Sends the queries of a list in turns. Throws when one fails. */
async function request(
  { administratorToken: token }: Context,
  { gateway }: System,
  list: ListName,
  queries: readonly string[],
  load: { connections: number; seconds: number; maxResponses: number },
): Promise<LoadResult> {
  const reads = queries.map(query => ({ path: `/api/admin/${list}?${query}`, token }))
  const job = {
    origin: gateway.url,
    workload: { kind: 'reads', reads, order: 'in turns' },
    tokens: [],
    ...load,
  } as const
  const result = await runLoad(job)
  if (result.errors === 0) return result
  throw new CliError(`GET ${reads[0]?.path} and the like returned ${JSON.stringify(result.statuses)}`)
}

async function measureQuery(
  context: Context,
  systems: Record<'few' | 'many', System>,
  { list, name, queries }: { list: ListName; name: string; queries: readonly string[] },
): Promise<Outcome> {
  const firstOf = async (system: System) => {
    const once = { connections: 1, seconds: 60, maxResponses: queries.length }
    return (await request(context, system, list, queries, once)).longest
  }
  const first = { few: await firstOf(systems.few), many: await firstOf(systems.many) }
  const variantOf = (system: System) => ({
    name: `${list}, ${name}`,
    run: (seconds: number) => request(context, system, list, queries, { connections, seconds, maxResponses }),
  })
  const variants = [variantOf(systems.few), variantOf(systems.many)]
  const silent = { processes: [], log: () => {} }
  const [few, many] = await measureInTurns(variants, context.options.listRounds, silent)
  if (few === undefined || many === undefined) throw new Error('One of the systems was not measured')
  context.log(`${list}, ${name}: ${few.p50.toFixed(1)} and ${many.p50.toFixed(1)} ms`)
  return { list, name, few, many, first }
}

const factorOf = ({ few, many }: Outcome): number => many.p50 / few.p50

function reportLists({ report, options: { administered } }: Context, outcomes: readonly Outcome[]): void {
  const { few, many } = administered
  for (const list of listNames) {
    const own = outcomes.filter(outcome => outcome.list === list).toSorted((a, b) => factorOf(b) - factorOf(a))
    const met = own.filter(outcome => factorOf(outcome) <= goal).length
    const worst = own.slice(0, 1).map(outcome => `${factorOf(outcome).toFixed(2)} x (${outcome.name})`)
    const name = `${list}, p50 at ${many} rows, at ${few} = 1`
    report.goal(name, `at most ${goal} x for each of ${own.length}`, `${met}; worst ${worst}`, met === own.length)
  }
  const head = ['list', 'query', `p50 at ${few}`, `p50 at ${many}`, 'factor', `at most ${goal}`]
  const rows = outcomes.map(outcome => [
    outcome.list,
    outcome.name,
    outcome.few.p50.toFixed(1),
    outcome.many.p50.toFixed(1),
    factorOf(outcome).toFixed(2),
    factorOf(outcome) <= goal ? 'met' : '**missed**',
    ...[outcome.many.p99, outcome.first.few, outcome.first.many].map(time => time.toFixed(1)),
  ])
  report.text(`## Lists at ${few} and at ${many} customers, bookings and orders

Milliseconds of a request through gateway, admin service and owner on ${connections} connections; the values of a filter take turns.
The last columns: p99 of the large system, and in both the longest of the first requests of each value, one at a time, which
count totals above 10,000 again and find the least in the cache.

${table([...head, 'p99', `first at ${few}`, `first at ${many}`], rows)}`)
}
