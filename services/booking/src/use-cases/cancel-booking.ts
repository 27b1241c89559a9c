import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { lockBooking } from '../persistence/bookings.ts'
import { readCustomerAndHistory } from '../persistence/history.ts'
import { presentAdminDetail } from '../presenters.ts'
import { changeBooking } from './change-booking.ts'
import { noSuchBooking } from './read-bookings.ts'

/**
 * Cancels anyone's pending, unpaid booking for staff and releases what it holds, also past its deadline. A cancelled one,
 * whoever cancelled it, is answered as it is (decisions.md, 13).
 *
 * @param reason why, in the administrator's words; kept in the status history
 * @throws {ApiError} NOT_FOUND; CONFLICT for a booking that is paid, confirmed or completed
 */
export const cancelBooking =
  ({ database, clock, newId, signalOutbox }: Dependencies) =>
  async (bookingId: string, reason: string, administrator: Administrator): Promise<AdminBookingDetail> => {
    const detail = await transaction(database.pool, async tx => {
      const booking = await lockBooking(tx, bookingId)
      if (!booking) throw noSuchBooking()
      if (booking.status === 'cancelled')
        return presentAdminDetail(booking, await readCustomerAndHistory(tx, bookingId))
      const now = clock()
      const next = transition(booking, 'admin-cancel', { now })
      if (!next) throw new ApiError('CONFLICT', 'Only a pending, unpaid booking can be cancelled')
      const actor = { type: 'admin', id: administrator.adminId } as const
      const changed = await changeBooking(tx, booking, next, { trigger: 'admin-cancel', actor, now, newId, reason })
      return presentAdminDetail(changed, await readCustomerAndHistory(tx, bookingId))
    })
    signalOutbox()
    return detail
  }
