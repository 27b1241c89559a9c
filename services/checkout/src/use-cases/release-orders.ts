import type { Administrator } from '@campstore/auth/internal-token'
import type { OwnerRelease } from '@campstore/contract/admin/holds'
import { releaseHolds } from '@campstore/holds/release-holds'
import type { RequestContext } from '@campstore/http/endpoint'
import type { Dependencies } from '../dependencies.ts'
import { changeOrder } from './change-order.ts'

const openOrders = /* sql */ `
  select id
  from checkout.store_order
  where customer_id = $1 and status = 'unshipped' and payment_status = 'unpaid'
  order by placed_at, id
  limit $2`

/**
 * For staff: cancels all unpaid, unshipped orders of a customer, even if confirmed for cash on delivery
 * (docs/contract/admin.md#release-holds).
 */
export const releaseOrders = (
  deps: Dependencies,
  customerId: string,
  reason: string,
  administrator: Administrator,
  context: RequestContext,
): Promise<OwnerRelease> =>
  releaseHolds({ ...deps, context, database: deps.database.requests }, openOrders, customerId, id =>
    changeOrder(deps, 'cancel', id, administrator, reason),
  )
