import { paymentsRejectedQueue, paymentsUnappliedQueue } from '@campstore/contract/messages/payments'
import type { brokerVariables, managementAddress } from '@campstore/core/config/variables'
import type { Logger } from '@campstore/core/telemetry/log'
import { errorText } from '@campstore/messaging/error-text'
import { countSetAside } from '@campstore/messaging/given-up'
import { countMessages } from '@campstore/messaging/queue-counts'
import { findUnsafeQueues, unsafeQueuesText } from '@campstore/messaging/queue-settings'
import { parkedQueue } from '@campstore/messaging/topology'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { ServiceParts } from '@campstore/service/start-service'
import type { z } from 'zod'
import type { HoldConfig } from './config.ts'
import type { HoldKind } from './hold-definition.ts'
import { holdingTopology, holdQueuesOf, paymentsQueue, unroutedPaymentsQueue } from './topology.ts'

type Config = Pick<HoldConfig, 'CHECKOUT_HOLD_SECONDS'> &
  z.output<z.ZodObject<typeof brokerVariables & typeof managementAddress>>

/**
 * Refuses to start with a policy of the broker that loses payments or breaks their order, where RABBITMQ_MANAGEMENT_URL is set.
 * A management API that does not answer stops no service. Throws with a line for each setting.
 */
export async function refuseUnsafeQueues(config: Config, kind: HoldKind, log: Logger): Promise<void> {
  const { RABBITMQ_MANAGEMENT_URL: managementUrl, RABBITMQ_URL: url, CHECKOUT_HOLD_SECONDS: holdSeconds } = config
  if (managementUrl === undefined) return
  const topology = holdingTopology(kind, holdSeconds)
  const unsafe = await findUnsafeQueues({ managementUrl, url, topology }).catch(error => {
    log.warn({ reason: errorText(error) }, 'Cannot check the settings of the queues')
    return []
  })
  if (unsafe.length > 0) throw new Error([unsafeQueuesText, ...unsafe].join('\n'))
}

/**
 * Counts the messages of the service's queues, and for its health the messages that need an operator: parked, rejected and
 * unapplied ones, and payments that this process has set aside.
 */
export function startQueueHealth(
  { broker, log }: Pick<ConsumerContext, 'broker' | 'log'>,
  kind: HoldKind,
  config: Pick<HoldConfig, 'CHECKOUT_HOLD_SECONDS'>,
): Required<Pick<ServiceParts, 'connections' | 'healthDetails'>> {
  const { delayQueue, expiredQueue } = holdQueuesOf(kind, config.CHECKOUT_HOLD_SECONDS)
  const payments = [paymentsQueue(kind), unroutedPaymentsQueue(kind)]
  const consumed = [...payments, expiredQueue]
  const parked = consumed.map(parkedQueue)
  const kept = [...parked, paymentsRejectedQueue, paymentsUnappliedQueue, delayQueue]
  const counts = countMessages({ broker, log, consumed, kept })
  return {
    connections: [counts],
    healthDetails: () => ({
      messages: {
        parked: counts.countOf(...parked),
        setAside: payments.reduce((sum, queue) => sum + countSetAside(queue), 0),
        rejected: counts.countOf(paymentsRejectedQueue),
        unrouted: counts.countOf(unroutedPaymentsQueue(kind)),
        unapplied: counts.countOf(paymentsUnappliedQueue),
      },
    }),
  }
}
