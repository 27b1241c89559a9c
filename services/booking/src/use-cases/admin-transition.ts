import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import { arePaymentsSettled, paymentsUnknown } from '@campstore/holds/settle-before-cancel'
import type { Dependencies } from '../dependencies.ts'
import { lockBooking } from '../persistence/bookings.ts'
import { readCustomerAndHistory } from '../persistence/history.ts'
import { presentAdminBooking } from '../presenters.ts'
import { applyTransition, type Cause } from './apply-transition.ts'
import { bookingNotFound } from './not-found.ts'

/** A transition that an administrator triggers; `refusal` is the message of CONFLICT where the state machine refuses it. */
type AdminTransition = Pick<Cause, 'reason' | 'today'> & {
  trigger: 'admin-confirm' | 'admin-complete' | 'admin-cancel'
  refusal: string
}

/**
 * Changes the state of a booking for an administrator, under its lock. To cancel a cancelled booking changes nothing; any other
 * cancel waits until every payment that the broker has confirmed is settled.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the state machine refuses it; SERVICE_UNAVAILABLE for a cancel while it is not
 *   known whether the booking was paid
 */
export async function applyAdminTransition(
  deps: Dependencies,
  bookingId: string,
  administrator: Administrator,
  { refusal, ...cause }: AdminTransition,
): Promise<AdminBookingDetail> {
  const { database, databaseClock, newId, signalOutbox } = deps
  const actor = { type: 'admin', id: administrator.adminId } as const
  const isSettled = cause.trigger !== 'admin-cancel' || (await arePaymentsSettled(deps, bookingId))
  const changed = await transaction(database.requests, async tx => {
    const locked = await lockBooking(tx, bookingId)
    if (!locked) throw bookingNotFound()
    const { record: booking } = locked
    const now = databaseClock.told(locked.now)
    const isDone = cause.trigger === 'admin-cancel' && booking.status === 'cancelled'
    const after = isDone ? booking : await applyTransition(tx, booking, { ...cause, actor, now, newId })
    if (!after) throw new ApiError('CONFLICT', refusal)
    if (!isDone && !isSettled) throw paymentsUnknown()
    return presentAdminBooking(after, await readCustomerAndHistory(tx, bookingId))
  })
  signalOutbox()
  return changed
}
