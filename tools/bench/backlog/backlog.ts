import { setTimeout as delay } from 'node:timers/promises'
import { bookingCleanup, fillDatabase } from '../booking/stored-bookings.ts'
import { type BenchContext, environmentOf, filledDatabase } from '../context.ts'
import { generateLoad } from '../load-generator.ts'
import type { LoadResult } from '../load-result.ts'
import { atLeast, formatReport, table } from '../report.ts'
import { openSeverableProxy } from '../severable-proxy.ts'
import { awaitEmptyOutbox, type System, startSystem } from '../system.ts'
import { insertDueHolds, openHolds } from './stored-holds.ts'

/** Seconds before the deadline of the holds at which the broker disconnects: their whole hold. */
const awaySeconds = 20
/** Seconds of one measurement of the load; one follows the other while holds are open. */
const sliceSeconds = 3
/** When to give up. */
const mostSeconds = 180

/**
 * Measures how fast holds end that all expire at once while the broker is unreachable, which comes back at that instant, and
 * what checkouts notice of it: with the same load, once calm and once meanwhile.
 */
export async function benchBacklog(context: BenchContext): Promise<string> {
  const { options, log } = context
  const count = options.dueHolds
  const database = await filledDatabase(context, {
    name: 'backlog',
    with: '1000 bookings',
    fill: client => fillDatabase(client, 1_000),
  })
  let proxy: Awaited<ReturnType<typeof openSeverableProxy>> | undefined
  const system = await startSystem(context, {
    name: 'backlog',
    database,
    services: ['booking'],
    cleanup: bookingCleanup,
    brokerUrl: async url => {
      proxy = await openSeverableProxy(url, 5672)
      return proxy.url
    },
  })
  const broker = proxy ?? missing()
  const checkouts = (seconds: number) =>
    generateLoad({
      origin: system.gateway.url,
      tokens: context.tokens,
      connections: 10,
      seconds,
      request: { area: 'booking', kind: 'checkout', pattern: 'spread' },
    })

  log('warm-up')
  await checkouts(options.warmUpSeconds)
  const calm = merged(await slices(options.rounds, () => checkouts(sliceSeconds)))
  log(`calm: ${summaryOf(calm)}`)
  await system.cleanUp()

  broker.cut()
  const deadline = new Date(Date.now() + awaySeconds * 1000)
  await insertDueHolds(system.owner, count, deadline)
  log(
    `${count} holds are due in ${((deadline.getTime() - Date.now()) / 1000).toFixed(1)} s, the broker is disconnected`,
  )
  await delay(Math.max(0, deadline.getTime() - Date.now()))
  broker.restore()
  const ending = untilEnded(system)
  const busy: LoadResult[] = []
  let ended: number | undefined
  void ending.then(seconds => {
    ended = seconds
  })
  while (ended === undefined) busy.push(await checkouts(sliceSeconds))
  const meanwhile = merged(busy)
  log(`ended in ${ended.toFixed(1)} s; meanwhile ${summaryOf(meanwhile)}`)
  const drained = await awaitEmptyOutbox(system.owner, 'booking')
  await system.close()
  broker.close()

  const rows = [
    ['calm', calm.perSecond.toFixed(0), calm.p50.toFixed(0), calm.p99.toFixed(0), String(calm.errors)],
    [
      'meanwhile',
      meanwhile.perSecond.toFixed(0),
      meanwhile.p50.toFixed(0),
      meanwhile.p99.toFixed(0),
      String(meanwhile.errors),
    ],
  ]
  const target = (name: string, target: string, reached: string, met: boolean) => ({ name, target, reached, met })
  const text = [
    `## Checkouts at 10 connections\n\n${table(['', 'per second', 'p50 ms', 'p99 ms', 'errors'], rows)}`,
    `The outbox was empty ${drained.toFixed(1)} s after the load.`,
  ].join('\n\n')
  const targets = [
    target(`all ${count} holds ended after the broker's return`, 'within 30 s', `${ended.toFixed(1)} s`, ended <= 30),
    atLeast('checkouts meanwhile, of the calm rate', 0.7, meanwhile.perSecond / calm.perSecond),
    target('p99 of checkouts meanwhile', 'under 1000 ms', `${meanwhile.p99.toFixed(0)} ms`, meanwhile.p99 < 1_000),
  ]
  const how = `Loads of ${sliceSeconds} s one after the other: ${options.rounds} calm ones, then as many as it took.`
  return formatReport('Backlog benchmark', await environmentOf(context, database, how), [
    { rows: [], targets, text: [text] },
  ])
}

async function slices(count: number, run: () => Promise<LoadResult>): Promise<LoadResult[]> {
  const results: LoadResult[] = []
  for (let slice = 0; slice < count; slice += 1) results.push(await run())
  return results
}

/** Seconds until none of the due holds is open. */
async function untilEnded({ owner }: Pick<System, 'owner'>): Promise<number> {
  const began = performance.now()
  for (;;) {
    const seconds = (performance.now() - began) / 1000
    if ((await openHolds(owner)) === 0 || seconds > mostSeconds) return seconds
    await delay(250)
  }
}

/** Several loads as one: rates and medians on the average, the worst of each slice's p99, all errors. */
function merged(results: readonly LoadResult[]): LoadResult {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    perSecond: mean(results.map(({ perSecond }) => perSecond)),
    p50: mean(results.map(({ p50 }) => p50)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    errors: results.reduce((sum, { errors }) => sum + errors, 0),
    statuses: {},
  }
}

const summaryOf = ({ perSecond, p50, p99, errors }: LoadResult): string =>
  `${perSecond.toFixed(0)} checkouts per second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${errors} errors`

function missing(): never {
  throw new Error('the system was opened without a broker')
}
