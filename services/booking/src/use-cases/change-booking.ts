import type { Administrator } from '@campstore/auth/internal-token'
import type { Member } from '@campstore/auth/members'
import type { CancelPaidBody } from '@campstore/contract/admin/fields'
import type { AdminBookingDetail, BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import type { Transaction } from '@campstore/database/database'
import { cancelHold } from '@campstore/holds/cancel-hold'
import { cancelPaid } from '@campstore/holds/cancel-paid'
import { staffAction } from '@campstore/holds/staff-action'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { cancelPaidAction, staffActions } from '../domain/lifecycle.ts'
import { today } from '../domain/stay.ts'
import type { Booking } from '../persistence/bookings.ts'
import { readStaffFields } from '../persistence/staff-fields.ts'
import { presentAdminBooking, presentCheckout } from '../presenters.ts'
import { readPolicy } from './read-campgrounds.ts'

/** Cancels the caller's booking. Throws as {@link cancelHold}. */
export const cancelCheckout = async (
  deps: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingCheckoutSession> => presentCheckout(deps, await cancelHold(deps, bookingHold, bookingId, member))

/**
 * Confirms or cancels a booking of any customer for staff, or completes it from its check-out date on. Throws as
 * {@link staffAction}.
 *
 * @param reason the administrator's words for the status history
 */
export async function changeBooking(
  deps: Dependencies,
  action: keyof typeof staffActions,
  bookingId: string,
  administrator: Administrator,
  reason?: string,
): Promise<AdminBookingDetail> {
  const date = action === 'complete' ? today(deps.clock(), await readPolicy(deps)) : undefined
  const requested = { ...staffActions[action], id: bookingId, administrator, reason, today: date }
  return staffAction(deps, bookingHold, staffView, requested)
}

/** Cancels a paid booking of any customer for staff, with a refund. Throws as {@link cancelPaid}. */
export const cancelPaidBooking = (
  deps: Dependencies,
  id: string,
  administrator: Administrator,
  cancellation: CancelPaidBody,
): Promise<AdminBookingDetail> =>
  cancelPaid(deps, bookingHold, staffView.present, { ...cancelPaidAction, ...cancellation, id, administrator })

const staffView = {
  present: async (tx: Transaction, booking: Booking) =>
    presentAdminBooking(booking, await readStaffFields(tx, booking.id)),
}
