import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { type Queryable, transaction } from '@campstore/database/database'
import type { Dependencies } from '../dependencies.ts'
import { transition } from '../domain/lifecycle.ts'
import { today } from '../domain/stay.ts'
import { lockBooking } from '../persistence/bookings.ts'
import { readCustomerAndHistory } from '../persistence/history.ts'
import { readPolicy } from '../persistence/policy.ts'
import { presentAdminDetail } from '../presenters.ts'
import { changeBooking } from './change-booking.ts'
import { noSuchBooking } from './read-bookings.ts'

type Decision = 'admin-confirm' | 'admin-complete'

const refusals: Record<Decision, string> = {
  'admin-confirm': 'Only a pending, paid booking can be confirmed',
  'admin-complete': 'Only a confirmed booking whose guest has checked out can be completed',
}

/**
 * Confirms a paid booking, or completes one from its check-out date on (interface.md, States, Booking; decisions.md, 5).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT for what the state machine refuses
 */
const decideBooking =
  (trigger: Decision, { database, clock, newId, signalOutbox }: Dependencies) =>
  async (bookingId: string, administrator: Administrator): Promise<AdminBookingDetail> => {
    const detail = await transaction(database.pool, async tx => {
      const booking = await lockBooking(tx, bookingId)
      if (!booking) throw noSuchBooking()
      const now = clock()
      const next = transition(booking, trigger, { now, ...(await judgedBy(tx, trigger, now)) })
      if (!next) throw new ApiError('CONFLICT', refusals[trigger])
      const actor = { type: 'admin', id: administrator.adminId } as const
      const changed = await changeBooking(tx, booking, next, { trigger, actor, now, newId })
      return presentAdminDetail(changed, await readCustomerAndHistory(tx, bookingId))
    })
    signalOutbox()
    return detail
  }

/** Only completing looks at the date, and so at the policy. Throws NOT_FOUND when that is missing. */
const judgedBy = async (tx: Queryable, trigger: Decision, now: Date): Promise<{ today?: string }> =>
  trigger === 'admin-complete' ? { today: today(now, await readPolicy(tx)) } : {}

/** Confirms a pending, paid booking. */
export const confirmBooking = (dependencies: Dependencies) => decideBooking('admin-confirm', dependencies)

/** Completes a confirmed booking whose guest has checked out; its reservations become fulfilled. */
export const completeBooking = (dependencies: Dependencies) => decideBooking('admin-complete', dependencies)
