import type { Administrator } from '@campstore/auth/internal-token'
import type { OwnerRelease } from '@campstore/contract/admin/holds'
import { releaseHolds } from '@campstore/holds/release-holds'
import type { RequestContext } from '@campstore/http/endpoint'
import type { Dependencies } from '../dependencies.ts'
import { changeBooking } from './change-booking.ts'

const openBookings = /* sql */ `
  select id
  from booking.booking
  where customer_id = $1 and status = 'pending' and payment_status = 'unpaid'
  order by created_at, id
  limit $2`

/** Cancels all pending, unpaid bookings of a customer for staff (docs/contract/admin.md#release-holds). */
export const releaseBookings = (
  deps: Dependencies,
  customerId: string,
  reason: string,
  administrator: Administrator,
  context: RequestContext,
): Promise<OwnerRelease> =>
  releaseHolds({ ...deps, context, database: deps.database.requests }, openBookings, customerId, id =>
    changeBooking(deps, 'cancel', id, administrator, reason),
  )
