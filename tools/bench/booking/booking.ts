import { onDatabase } from '@campstore/local-servers/postgres'
import { compareWithLimit } from '../against-limit.ts'
import { compareWithPgbench, prepareBareCheckout } from '../against-pgbench.ts'
import type { Pattern } from '../crowd.ts'
import { openShop, type Shop } from '../dataset.ts'
import { atLeast, atMost, type Findings, ratio, reportOf } from '../report.ts'
import { circumstances, filledDatabase, type Stage } from '../scenario.ts'
import { compareSizes } from '../size-comparison.ts'
import { checkoutScripts, choices } from './checkout-script.ts'
import { fewestFunction, fewestScript, fewestTables, forgetFewest } from './fewest-statements.ts'
import type { BookingRequest } from './requests.ts'
import { bookingLeavings, fillDatabase } from './stored-bookings.ts'

const asks = (kind: BookingRequest['kind'], pattern: Pattern): BookingRequest => ({ area: 'booking', kind, pattern })

/** Measures the booking service and returns the report. */
export async function benchBooking(stage: Stage): Promise<string> {
  const { options } = stage
  const database = await bookingDatabase(stage, 'few', options.storedBookings.few)
  const limits = options.parts.includes('checkout')
    ? {
        bare: await prepareBareCheckout(stage, {
          source: database,
          service: 'booking',
          leavings: bookingLeavings,
          scripts: checkoutScripts,
        }),
        fewest: await prepareBareCheckout(stage, { source: database, service: 'booking', ...fewestStatements }),
      }
    : undefined
  const shop = await openBookings(stage, 'few', database)
  const shops = [shop]
  const findings: Findings[] = []
  if (options.parts.includes('availability')) findings.push(await compareWithLimit(stage, shop, availability))
  if (limits) {
    const request = (pattern: Pattern) => asks('checkout', pattern)
    findings.push(await compareWithPgbench(stage, shop, { ...limits, request, more: fairness }))
  }
  if (options.parts.includes('size')) {
    const many = await openBookings(stage, 'many', await bookingDatabase(stage, 'many', options.storedBookings.many))
    shops.push(many)
    findings.push(...(await benchSize(stage, shop, many)))
  }
  for (const each of shops) findings.push(each.processorTimes.findings())
  for (const each of shops) await each.close()
  return reportOf('Booking benchmark', await circumstances(stage, database), findings)
}

const availability = {
  answer: 'availability',
  asked: [
    { name: 'availability, spread', request: asks('availability', 'spread') },
    { name: 'availability, hot', request: asks('availability', 'hot') },
  ],
  wanted: 0.6,
} satisfies Parameters<typeof compareWithLimit>[2]

const fewestStatements: Pick<Parameters<typeof prepareBareCheckout>[1], 'name' | 'leavings' | 'scripts'> = {
  name: 'fewest',
  leavings: { forget: forgetFewest },
  scripts: async ({ adminUrl }) => {
    await onDatabase(adminUrl, async client => {
      await client.query(fewestTables)
      await client.query(fewestFunction)
    })
    return { spread: `${choices.spread}\n${fewestScript}`, hot: `${choices.hot}\n${fewestScript}` }
  },
}

/** What everybody wants goes on, and at 50 connections nobody waits ten times as long as most do. */
const fairness: Parameters<typeof compareWithPgbench>[2]['more'] = (measured, connections) => [
  atLeast(`checkout, hot, ${connections} connections, spread = 100%`, 0.7, ratio(measured.hot, measured.spread)),
  ...Object.entries(measured).flatMap(([pattern, checkout]) =>
    connections === 50 && checkout !== undefined
      ? [atMost(`checkout, ${pattern}, 50 connections, p99 / p50`, 10, checkout.p99 / checkout.p50, ' x')]
      : [],
  ),
]

const bookingDatabase = (stage: Stage, name: string, count: number) =>
  filledDatabase(stage, { name, with: `${count} bookings`, fill: client => fillDatabase(client, count) })

const openBookings = (stage: Stage, name: string, database: Shop['database']) =>
  openShop(stage, { name, database, services: ['booking'], leavings: bookingLeavings })

async function benchSize(stage: Stage, few: Shop, many: Shop): Promise<Findings[]> {
  const { storedBookings } = stage.options
  const sizes = {
    few: { shop: few, stored: `${storedBookings.few} stored bookings` },
    many: { shop: many, stored: `${storedBookings.many} stored bookings` },
  }
  const findings: Findings[] = []
  for (const kind of ['availability', 'checkout'] as const) {
    const asked = () => ({ request: asks(kind, 'spread'), connections: 10 })
    findings.push((await compareSizes(stage, sizes, { name: kind, asked, wanted: 1.3, catchUp: true })).findings)
  }
  return findings
}
