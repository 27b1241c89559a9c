import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { type Trigger, transition } from '../domain/lifecycle.ts'
import { type Booking, lockBooking } from '../persistence/bookings.ts'
import { readCustomerAndHistory } from '../persistence/history.ts'
import { presentAdminDetail } from '../presenters.ts'
import { changeBooking } from './change-booking.ts'
import { bookingNotFound } from './not-found.ts'

/**
 * Carries out a transition that an administrator asked for, under the booking's lock.
 *
 * @param action.trigger what the administrator does
 * @param action.refusal message of the CONFLICT where the state machine refuses it
 * @param action.today the business date, where the transition depends on it
 * @param action.reason what the status history says
 * @param action.isDone whether the booking is already in the target state, so that nothing changes
 * @throws {ApiError} NOT_FOUND; CONFLICT
 */
export async function adminTransition(
  { database, clock, newId, signalOutbox }: Dependencies,
  bookingId: string,
  administrator: Administrator,
  action: {
    trigger: Trigger
    refusal: string
    today?: string
    reason?: string
    isDone?: (booking: Booking) => boolean
  },
): Promise<AdminBookingDetail> {
  const { trigger, today, reason } = action
  const detail = await transaction(database.pool, async tx => {
    const booking = await lockBooking(tx, bookingId)
    if (!booking) throw bookingNotFound()
    if (action.isDone?.(booking)) return presentAdminDetail(booking, await readCustomerAndHistory(tx, bookingId))
    const now = clock()
    const next = transition(booking, trigger, { now, today })
    if (!next) throw new ApiError('CONFLICT', action.refusal)
    const actor = { type: 'admin', id: administrator.adminId } as const
    const changed = await changeBooking(tx, booking, next, { trigger, actor, now, newId, reason })
    return presentAdminDetail(changed, await readCustomerAndHistory(tx, bookingId))
  })
  signalOutbox()
  return detail
}
