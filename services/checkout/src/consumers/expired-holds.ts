import { startExpiredHoldConsumer } from '@campstore/holds/consumers/expired-holds'
import type { PaymentSettlement } from '@campstore/holds/settlement'
import type { ConsumerContext } from '@campstore/service/dependencies'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import type { CheckoutConfig } from '../config.ts'
import { orderHold } from '../order-hold.ts'

/**
 * Queue `order.hold-expired`: the timer of a hold has run out. An order that is still unpaid is cancelled and releases its stock
 * and its coupon claim (docs/contract/store-checkout.md#timeout).
 */
export const consumeExpiredHolds = (
  deps: ConsumerContext,
  config: CheckoutConfig,
  settlement: PaymentSettlement,
): Stoppable => startExpiredHoldConsumer(deps, orderHold(deps), config, settlement)
