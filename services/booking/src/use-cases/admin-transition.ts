import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
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
 * Changes the state of a booking for an administrator, under its lock. To cancel a cancelled booking changes nothing.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the state machine refuses it
 */
export async function applyAdminTransition(
  { database, clock, newId, signalOutbox }: Dependencies,
  bookingId: string,
  administrator: Administrator,
  { refusal, ...cause }: AdminTransition,
): Promise<AdminBookingDetail> {
  const actor = { type: 'admin', id: administrator.adminId } as const
  const changed = await transaction(database.pool, async tx => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) throw bookingNotFound()
    const isDone = cause.trigger === 'admin-cancel' && booking.status === 'cancelled'
    const after = isDone ? booking : await applyTransition(tx, booking, { ...cause, actor, now: clock(), newId })
    if (!after) throw new ApiError('CONFLICT', refusal)
    return presentAdminBooking(after, await readCustomerAndHistory(tx, bookingId))
  })
  signalOutbox()
  return changed
}
