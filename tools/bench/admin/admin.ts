import { type BenchContext, environmentOf, filledDatabase } from '../context.ts'
import { formatReport, type Results, table } from '../report.ts'
import { storeCleanup } from '../store/stored-orders.ts'
import { type System, startSystem } from '../system.ts'
import { createListClient, type Latencies, type ListClient, measureListQuery } from './list-client.ts'
import { type ListQuery, listNames, listQueries } from './list-queries.ts'
import { fillAdministered } from './stored-data.ts'

/** Few administrators work at the same time. */
const connections = 4
/** How many times as long a page may take among a hundred times as many rows. */
const target = 3

/** A query and its latencies in the small and in the large system. */
type Outcome = { listQuery: ListQuery; few: Latencies; many: Latencies }

/** Measures the long lists of the administration at two sizes and returns the report. */
export async function benchAdmin(context: BenchContext): Promise<string> {
  const { few, many } = context.options.administered
  const systems = [await startAdministration(context, 'few', few), await startAdministration(context, 'many', many)]
  const clients = systems.map(({ gateway }) =>
    createListClient({ origin: gateway.url, token: context.administratorToken, connections }),
  )
  await warmUp(clients)
  const outcomes = await measureAll(context, clients)
  const results = [overview(outcomes, { few, many })]
  const [first] = systems
  if (first === undefined) throw new Error('there is no system')
  return formatReport(
    'Administration benchmark',
    await environmentOf(context, first.database, turnsOf(context)),
    results,
  )
}

const turnsOf = ({ options: { requests } }: BenchContext): string =>
  `Each listQuery ${requests.rounds} times in turns: ${requests.requests} requests, or as many as fit into ${requests.seconds} s.`

async function startAdministration(context: BenchContext, name: string, count: number): Promise<System> {
  const database = await filledDatabase(context, {
    name,
    with: `${count} customers, bookings and orders`,
    fill: client => fillAdministered(client, count),
  })
  return startSystem(context, {
    name,
    database,
    services: ['booking', 'checkout', 'me', 'admin'],
    cleanup: storeCleanup,
  })
}

/** So that V8 knows the code of every list before the first of them is measured. */
async function warmUp(clients: readonly ListClient[]): Promise<void> {
  for (const list of listNames) {
    for (const client of clients) {
      await client.latencies(
        { list, name: 'warm-up', queries: ['', 'q=gmail', 'page=3'] },
        { requests: 600, seconds: 6 },
      )
    }
  }
}

async function measureAll({ options, log }: BenchContext, clients: readonly ListClient[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const listQuery of listQueries) {
    const [few, many] = await measureListQuery(clients, listQuery, options.requests)
    if (few === undefined || many === undefined) throw new Error('one of the systems was not measured')
    log(`${listQuery.list}, ${listQuery.name}: ${few.p50.toFixed(1)} and ${many.p50.toFixed(1)} ms`)
    outcomes.push({ listQuery, few, many })
  }
  return outcomes
}

const factorOf = ({ few, many }: Outcome): number => many.p50 / few.p50

function overview(outcomes: readonly Outcome[], { few, many }: { few: number; many: number }): Results {
  const milliseconds = (value: number) => value.toFixed(1)
  const rows = outcomes.map(outcome => [
    outcome.listQuery.list,
    outcome.listQuery.name,
    milliseconds(outcome.few.p50),
    milliseconds(outcome.many.p50),
    factorOf(outcome).toFixed(2),
    factorOf(outcome) <= target ? 'met' : '**missed**',
    milliseconds(outcome.many.p99),
    milliseconds(outcome.few.first),
    milliseconds(outcome.many.first),
  ])
  const head = [
    'list',
    'query',
    `p50 at ${few}`,
    `p50 at ${many}`,
    'factor',
    `at most ${target}`,
    'p99',
    'first',
    'first',
  ]
  const text = `## Lists at ${few} and at ${many} customers, bookings and orders\n\n${explanation}\n\n${table(head, rows)}`
  const targets = listNames.map(list => {
    const own = outcomes.filter(({ listQuery }) => listQuery.list === list)
    const met = own.filter(outcome => factorOf(outcome) <= target).length
    const worst = own.toSorted((a, b) => factorOf(b) - factorOf(a))[0]
    return {
      name: `${list}, p50 at ${many} rows, at ${few} = 1`,
      target: `at most ${target} x for each of ${own.length}`,
      reached: `${met}; worst ${worst === undefined ? '' : `${factorOf(worst).toFixed(2)} x (${worst.listQuery.name})`}`,
      met: met === own.length,
    }
  })
  return { rows: [], targets, text: [text] }
}

const explanation = [
  `Milliseconds of a request through gateway, admin service and owner on ${connections} connections; the values of a filter take turns.`,
  'The last columns: p99 of the large system, and in both the slowest of the first requests of each query, one at a time, which',
  'count totals above 10,000 again and find the least in the cache.',
].join('\n')
