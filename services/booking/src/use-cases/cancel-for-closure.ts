import type { Administrator } from '@campstore/auth/internal-token'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import type { Dependencies } from '../dependencies.ts'
import { bookingNotFound } from '../domain/not-found.ts'
import { findEffect } from '../persistence/affected-bookings.ts'
import { changeBooking } from './change-booking.ts'
import { parseClosureId } from './manage-closures.ts'

/**
 * Cancels a booking that a closure affects: a paid one with a full refund, an unpaid one without
 * (docs/contract/admin.md#cancel-affected-bookings).
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT where the closure does not affect it, or its state does not allow it; what a cancellation
 *   by staff throws
 */
export async function cancelForClosure(
  deps: Dependencies,
  bookingId: string,
  { closureId, reason }: { closureId: string; reason: string },
  administrator: Administrator,
): Promise<AdminBookingDetail> {
  const effect = await findEffect(deps.database.requests, parseClosureId(closureId), bookingId)
  if (!effect) throw bookingNotFound()
  if (!effect.isAffected) throw new ApiError('CONFLICT', text('booking.notAffected'))
  return changeBooking(deps, effect.isPaid ? 'cancelPaid' : 'cancel', bookingId, administrator, { reason })
}
