import { setTimeout as delay } from 'node:timers/promises'
import { proxyBefore } from '@campstore/testing/tcp-proxy'
import type { Context } from '../context.ts'
import { type LoadResult, runLoadInThread } from '../measure/load.ts'
import { type System, type SystemOptions, secondsUntilNone } from '../servers/system.ts'

/** Seconds before the deadline of the holds at which the broker disconnects: their whole hold. */
const awaySeconds = 20
/** Seconds of one measurement of the load; one follows the other while holds are open. */
const sliceSeconds = 3

const anyMessage = 'select from booking.outbox limit 1'
const anyOpenHold = `
  select from booking.booking
  where status = 'pending' and payment_status = 'unpaid' and checkout_expires_at = $1
  limit 1`

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
  const calm = await checkouts(options.rounds * sliceSeconds)
  await cleanUp()

  log(`${holds} checkouts, whose holds end at one instant`)
  await checkouts(600, holds)
  await secondsUntilNone(owner, anyMessage)
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
  let seconds: number | undefined
  const ending = async () => (seconds = await secondsUntilNone(owner, anyOpenHold, [new Date(deadline)]))
  void ending()
  while (seconds === undefined) busy.push(await checkouts(sliceSeconds))
  const perSecond = busy.reduce((sum, slice) => sum + slice.perSecond, 0) / busy.length
  const errors = busy.reduce((sum, slice) => sum + slice.errors, 0)
  const p99 = Math.max(...busy.map(slice => slice.p99))
  const drained = await secondsUntilNone(owner, anyMessage)

  const took = `${seconds.toFixed(1)} s`
  report.goal(`all ${rowCount} holds ended after the broker's return`, 'within 30 s', took, seconds <= 30)
  report.atLeast('checkouts meanwhile, of the calm rate', 0.7, perSecond / calm.perSecond)
  report.goal('p99 of checkouts meanwhile', 'under 1000 ms', `${p99.toFixed(0)} ms`, p99 < 1_000)
  const rates = `${calm.perSecond.toFixed(0)} checkouts a second before and ${perSecond.toFixed(0)} meanwhile`
  report.text(
    `On 10 connections there were ${rates}, with ${errors} errors. The outbox was empty ${drained.toFixed(1)} s later.`,
  )
}
