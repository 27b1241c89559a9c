import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { applyAdminTransition } from './admin-transition.ts'

/**
 * Cancels a pending, unpaid booking of any customer for staff and releases what it holds, also past its deadline. A booking
 * that is cancelled already, by whomever, is returned unchanged (docs/contract/admin.md#staff-cancel).
 *
 * @param reason the administrator's words for the status history
 * @throws {ApiError} NOT_FOUND; CONFLICT for a booking that is paid, confirmed or completed
 */
export function cancelBooking(
  deps: Dependencies,
  bookingId: string,
  reason: string,
  administrator: Administrator,
): Promise<AdminBookingDetail> {
  return applyAdminTransition(deps, bookingId, administrator, {
    trigger: 'admin-cancel',
    refusal: 'Only a pending, unpaid booking can be cancelled.',
    reason,
  })
}
