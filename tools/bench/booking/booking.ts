import { onDatabase } from '@campstore/local-servers/postgres'
import { compareWithLimits } from '../against-limits.ts'
import { compareWithPgbench, prepareBareCheckout } from '../against-pgbench.ts'
import type { Pattern } from '../crowd.ts'
import { compareDatabaseTime } from '../database-time.ts'
import { openShop, type Shop } from '../dataset.ts'
import { type Findings, ratio, reportOf } from '../findings.ts'
import { measureMemory } from '../memory.ts'
import { profile } from '../profile.ts'
import { indexesOf, planText } from '../query-plan.ts'
import { atLeast, atMost } from '../report.ts'
import { circumstances, filledDatabase, type Stage } from '../scenario.ts'
import { compareSizes } from '../size-comparison.ts'
import { watchStatements, watchWork } from '../statements.ts'
import { capacityPlan } from './capacity-plan.ts'
import { checkOutOn, checkoutScripts, choices } from './checkout-script.ts'
import {
  fewestFunction,
  fewestScript,
  fewestTables,
  forgetFewest,
  holdByPlainStatements,
  holdInOneCall,
} from './fewest-statements.ts'
import { heldWork } from './held-work.ts'
import type { BookingRequest } from './requests.ts'
import { bookingLeavings, fillDatabase } from './stored-bookings.ts'

const asks = (kind: BookingRequest['kind'], pattern: Pattern): BookingRequest => ({ area: 'booking', kind, pattern })

/** Measures the booking service and returns the report. */
export async function benchBooking(stage: Stage): Promise<string> {
  const { options } = stage
  const database = await bookingDatabase(stage, 'few', options.storedBookings.few)
  const checkouts = options.parts.includes('checkout')
  const bare = { source: database, service: 'booking', leavings: bookingLeavings, scripts: checkoutScripts } as const
  const bareCheckout = checkouts ? await prepareBareCheckout(stage, bare) : undefined
  const fewest = checkouts
    ? await prepareBareCheckout(stage, { source: database, service: 'booking', ...fewestStatements })
    : undefined
  const shop = await openBookings(stage, 'few', database)
  const shops = [shop]
  const findings: Findings[] = []
  if (options.parts.includes('availability')) findings.push(await compareWithLimits(stage, shop, availability))
  if (checkouts) {
    if (bareCheckout && fewest) findings.push(await compareTime(stage, bareCheckout.database, fewest.database))
    const request = (pattern: Pattern) => asks('checkout', pattern)
    findings.push(await compareWithPgbench(stage, shop, { bare: bareCheckout, fewest, request, more: fairness }))
  }
  if (options.parts.includes('size')) {
    const many = await openBookings(stage, 'many', await bookingDatabase(stage, 'many', options.storedBookings.many))
    shops.push(many)
    findings.push(...(await benchSize(stage, shop, many)))
  }
  findings.push(
    await watchStatements(
      stage,
      shop,
      watched.filter(({ part }) => options.parts.includes(part)),
    ),
  )
  if (checkouts) {
    const held = heldWork(shop)
    findings.push(await watchWork(stage, shop, held.works))
    await held.close()
  }
  findings.push(...shops.map(({ processorTimes }) => processorTimes.findings()), await measureMemory(stage, shops))
  if (options.profile) {
    await shop.close()
    for (const kind of ['availability', 'checkout'] as const) {
      const profiled = { name: kind, request: asks(kind, 'spread'), service: 'booking' } as const
      findings.push(await profile(stage, { database, leavings: bookingLeavings }, profiled))
    }
  }
  return reportOf('Booking benchmark', await circumstances(stage, database), findings)
}

const availability = {
  answer: 'availability',
  asked: [
    { name: 'availability, spread', request: asks('availability', 'spread') },
    { name: 'availability, hot', request: asks('availability', 'hot') },
  ],
  wanted: 0.6,
} satisfies Parameters<typeof compareWithLimits>[2]

const watched = [
  { part: 'availability', name: 'availability, spread', request: asks('availability', 'spread') },
  { part: 'checkout', name: 'checkout, spread', request: asks('checkout', 'spread') },
] as const

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

/** The database's own time of a checkout, its reading included, beside that of the fewest statements. */
const compareTime = (stage: Stage, ours: Shop['database'], fewest: Shop['database']): Promise<Findings> => {
  const limit = { url: fewest.urlOf('booking'), adminUrl: fewest.adminUrl, forget: forgetFewest }
  return compareDatabaseTime(stage, {
    what: 'Database time of a checkout',
    atMost: 1.5,
    works: [
      {
        name: 'our checkout',
        url: ours.urlOf('booking'),
        adminUrl: ours.adminUrl,
        run: checkOutOn,
        forget: bookingLeavings.forget,
      },
      { ...limit, name: 'fewest statements, one call', run: holdInOneCall },
      { ...limit, name: 'fewest statements, plain', run: holdByPlainStatements },
    ],
  })
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

/** Tables that grow with the number of bookings. */
const bookingTables = ['booking', 'booking_zone']

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
  const [fewPlan, manyPlan] = [await capacityPlan(few.owner), await capacityPlan(many.owner)]
  const text = [
    `## The capacity query\n\nIndexes: ${indexesOf(fewPlan, bookingTables).join(', ')} at ${storedBookings.few} bookings;`,
    `${indexesOf(manyPlan, bookingTables).join(', ')} at ${storedBookings.many}, with this plan:\n\n${planText(manyPlan)}`,
  ].join(' ')
  return [...findings, { rows: [], targets: [], text: [text] }]
}
