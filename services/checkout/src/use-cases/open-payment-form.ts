import type { Member } from '@campstore/auth/members'
import type { PaymentForm } from '@campstore/contract/checkout/schemas'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { exact } from '@campstore/core/money'
import { transaction } from '@campstore/database/database'
import { lockOwn } from '@campstore/holds/own-hold'
import type { Dependencies } from '../dependencies.ts'
import { orderHold } from '../order-hold.ts'
import type { OnlinePaymentMethod } from '../payment-providers/provider.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { maxAttempts, recordAttempt } from '../persistence/payment-attempts.ts'
import { requireOpen } from './read-checkout.ts'
import { requireComplete } from './require-complete.ts'

/**
 * Opens a new form for the payment provider's page and records its number. It does not mean that the order is paid
 * (docs/contract/store-checkout.md#payment-form).
 *
 * @throws {ApiError} NOT_FOUND, FORBIDDEN; CHECKOUT_EXPIRED; CONFLICT when the order is not ready to be paid online, or has its
 *   greatest number of forms
 */
export const openPaymentForm = (deps: Dependencies, orderId: string, member: Member): Promise<PaymentForm> =>
  transaction(deps.database.requests, async tx => {
    const { paymentProvider } = deps
    const { record: order, now } = await lockOwn(deps, tx, orderHold, orderId, member)
    requireOpen(order, now)
    const method = requireOnlineMethod(order)
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

const tooManyForms = `This order already has ${maxAttempts} payment forms. Pay with the latest one.`

function requireOnlineMethod(order: StoreOrder): OnlinePaymentMethod {
  const method = requireComplete(order)
  if (method === 'cod') throw errorAt('CONFLICT', 'paymentMethod', 'is cod', 'This order is paid on delivery.')
  if (exact(order.total).lessThan(0.5)) throw new ApiError('CONFLICT', 'There is nothing to pay online.')
  return method
}
