import type { Member } from '@campstore/auth/members'
import type { PaymentForm } from '@campstore/contract/checkout/schemas'
import { ApiError } from '@campstore/contract/errors'
import { exact } from '@campstore/core/money'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { checkoutStep } from '../domain/lifecycle.ts'
import type { OnlinePaymentMethod } from '../payment-providers/provider.ts'
import { lockOrder, type StoreOrder } from '../persistence/orders.ts'
import { mostAttempts, recordAttempt } from '../persistence/payment-attempts.ts'
import { orderOf, requireOpen } from './read-checkout.ts'

/**
 * Makes a fresh form for the payment provider's page and keeps its number with the order. It says nothing about being paid
 * (interface.md, gateway; decisions.md, 7).
 *
 * @throws {ApiError} NOT_FOUND, FORBIDDEN; CHECKOUT_EXPIRED; CONFLICT when the order is not ready to be paid online, or was
 *   given its last form
 */
export const openPaymentForm =
  ({ database, clock, paymentProvider }: Dependencies) =>
  async (orderId: string, member: Member): Promise<PaymentForm> =>
    transaction(database.pool, async tx => {
      const order = orderOf(member, await lockOrder(tx, orderId))
      const now = clock()
      requireOpen(order, now)
      const method = requireOnline(order)
      const tradeNo = paymentProvider.newTradeNo()
      const recorded = await recordAttempt(tx, {
        merchantTradeNo: tradeNo,
        provider: paymentProvider.name,
        orderId,
        amount: order.total,
        createdAt: now,
      })
      if (!recorded) throw new ApiError('CONFLICT', tooManyForms)
      const { total, items } = order
      return {
        orderId,
        provider: paymentProvider.name,
        method: 'POST',
        ...paymentProvider.form({ orderId, tradeNo, total, method, items, now }),
        expiresAt: order.checkoutExpiresAt.toISOString(),
      }
    })

const tooManyForms = `This order already has ${mostAttempts} payment forms. Pay with the latest one.`

function requireOnline(order: StoreOrder): OnlinePaymentMethod {
  const { paymentMethod } = order
  if (checkoutStep(order) !== 'ready_to_pay' || paymentMethod === null)
    throw new ApiError('CONFLICT', "Add the recipient's name, phone and address and a payment method first.")
  if (paymentMethod === 'cod') throw new ApiError('CONFLICT', 'This order is to be paid on delivery')
  if (exact(order.total).lessThan(0.5)) throw new ApiError('CONFLICT', 'There is nothing to pay online')
  return paymentMethod
}
