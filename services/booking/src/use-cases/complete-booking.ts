import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { today } from '../domain/stay.ts'
import { applyAdminTransition } from './admin-transition.ts'
import { readPolicy } from './read-campgrounds.ts'

/**
 * Completes a confirmed booking from its check-out date on; its rental reservations become fulfilled
 * (docs/contract/admin.md#bookings).
 *
 * @throws {ApiError} NOT_FOUND, also without a booking policy; CONFLICT before the check-out date, and for a booking that is
 *   not confirmed
 */
export async function completeBooking(
  deps: Dependencies,
  bookingId: string,
  administrator: Administrator,
): Promise<AdminBookingDetail> {
  return applyAdminTransition(deps, bookingId, administrator, {
    trigger: 'admin-complete',
    refusal: 'Only a confirmed booking whose guest has checked out can be completed.',
    today: today(deps.clock(), await readPolicy(deps)),
  })
}
