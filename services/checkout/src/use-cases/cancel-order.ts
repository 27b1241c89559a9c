import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminOrder } from '@campstore/contract/orders'
import type { Dependencies } from '../dependencies.ts'
import { applyAdminTransition } from './admin-transition.ts'

/**
 * Cancels a customer's unpaid order that has not shipped, also one that is confirmed for cash on delivery or past its deadline.
 * A cancelled order is returned unchanged, also when the member or the expiry cancelled it
 * (docs/contract/admin.md#staff-cancel).
 *
 * @param reason in the administrator's words; stored in the status history
 * @throws {ApiError} NOT_FOUND; CONFLICT for an order that is paid or has shipped
 */
export const cancelOrder = (
  deps: Dependencies,
  orderId: string,
  reason: string,
  administrator: Administrator,
): Promise<AdminOrder> =>
  applyAdminTransition(deps, orderId, administrator, {
    trigger: 'admin-cancel',
    refusal: 'Only an unpaid order that has not shipped can be cancelled.',
    reason,
  })
