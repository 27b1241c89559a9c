import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminOrder } from '@campstore/contract/orders'
import type { Dependencies } from '../dependencies.ts'
import { applyAdminTransition } from './admin-transition.ts'

/**
 * Ships an order, with a movement of what leaves the store (docs/contract/admin.md#orders).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT; STOCK_INSUFFICIENT when what was reserved is not on hand
 */
export const shipOrder = (deps: Dependencies, orderId: string, administrator: Administrator): Promise<AdminOrder> =>
  applyAdminTransition(deps, orderId, administrator, {
    trigger: 'admin-ship',
    refusal: 'Only an unshipped order that is paid, or confirmed for cash on delivery, can be shipped.',
  })
