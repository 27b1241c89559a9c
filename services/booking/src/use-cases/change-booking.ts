import type { Administrator } from '@campstore/auth/internal-token'
import type { CancelPaidBody } from '@campstore/contract/admin/fields'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import type { Transaction } from '@campstore/database/database'
import { addNoteAsStaff, readAsStaff, staffAction } from '@campstore/holds/staff-action'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { staffActions } from '../domain/lifecycle.ts'
import { today } from '../domain/stay.ts'
import type { Booking } from '../persistence/bookings.ts'
import { bookingNotes, readStaffFields } from '../persistence/staff-fields.ts'
import { presentAdminBooking } from '../presenters.ts'
import { cancellationOf } from './cancel-stay.ts'
import { readPolicy } from './read-campgrounds.ts'

/** A booking of any customer with its customer and its history. Throws NOT_FOUND. */
export const readAdminBooking = (deps: Dependencies, bookingId: string): Promise<AdminBookingDetail> =>
  readAsStaff(deps, bookingHold, bookingId, staffView(deps).present)

/**
 * Confirms or cancels a booking of any customer for staff, or completes it from its check-out date on. Throws as
 * {@link staffAction}.
 *
 * @param given the administrator's words for the status history, and what to give back of a paid booking
 */
export async function changeBooking(
  deps: Dependencies,
  action: Exclude<keyof typeof staffActions, 'attend' | 'change' | 'changeContact'>,
  id: string,
  administrator: Administrator,
  given?: CancelPaidBody,
): Promise<AdminBookingDetail> {
  const date = action === 'complete' ? today(deps.clock(), await readPolicy(deps)) : undefined
  return staffAction(deps, bookingHold, staffView(deps), {
    ...staffActions[action],
    ...given,
    id,
    administrator,
    today: date,
  })
}

/**
 * Records whether the guests of a booking came, or withdraws it (docs/contract/admin.md#attendance). It frees nothing. Throws as
 * {@link staffAction}.
 */
export const setAttendance = async (
  deps: Dependencies,
  id: string,
  attendance: AdminBookingDetail['attendance'],
  administrator: Administrator,
): Promise<AdminBookingDetail> =>
  staffAction(deps, bookingHold, staffView(deps), {
    ...staffActions.attend,
    id,
    administrator,
    today: today(deps.clock(), await readPolicy(deps)),
    given: { attendance },
    reason: attendance ?? 'attendance withdrawn',
    isDone: booking => booking.status === 'confirmed' && booking.attendance === attendance,
  })

/** Adds a note of staff (docs/contract/admin.md#notes). Throws NOT_FOUND. */
export const addBookingNote = (deps: Dependencies, id: string, text: string, administrator: Administrator) =>
  addNoteAsStaff(deps, { ...bookingHold, notes: bookingNotes }, staffView(deps).present, { id, text, administrator })

/** A booking as staff see it, with the refund that its member would get now. */
export const staffView = ({ clock }: Pick<Dependencies, 'clock'>) => ({
  present: async (tx: Transaction, booking: Booking) => {
    const cancellation = await cancellationOf(tx, booking, clock())
    return presentAdminBooking(booking, { ...(await readStaffFields(tx, booking.id)), cancellation })
  },
})
