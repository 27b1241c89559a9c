import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { createPaginator } from '@campstore/database/pagination'
import type { Dependencies as ServiceDependencies } from '@campstore/service/dependencies'
import type { Dependencies } from '../../../services/booking/src/dependencies.ts'
import { createAvailabilityReader } from '../../../services/booking/src/persistence/availability.ts'
import { entities } from '../../../services/booking/src/persistence/entities.ts'
import { startCheckout } from '../../../services/booking/src/use-cases/start-checkout.ts'
import { placeholders, recordCheckout, type Substitutes, scriptOf } from '../recorded-script.ts'
import type { BenchDatabase } from '../servers.ts'
import { holdSeconds } from '../system.ts'
import { customerId, firstMember, memberCount, type Pattern } from '../workload.ts'
import {
  campgroundCount,
  campgroundId,
  crowdPerStay,
  dateInDays,
  dayCount,
  firstDay,
  hotStays,
  zoneId,
  zonesPerCampground,
} from './workload.ts'

const substitutes = (): Substitutes => [
  [zoneId(1, 1), "('camp-' || :camp || '-zone-' || :zone)"],
  [campgroundId(1), "('camp-' || :camp)"],
  ['load-member-1@', "('load-member-' || :member || '@')"],
  [customerId(1), "('load-' || :member)"],
  [dateInDays(firstDay + 2), '((current_date + :day::integer + :nights::integer)::text)'],
  [dateInDays(firstDay), '((current_date + :day::integer)::text)'],
]

/** How pgbench draws the choices of each pattern. */
export const choices: Record<Pattern, string> = {
  spread: `\\set n :n + 1
\\set member random(1, ${memberCount})
\\set camp random(1, ${campgroundCount})
\\set zone random(1, ${zonesPerCampground})
\\set day random(${firstDay}, ${firstDay + dayCount - 1})
\\set nights random(1, 3)`,
  hot: `\\set n :n + 1
\\set member random(1, ${memberCount})
\\set camp 1
\\set zone 1
\\set day ${firstDay} + 2 * (((:n - :first) * :clients / ${crowdPerStay}) % ${hotStays})
\\set nights 2`,
}

/**
 * Writes the checkout transaction as a script for pgbench: the recorded statements, in which members, zones, dates, keys and
 * ids change by the same rules as the load generator's. The variables `n` (start of the numbering) and `clients` are given.
 *
 * @param database one that the checkout may be recorded on
 */
export async function checkoutScripts(database: BenchDatabase): Promise<Record<Pattern, string>> {
  const request: StartCheckoutRequest = {
    campgroundId: campgroundId(1),
    checkIn: dateInDays(firstDay),
    checkOut: dateInDays(firstDay + 2),
    guestCount: 2,
    zones: [{ zoneId: zoneId(1, 1), quantity: 1 }],
    rentals: [],
    paymentMethod: 'gateway-credit',
    idempotencyKey: placeholders.key,
  }
  const recorded = await recordCheckout({
    url: database.urlOf('booking'),
    entities,
    checkOut: deps => startCheckout(withSettings(deps), request, firstMember),
  })
  const statements = scriptOf(recorded, substitutes())
  const script = (pattern: Pattern) => `${choices[pattern]}\n${statements}\n`
  return { spread: script('spread'), hot: script('hot') }
}

const withSettings = (deps: ServiceDependencies): Dependencies => ({
  ...deps,
  holdSeconds,
  maxOpenHolds: 0,
  readAvailability: createAvailabilityReader(deps.database.pool),
  findPage: createPaginator(deps.database.pool),
})
