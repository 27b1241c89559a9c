import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { applyAdminTransition } from './admin-transition.ts'

/**
 * Confirms a pending, paid booking (docs/contract/states.md#booking).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for a booking that is not pending and paid
 */
export function confirmBooking(
  deps: Dependencies,
  bookingId: string,
  administrator: Administrator,
): Promise<AdminBookingDetail> {
  return applyAdminTransition(deps, bookingId, administrator, {
    trigger: 'admin-confirm',
    refusal: 'Only a pending, paid booking can be confirmed.',
  })
}
