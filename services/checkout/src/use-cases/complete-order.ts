import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminOrder } from '@campstore/contract/orders'
import type { Dependencies } from '../dependencies.ts'
import { applyAdminTransition } from './admin-transition.ts'

/**
 * Completes a shipped order, which also pays for cash on delivery (docs/contract/admin.md#orders).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT
 */
export const completeOrder = (deps: Dependencies, orderId: string, administrator: Administrator): Promise<AdminOrder> =>
  applyAdminTransition(deps, orderId, administrator, {
    trigger: 'admin-complete',
    refusal: 'Only a shipped order can be completed.',
  })
