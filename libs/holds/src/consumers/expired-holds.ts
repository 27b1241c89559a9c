import { isDatabaseUnavailable, isLockFailure } from '@campstore/database/errors'
import { type Consumer, type Delivery, done, startConsumer } from '@campstore/messaging/consumer'
import { TransientError } from '@campstore/messaging/failure'
import type { ConsumerContext } from '@campstore/service/dependencies'
import { z } from 'zod'
import type { HoldConfig } from '../config.ts'
import { type ExpiryOutcome, expireHolds } from '../expire-hold.ts'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'
import { parseHoldTimer } from '../messages.ts'
import { type PaymentSettlement, settlementTimeoutMs } from '../settlement.ts'
import { holdQueuesOf } from '../topology.ts'

const prefetch = 20

/**
 * Consumes expired hold timers (`booking.hold-expired`, `order.hold-expired`) and expires their holds, once every
 * payment that the broker had confirmed by then is settled. Until that is known the message stays unacknowledged.
 */
export function startExpiredHoldConsumer<T extends HoldRecord>(
  deps: ConsumerContext,
  hold: HoldDefinition<T>,
  config: Pick<HoldConfig, 'CHECKOUT_HOLD_SECONDS'>,
  settlement: PaymentSettlement,
): Consumer {
  const { broker, log, clock, database } = deps
  return startConsumer({
    broker,
    log,
    prefetch,
    outage: () => database.outage('background'),
    queue: holdQueuesOf(hold.kind, config.CHECKOUT_HOLD_SECONDS).expiredQueue,
    handle: async ({ content, headers }) => {
      const ids = parseHoldTimer(content)
      await settlement.waitUntilSettled(timerExpiredAt(headers, clock()), settlementTimeoutMs)
      let outcomes = await expireEach(deps, hold, settlement, ids)
      const mustWait = ids.filter(id => outcomes.get(id) === 'early' || outcomes.get(id) === 'unsettled')
      if (mustWait.length > 0) {
        // The broker's clock expired the timer, but only PostgreSQL's clock counts. The sweep ends holds that are still early.
        await settlement.waitUntilSettled(clock(), settlementTimeoutMs)
        outcomes = new Map([...outcomes, ...(await expireEach(deps, hold, settlement, mustWait))])
      }
      if ([...outcomes.values()].includes('unsettled'))
        throw new TransientError('payments from before the deadline may be unprocessed')
      return done
    },
  })
}

/**
 * Expires holds, up to {@link HoldDefinition.endsPerTransaction} in each transaction; if one fails, each alone. A locked hold would keep
 * a connection busy, and other timers waiting: it is hindered, and the sweep ends it. Throws what made a hold fail, after the others.
 */
async function expireEach<T extends HoldRecord>(
  deps: ConsumerContext,
  hold: HoldDefinition<T>,
  settlement: PaymentSettlement,
  ids: readonly string[],
): Promise<Map<string, ExpiryOutcome | 'hindered'>> {
  const size = hold.endsPerTransaction ?? 1
  const outcomes = new Map<string, ExpiryOutcome | 'hindered'>()
  let failure: unknown
  const expire = async (some: readonly string[]): Promise<void> => {
    try {
      for (const [id, outcome] of await expireHolds(deps, hold, settlement, some)) {
        outcomes.set(id, outcome)
        if (outcome === 'expired') deps.log.info({ [`${hold.kind}Id`]: id }, 'Hold expired')
      }
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isLockFailure(error)) throw error
      if (some.length > 1) for (const id of some) await expire([id])
      else if (isLockFailure(error)) for (const id of some) outcomes.set(id, 'hindered')
      else failure ??= error
    }
  }
  const free = ids.filter(id => !settlement.isSetAside(id))
  for (let first = 0; first < free.length; first += size) await expire(free.slice(first, first + size))
  if (failure !== undefined) throw failure
  return outcomes
}

const deathHeader = z.object({ 'x-death': z.tuple([z.object({ time: z.object({ value: z.number() }) })], z.unknown()) })

/**
 * When a timer expired, rounded up: the broker dates the dead-lettering in whole seconds, so that timers which expired together
 * share a settlement check. It only saves checks; the hold's deadline decides. Anyone can publish the header, so every
 * value yields an instant.
 */
export function timerExpiredAt(headers: Delivery['headers'], now: Date): Date {
  const parsed = deathHeader.safeParse(headers)
  if (!parsed.success) return now
  const expiredAt = (parsed.data['x-death'][0].time.value + 1) * 1000
  return new Date(Math.max(0, Math.min(expiredAt, now.getTime())))
}
