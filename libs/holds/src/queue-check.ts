import type { brokerVariables, managementAddress } from '@campstore/core/config/variables'
import type { Logger } from '@campstore/core/telemetry/log'
import { errorText } from '@campstore/messaging/error-text'
import { findUnsafeQueues, unsafeQueuesText } from '@campstore/messaging/queue-settings'
import type { z } from 'zod'
import type { HoldConfig } from './config.ts'
import type { HoldKind } from './hold-definition.ts'
import { holdingTopology } from './topology.ts'

type Config = Pick<HoldConfig, 'CHECKOUT_HOLD_SECONDS'> &
  z.output<z.ZodObject<typeof brokerVariables & typeof managementAddress>>

/**
 * Refuses to start with a policy of the broker that loses payments or breaks their order, where RABBITMQ_MANAGEMENT_URL is set.
 * A management API that does not answer stops no service.
 *
 * @throws {Error} with a line for each setting
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
