import { paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import { type SettlementMonitor, startSettlementMonitor } from '@campstore/messaging/settlement'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { HoldConfig } from './config.ts'
import type { HoldKind } from './hold-definition.ts'
import { paymentsQueue, unroutedPaymentsQueue } from './topology.ts'

/**
 * When an overdue hold may expire: as soon as every payment that the broker had confirmed before the deadline is settled, and
 * at the latest when database and broker have been available for `graceSeconds` past the deadline
 * (docs/contract/messages.md#settlement-check).
 */
export type PaymentSettlement = Omit<SettlementMonitor, 'stop'> & { graceSeconds: number }

/** How long a sweep, or the timer of a hold, waits at a time until payments are settled. */
export const settlementTimeoutMs = 5_000

export function startPaymentSettlement(
  { broker, databaseClock, log }: ConsumerContext,
  kind: HoldKind,
  config: Pick<HoldConfig, 'PAYMENT_GRACE_SECONDS'>,
): PaymentSettlement & { stop(): Promise<void> } {
  const route = {
    exchange: paymentsExchange,
    routingKey: paymentRoutingKey(kind),
    alternateQueue: unroutedPaymentsQueue(kind),
  }
  const monitor = startSettlementMonitor({ broker, clock: databaseClock, log, queue: paymentsQueue(kind), route })
  return { ...monitor, graceSeconds: config.PAYMENT_GRACE_SECONDS }
}
