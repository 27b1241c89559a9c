import { randomUUID } from 'node:crypto'
import type { Member } from '@campstore/auth/members'
import type { StoreCheckoutSession } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { moneySchema } from '@campstore/contract/schemas'
import { newId } from '@campstore/core/new-id'
import { openDatabase } from '@campstore/database/database'
import { applyPayment } from '@campstore/holds/apply-payment'
import { expireHeld } from '@campstore/holds/expire'
import { allSettled } from '@campstore/holds/testing/hold-fixture'
import { createClock } from '@campstore/testing/clock'
import { createTestDatabase } from '@campstore/testing/databases'
import { paymentFor } from '@campstore/testing/payments'
import { pino } from 'pino'
import { orderHold } from '../order-hold.ts'
import { ecpay } from '../payment-providers/ecpay.ts'
import { findOrder } from '../persistence/orders.ts'
import { cancelCheckout } from '../use-cases/cancel-checkout.ts'
import { cancelOrder } from '../use-cases/cancel-order.ts'
import { changeCheckout } from '../use-cases/change-checkout.ts'
import { confirmCashOnDelivery } from '../use-cases/confirm-cash-on-delivery.ts'
import { completeOrder, shipOrder } from '../use-cases/decide-order.ts'
import { startCheckout } from '../use-cases/start-checkout.ts'
import { recipient, shopAtEcpay } from './checkout-fixture.ts'
import { createScenario } from './scenario.ts'

/** The use cases of the service on a database of their own, without HTTP and broker: for properties that ask much. */
export type OrderActions = Awaited<ReturnType<typeof createOrderActions>>

/** What came of something: what it answered, or the code of the refusal. Anything else that goes wrong is thrown. */
export type Outcome<Answer> = { done: Answer } | { refused: ApiError['code'] }

async function outcomeOf<Answer>(asked: Promise<Answer>): Promise<Outcome<Answer>> {
  try {
    return { done: await asked }
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.code }
    throw error
  }
}

/** A member as use cases know them. */
export const memberOf = (customerId: string): Member => ({
  kind: 'member',
  customerId,
  name: 'Guest',
  email: `${customerId}@members.test`,
  status: 'active',
})

/** Opens one, at 2026-11-20 16:00 in Taipei. */
export async function createOrderActions() {
  const testDatabase = await createTestDatabase()
  const owner = testDatabase.pool()
  const clock = createClock()
  const url = testDatabase.urlFor('checkout')
  const database = await openDatabase({ url, poolSize: 8, entities: [], applicationName: 'actions' })
  const dependencies = {
    database,
    clock: clock.now,
    newId,
    holdSeconds: 900,
    maxOpenHolds: 0,
    log: pino({ enabled: false }),
    signalOutbox: () => {},
    paymentProvider: ecpay(shopAtEcpay),
  }
  const held = orderHold(dependencies)
  const administrator = { kind: 'administrator', adminId: 'admin-1', permissions: ['orders.edit'] } as const
  const payInFull = async (orderId: string) => {
    const order = await findOrder(database.pool, orderId)
    const amount = moneySchema.parse(order?.total)
    return applyPayment(dependencies, held, paymentFor({ kind: 'order', id: orderId }, amount, clock.now()))
  }
  return {
    owner,
    clock,
    set: createScenario(owner),
    /** Starts a checkout, ready for cash on delivery. */
    hold: (
      customerId: string,
      items: readonly { variantId: string; quantity: number }[],
      couponClaimId: number | null,
    ): Promise<Outcome<StoreCheckoutSession>> => {
      const wishes = { items: items.map(item => ({ ...item, unitPrice: undefined })), couponClaimId }
      const usual = { paymentMethod: 'cod', shipping: recipient, total: undefined, discount: undefined } as const
      const request = { ...wishes, ...usual, idempotencyKey: randomUUID() }
      return outcomeOf(startCheckout(dependencies)(request, memberOf(customerId)))
    },
    changeCoupon: (orderId: string, customerId: string, couponClaimId: number | Record<string, never>) =>
      outcomeOf(changeCheckout(dependencies)(orderId, { couponClaimId }, memberOf(customerId))),
    cancel: (orderId: string, customerId: string) =>
      outcomeOf(cancelCheckout(dependencies)(orderId, memberOf(customerId))),
    cancelByStaff: (orderId: string) => outcomeOf(cancelOrder(dependencies)(orderId, 'nobody pays', administrator)),
    confirm: (orderId: string, customerId: string) =>
      outcomeOf(confirmCashOnDelivery(dependencies)(orderId, memberOf(customerId))),
    expire: (orderId: string) => outcomeOf(expireHeld(held, dependencies, allSettled(dependencies.clock))(orderId)),
    pay: (orderId: string) => outcomeOf(payInFull(orderId)),
    ship: (orderId: string) => outcomeOf(shipOrder(dependencies)(orderId, administrator)),
    complete: (orderId: string) => outcomeOf(completeOrder(dependencies)(orderId, administrator)),
    close: async () => {
      await database.close()
      await testDatabase.drop()
    },
  }
}
