import { randomUUID } from 'node:crypto'
import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { moneySchema } from '@campstore/contract/schemas'
import { applyPayment } from '@campstore/holds/apply-payment'
import { expireHold } from '@campstore/holds/expire-hold'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { createRefusedLately } from '@campstore/holds/refused-lately'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { ecpay } from '@campstore/payments/ecpay'
import { createStaffLists } from '@campstore/service/staff-lists'
import { createClock } from '@campstore/testing/clock'
import { createTestDatabase } from '@campstore/testing/databases'
import { paymentFor } from '@campstore/testing/payments'
import { createUseCaseDependencies } from '@campstore/testing/use-case-harness'
import { pino } from 'pino'
import { orderHold } from '../order-hold.ts'
import { createCheckoutInputsReader } from '../persistence/checkout.ts'
import { findOrder } from '../persistence/orders.ts'
import { changeCheckout } from '../use-cases/change-checkout.ts'
import { cancelCheckout, changeOrder, shipOrder } from '../use-cases/change-order.ts'
import { confirmCashOnDelivery } from '../use-cases/confirm-cash-on-delivery.ts'
import { startCheckout } from '../use-cases/start-checkout.ts'
import { ecpayTestShop, recipient } from './checkout-fixture.ts'
import { createScenario } from './scenario.ts'

/** The result of a use case, or the code of its refusal. Any other error is thrown. */
type Outcome<ApiResponse> = { done: ApiResponse } | { refused: ApiError['code'] }

async function outcomeOf<ApiResponse>(result: Promise<ApiResponse>): Promise<Outcome<ApiResponse>> {
  try {
    return { done: await result }
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.code }
    throw error
  }
}

/** A member as the use cases receive it. */
const memberOf = (customerId: string): Member => ({
  kind: 'member',
  customerId,
  name: 'Guest',
  email: `${customerId}@members.test`,
  emailVerified: true,
  status: 'active',
})

/** Holds of 15 minutes, without limits per member; no relay is woken. */
const unlimited = { holdSeconds: 900, holdLimits: noHoldLimits, allowAnonymousHolds: true, signalOutbox: () => {} }

/**
 * The use cases of the service on their own database, without HTTP and broker, for property tests. The clock is at 2026-11-20 16:00
 * in Taipei.
 */
export async function createOrderActions() {
  const testDatabase = await createTestDatabase()
  const owner = testDatabase.pool()
  const clock = createClock()
  const shared = await createUseCaseDependencies(
    { database: testDatabase, clock, logger: pino({ enabled: false }) },
    { service: 'checkout', entities: () => import('../persistence/entities.ts'), poolSize: 8 },
  )
  const { database } = shared
  const deps = {
    ...shared,
    ...unlimited,
    settlement: alwaysSettled(clock.now),
    requireVerifiedForCod: false,
    paymentProvider: ecpay(ecpayTestShop),
    readCheckoutInputs: createCheckoutInputsReader(database.requests),
    refusedLately: createRefusedLately(),
    findPage: createStaffLists(database),
  }
  const administrator = { kind: 'administrator', adminId: 'admin-1', permissions: ['orders.edit'] } as const
  const payInFull = async (orderId: string) => {
    const order = await findOrder(database.requests, orderId)
    const amount = moneySchema.parse(order?.total)
    return applyPayment(deps, orderHold, paymentFor({ kind: 'order', id: orderId }, amount, clock.now()))
  }
  return {
    owner,
    clock,
    scenario: createScenario(owner),
    /** Starts a checkout, ready for cash on delivery. */
    hold: (
      customerId: string,
      items: readonly { variantId: string; quantity: number }[],
      couponClaimId: number | null,
    ): Promise<Outcome<StoreCheckoutSession>> => {
      const defaults = { paymentMethod: 'cod', shipping: recipient, idempotencyKey: randomUUID() }
      const request = startStoreCheckoutSchema.parse({ items, couponClaimId, ...defaults })
      return outcomeOf(startCheckout(deps, request, memberOf(customerId)))
    },
    changeCoupon: (orderId: string, customerId: string, couponClaimId: number | Record<string, never>) =>
      outcomeOf(changeCheckout(deps, orderId, { couponClaimId }, memberOf(customerId))),
    cancel: (orderId: string, customerId: string) => outcomeOf(cancelCheckout(deps, orderId, memberOf(customerId))),
    cancelByStaff: (orderId: string) => outcomeOf(changeOrder(deps, 'cancel', orderId, administrator, 'not paid')),
    confirm: (orderId: string, customerId: string) =>
      outcomeOf(confirmCashOnDelivery(deps, orderId, memberOf(customerId))),
    expire: (orderId: string) => outcomeOf(expireHold(deps, orderHold, alwaysSettled(deps.clock), orderId)),
    pay: (orderId: string) => outcomeOf(payInFull(orderId)),
    ship: (orderId: string) => outcomeOf(shipOrder(deps, orderId, administrator)),
    complete: (orderId: string) => outcomeOf(changeOrder(deps, 'complete', orderId, administrator)),
    stop: async () => {
      await shared.close()
      await testDatabase.drop()
    },
  }
}
