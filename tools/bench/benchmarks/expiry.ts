import { setTimeout as delay } from 'node:timers/promises'
import { proxyBefore } from '@campstore/testing/tcp-proxy'
import type pg from 'pg'
import type { Context } from '../context.ts'
import { type LoadResult, runLoadInThread } from '../measure/load.ts'
import { awaitEmptyOutbox, type System, type SystemOptions } from '../servers/system.ts'

/** Seconds before the deadline of the holds at which the broker disconnects: their whole hold. */
const awaySeconds = 20
/** Seconds of one measurement of the load; one follows the other while holds are open. */
const sliceSeconds = 3
/** When to give up. */
const mostSeconds = 180

/**
 * Measures how fast holds end that all expire at once while the broker is unreachable, which comes back at that instant, and
 * how checkouts change meanwhile: with the same load, once calm and once during the end of the holds.
 */
export async function measureExpiry(
  { options, log, report, tokens }: Context,
  start: (way: Pick<SystemOptions, 'brokerUrl'>) => Promise<System>,
): Promise<void> {
  const holds = options.dueHolds
  const proxies: Awaited<ReturnType<typeof proxyBefore>>[] = []
  const brokerUrl = async (url: string) => {
    const proxy = await proxyBefore(url)
    proxies.push(proxy)
    return proxy.url
  }
  const { gateway, owner, cleanUp } = await start({ brokerUrl })
  const workload = { kind: 'booking', pattern: 'spread' } as const
  const checkouts = (seconds: number, maxResponses?: number) =>
    runLoadInThread({ origin: gateway.url, workload, tokens, connections: 10, seconds, maxResponses })

  log('warm-up')
  await checkouts(options.warmUpSeconds)
  const slices: LoadResult[] = []
  for (let slice = 0; slice < options.rounds; slice += 1) slices.push(await checkouts(sliceSeconds))
  const calm = merged(slices)
  await cleanUp()

  log(`${holds} checkouts, whose holds end at one instant`)
  await checkouts(600, holds)
  await awaitEmptyOutbox(owner, 'booking')
  for (const proxy of proxies) proxy.leadTo(undefined)
  const deadline = Date.now() + awaySeconds * 1000
  const { rowCount } = await owner.query(
    "update booking.booking set checkout_expires_at = $1 where customer_id like 'load-%'",
    [new Date(deadline)],
  )
  log(`${rowCount} holds are due in ${((deadline - Date.now()) / 1000).toFixed(1)} s, the broker is disconnected`)
  await delay(Math.max(0, deadline - Date.now()))
  for (const proxy of proxies) proxy.restore()
  const busy: LoadResult[] = []
  let ended: number | undefined
  const ending = secondsUntilEnded(owner, deadline).then(seconds => {
    ended = seconds
    return seconds
  })
  while (ended === undefined) busy.push(await checkouts(sliceSeconds))
  const seconds = await ending
  const meanwhile = merged(busy)
  const drained = await awaitEmptyOutbox(owner, 'booking')

  const took = `${seconds.toFixed(1)} s`
  report.goal(`all ${rowCount} holds ended after the broker's return`, 'within 30 s', took, seconds <= 30)
  report.atLeast('checkouts meanwhile, of the calm rate', 0.7, meanwhile.perSecond / calm.perSecond)
  const p99 = `${meanwhile.p99.toFixed(0)} ms`
  report.goal('p99 of checkouts meanwhile', 'under 1000 ms', p99, meanwhile.p99 < 1_000)
  const rates = `${calm.perSecond.toFixed(0)} checkouts a second before and ${meanwhile.perSecond.toFixed(0)} meanwhile`
  report.text(
    `On 10 connections there were ${rates}, with ${meanwhile.errors} errors. The outbox was empty ${drained.toFixed(1)} s later.`,
  )
}

/** Seconds until none of the holds with a deadline is open. */
async function secondsUntilEnded(owner: pg.Client, deadline: number): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { rowCount } = await owner.query(
      `select from booking.booking
      where status = 'pending' and payment_status = 'unpaid' and checkout_expires_at = $1
      limit 1`,
      [new Date(deadline)],
    )
    const seconds = (performance.now() - began) / 1000
    if (rowCount === 0 || seconds > mostSeconds) return seconds
    await delay(250)
  }
}

/** Several loads as one: their average rate, the worst p99 of a load, all errors. */
function merged(results: readonly LoadResult[]): Pick<LoadResult, 'perSecond' | 'p99' | 'errors'> {
  const sum = (value: (result: LoadResult) => number) => results.reduce((all, result) => all + value(result), 0)
  return {
    perSecond: sum(({ perSecond }) => perSecond) / results.length,
    p99: Math.max(...results.map(({ p99 }) => p99)),
    errors: sum(({ errors }) => errors),
  }
}
