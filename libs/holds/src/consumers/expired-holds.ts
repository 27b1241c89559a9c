import { isLockFailure } from '@campstore/database/errors'
import { type Consumer, type Delivery, done, startConsumer } from '@campstore/messaging/consumer'
import { TransientError } from '@campstore/messaging/failure'
import type { ConsumerContext } from '@campstore/service/dependencies'
import { z } from 'zod'
import type { HoldConfig } from '../config.ts'
import { type ExpiryOutcome, expireHold } from '../expire-hold.ts'
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
      const id = parseHoldTimer(content)
      await settlement.waitUntilSettled(timerExpiredAt(headers, clock()), settlementTimeoutMs)
      // A locked hold would keep a connection busy, and other timers waiting. The sweep ends a hindered one.
      const expire = async (): Promise<ExpiryOutcome | 'hindered'> => {
        if (settlement.isSetAside(id)) return 'hindered'
        return expireHold(deps, hold, settlement, id).catch(error => {
          if (isLockFailure(error)) return 'hindered'
          throw error
        })
      }
      let outcome = await expire()
      if (outcome === 'early' || outcome === 'unsettled') {
        // The broker's clock expired the timer, but only PostgreSQL's clock counts. The sweep ends holds that are still early.
        await settlement.waitUntilSettled(clock(), settlementTimeoutMs)
        outcome = await expire()
      }
      if (outcome === 'unsettled') throw new TransientError('payments from before the deadline may be unprocessed')
      if (outcome === 'expired') log.info({ [`${hold.kind}Id`]: id }, 'Hold expired')
      return done
    },
  })
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
