import { randomUUID } from 'node:crypto'
import { type StoreCheckoutSession, startStoreCheckoutSchema } from '@campstore/contract/checkout/schemas'
import { cancelHold } from '@campstore/holds/cancel-hold'
import { expireHolds } from '@campstore/holds/expire-hold'
import { alwaysSettled } from '@campstore/holds/testing/always-settled'
import { createHoldDependencies, memberOf, type Outcome, outcomeOf } from '@campstore/holds/testing/use-cases'
import { ecpay } from '@campstore/payments/ecpay'
import { createStaffLists } from '@campstore/service/staff-lists'
import type { TestDatabase } from '@campstore/testing/databases'
import { orderHold } from '../order-hold.ts'
import { createCheckoutInputsReader, createOrderHolds } from '../persistence/checkout.ts'
import { changeCheckout } from '../use-cases/change-checkout.ts'
import { confirmCashOnDelivery } from '../use-cases/confirm-cash-on-delivery.ts'
import { startCheckout } from '../use-cases/start-checkout.ts'
import { undoReturn } from '../use-cases/undo-return.ts'
import { ecpayTestShop, recipient } from './checkout-fixture.ts'
import { createScenario } from './scenario.ts'

/** The use cases of the service, for property tests. */
export async function createOrderActions(given: TestDatabase) {
  const {
    deps: shared,
    owner,
    clock,
    stop,
  } = await createHoldDependencies('checkout', () => import('../persistence/entities.ts'), given)
  const { database } = shared
  const deps = {
    ...shared,
    requireVerifiedForCod: false,
    withdrawalDays: 0,
    paymentProvider: ecpay(ecpayTestShop),
    readCheckoutInputs: createCheckoutInputsReader(database.requests),
    takeOrderHold: createOrderHolds(database.requests, shared),
    findPage: createStaffLists(database),
  }
  const administrator = { kind: 'administrator', adminId: 'admin-1', permissions: ['orders.edit'] } as const
  return {
    deps,
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
    cancel: (orderId: string, customerId: string) =>
      outcomeOf(cancelHold(deps, orderHold, orderId, memberOf(customerId))),
    confirm: (orderId: string, customerId: string) =>
      outcomeOf(confirmCashOnDelivery(deps, orderId, memberOf(customerId))),
    expire: (orderId: string) => outcomeOf(expireHolds(deps, orderHold, alwaysSettled(deps.clock), [orderId])),
    /** Undoes the latest return of an order. */
    undo: async (orderId: string) => {
      const sql = 'select id from checkout.order_return where order_id = $1 order by at desc, id desc limit 1'
      const returnId = (await owner.query<{ id: string }>(sql, [orderId])).rows[0]?.id ?? 'none'
      return outcomeOf(undoReturn(deps, { id: orderId, returnId }, administrator, 'another parcel'))
    },
    stop,
  }
}
