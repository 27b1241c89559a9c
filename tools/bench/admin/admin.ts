import { openShop, type Shop } from '../dataset.ts'
import { type Findings, reportOf, table } from '../report.ts'
import { circumstances, filledDatabase, type Stage } from '../scenario.ts'
import { storeLeavings } from '../store/stored-orders.ts'
import { type Answered, type Asker, createAsker, measureQuestion } from './asking.ts'
import { listNames, type Question, questions } from './lists.ts'
import { fillAdministered } from './stored-people.ts'

/** An administrator waits for a page; few ask at once. */
const connections = 4
/** How many times as long a page may take among a hundred times as many rows. */
const wanted = 3

/** A question and what came of it in the small and in the large shop. */
type Outcome = { question: Question; few: Answered; many: Answered }

/** Measures the long lists of the administration at two sizes and returns the report. */
export async function benchAdmin(stage: Stage): Promise<string> {
  const { few, many } = stage.options.administered
  const shops = [await openAdministered(stage, 'few', few), await openAdministered(stage, 'many', many)]
  const askers = shops.map(({ gateway }) =>
    createAsker({ origin: gateway.url, token: stage.administratorToken, connections }),
  )
  await warmUp(askers)
  const outcomes = await measureAll(stage, askers)
  for (const asker of askers) asker.close()
  const findings = [overview(outcomes, { few, many })]
  const [first] = shops
  if (first === undefined) throw new Error('there is no shop')
  return reportOf('Administration benchmark', await circumstances(stage, first.database, turnsOf(stage)), findings)
}

const turnsOf = ({ options: { asked } }: Stage): string =>
  `Each question ${asked.rounds} times in turns: ${asked.requests} requests, or as many as fit into ${asked.seconds} s.`

async function openAdministered(stage: Stage, name: string, count: number): Promise<Shop> {
  const database = await filledDatabase(stage, {
    name,
    with: `${count} customers, bookings and orders`,
    fill: client => fillAdministered(client, count),
  })
  return openShop(stage, { name, database, services: ['booking', 'checkout', 'me', 'admin'], leavings: storeLeavings })
}

/** So that V8 knows the code of every list before the first of them is measured. */
async function warmUp(askers: readonly Asker[]): Promise<void> {
  for (const list of listNames) {
    for (const asker of askers) {
      await asker.latencies(
        { list, name: 'warm-up', queries: ['', 'q=gmail', 'page=3'] },
        { requests: 600, seconds: 6 },
      )
    }
  }
}

async function measureAll({ options, tell }: Stage, askers: readonly Asker[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const question of questions) {
    const [few, many] = await measureQuestion(askers, question, options.asked)
    if (few === undefined || many === undefined) throw new Error('one of the shops was not measured')
    tell(`${question.list}, ${question.name}: ${few.p50.toFixed(1)} and ${many.p50.toFixed(1)} ms`)
    outcomes.push({ question, few, many })
  }
  return outcomes
}

const factorOf = ({ few, many }: Outcome): number => many.p50 / few.p50

function overview(outcomes: readonly Outcome[], { few, many }: { few: number; many: number }): Findings {
  const milliseconds = (value: number) => value.toFixed(1)
  const rows = outcomes.map(outcome => [
    outcome.question.list,
    outcome.question.name,
    milliseconds(outcome.few.p50),
    milliseconds(outcome.many.p50),
    factorOf(outcome).toFixed(2),
    factorOf(outcome) <= wanted ? 'met' : '**missed**',
    milliseconds(outcome.many.p99),
    milliseconds(outcome.few.first),
    milliseconds(outcome.many.first),
  ])
  const head = [
    'list',
    'asked',
    `p50 at ${few}`,
    `p50 at ${many}`,
    'factor',
    `at most ${wanted}`,
    'p99',
    'first',
    'first',
  ]
  const text = `## Lists at ${few} and at ${many} customers, bookings and orders\n\n${explanation}\n\n${table(head, rows)}`
  const targets = listNames.map(list => {
    const own = outcomes.filter(({ question }) => question.list === list)
    const met = own.filter(outcome => factorOf(outcome) <= wanted).length
    const worst = own.toSorted((a, b) => factorOf(b) - factorOf(a))[0]
    return {
      name: `${list}, p50 at ${many} rows, at ${few} = 1`,
      wanted: `at most ${wanted} x for each of ${own.length}`,
      reached: `${met}; worst ${worst === undefined ? '' : `${factorOf(worst).toFixed(2)} x (${worst.question.name})`}`,
      met: met === own.length,
    }
  })
  return { rows: [], targets, text: [text] }
}

const explanation = [
  `Milliseconds of a request through gateway, admin service and owner on ${connections} connections; the values of a filter take turns.`,
  'The last columns: p99 of the large shop, and in both the slowest of the first requests of each query, one at a time, which',
  'count totals above 10,000 anew and find the least in memory.',
].join('\n')
