import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import type { LoadEntities } from '@campstore/database/database'
import type { SqlFiles } from '@campstore/database/migration-files'
import type { FindPage } from '@campstore/database/pagination'
import type { OutboxMessage } from '@campstore/messaging/outbox'
import type { ConsumerContext, Dependencies } from '@campstore/service/dependencies'
import { createStaffLists } from '@campstore/service/staff-lists'
import { type ServiceParts, startService } from '@campstore/service/start-service'
import { LRUCache } from 'lru-cache'
import { allowsAnonymousHolds, type HoldServiceConfig, holdLimitsOf } from './config.ts'
import { startExpiredHoldConsumer } from './consumers/expired-holds.ts'
import { startPaymentConsumer } from './consumers/payments.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'
import type { HoldLimits } from './hold-limits.ts'
import { reportHolds } from './hold-metrics.ts'
import { startRetention } from './jobs/delete-old-records.ts'
import { startOverdueHoldSweep } from './jobs/sweep-overdue-holds.ts'
import { holdTimerMessage } from './messages.ts'
import { refuseUnsafeQueues, startQueueHealth } from './queue-health.ts'
import { type PaymentSettlement, startPaymentSettlement } from './settlement.ts'
import { holdingTopology, unroutedPaymentsQueue } from './topology.ts'

/** The dependencies of the use cases of every service with holds. */
export type HoldServiceDependencies = Dependencies & {
  /** How far the payments of the kind are settled. */
  settlement: PaymentSettlement
  /** How long a checkout holds, in seconds (CHECKOUT_HOLD_SECONDS). */
  holdSeconds: number
  /** The limits of one member's holds. */
  holdLimits: HoldLimits
  /** Makes the timer of holds that are held together. */
  holdTimer(): OutboxMessage
  /** Whether accounts without an identity behind them may start a checkout (ALLOW_ANONYMOUS_HOLDS). */
  allowAnonymousHolds: boolean
  /** Requests that were refused lately; built once. */
  refusedLately: RefusedLately
  /** Reads a page of a staff list, on the staff pool. */
  findPage: FindPage
}

type HoldServiceOptions = {
  config: HoldServiceConfig
  log: Logger
  clock: ConsumerContext['clock'] | undefined
  sqlFiles: SqlFiles
  entities: LoadEntities
  build(deps: HoldServiceDependencies & ConsumerContext): Omit<ServiceParts, 'connections' | 'healthDetails'>
}

/**
 * Starts a service with holds, which has the name of its schema. It starts without its servers and waits for them. Besides
 * requests it consumes expired timers and payments, sweeps overdue holds, deletes old records, and reports its holds.
 */
export async function startHoldService<T extends HoldRecord>(
  hold: HoldDefinition<T>,
  { config, log, clock, sqlFiles, entities, build }: HoldServiceOptions,
): Promise<Running> {
  const { kind, schema } = hold
  const holdSeconds = config.CHECKOUT_HOLD_SECONDS
  await refuseUnsafeQueues(config, kind, log)
  return startService({
    name: schema,
    config,
    log,
    clock,
    entities,
    migrations: { schema, ...sqlFiles },
    broker: { url: config.RABBITMQ_URL, topology: holdingTopology(kind, holdSeconds), outboxSchema: schema },
    holdSeconds,
    build: context => {
      const settlement = startPaymentSettlement(context, kind, config)
      const { connections, healthDetails } = startQueueHealth(context, kind, config)
      const parts = build({
        ...context,
        settlement,
        holdSeconds,
        holdLimits: holdLimitsOf(config),
        holdTimer: () => holdTimerMessage(kind, holdSeconds, context.newId),
        allowAnonymousHolds: allowsAnonymousHolds(config),
        refusedLately: createRefusedLately(),
        findPage: createStaffLists(context.database),
      })
      return {
        ...parts,
        startBackground: () => [
          startExpiredHoldConsumer(context, hold, config, settlement),
          startPaymentConsumer(context, hold, config),
          startPaymentConsumer(context, hold, config, unroutedPaymentsQueue(kind)),
          startOverdueHoldSweep(context, hold, config, settlement),
          startRetention(context, hold),
          reportHolds(context, hold),
          ...(parts.startBackground?.() ?? []),
        ],
        connections: [...connections, settlement],
        healthDetails,
      }
    },
  })
}

/**
 * Keys of the last thousand requests that this process refused for want of capacity or stock. The next such request is read before
 * anything is locked. It decides nothing alone.
 */
type RefusedLately = Pick<LRUCache<string, true>, 'has' | 'set' | 'delete'>

export const createRefusedLately = (): RefusedLately => new LRUCache<string, true>({ max: 1_000 })
