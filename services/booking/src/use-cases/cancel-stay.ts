import type { Member } from '@campstore/auth/members'
import type { Cancellation, CancellationRefusal } from '@campstore/contract/booking/cancellation'
import type { BookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError, errorAt } from '@campstore/contract/errors'
import { type PlainTextKey, text } from '@campstore/contract/texts/text'
import { type Money, sameAmount } from '@campstore/core/money'
import type { NewId } from '@campstore/core/new-id'
import type { Queryable, Transaction } from '@campstore/database/database'
import { applyTransition } from '@campstore/holds/apply-transition'
import { type Account, leftOf } from '@campstore/holds/money/account'
import { giveBack, requireSameRefund } from '@campstore/holds/money/move-money'
import { readAccount } from '@campstore/holds/money/stored-account'
import { changeOwn, readOwn } from '@campstore/holds/own-hold'
import { readRefunds } from '@campstore/holds/refund-reads'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { agreedTier, cancellationBy, refusalOf } from '../domain/cancellation.ts'
import type { Booking } from '../persistence/bookings.ts'
import { presentDetail } from '../presenters.ts'

/** What comes back if the member of a booking cancels it at an instant, or why that is not allowed. */
export const cancellationOf = async (database: Queryable, booking: Booking, now: Date): Promise<Cancellation> =>
  cancellationFrom(await readAccount(database, bookingHold, booking), booking, now)

function cancellationFrom(account: Account, booking: Booking, now: Date): Cancellation {
  const notAllowedBecause = refusalOf(booking, now)
  const tier = agreedTier(booking, now)
  if (tier && !notAllowedBecause) return cancellationBy(tier, booking, leftOf(account))
  return {
    allowed: false,
    notAllowedBecause: notAllowedBecause ?? 'too_late',
    refundAmount: null,
    refundPercent: null,
    until: null,
  }
}

/** The cancellation of the caller's booking, if it happened now. Throws NOT_FOUND. */
export const readCancellation = async (deps: Dependencies, id: string, member: Member): Promise<Cancellation> =>
  cancellationOf(deps.database.requests, await readOwn(deps, bookingHold, id, member), deps.clock())

const refusals: Record<CancellationRefusal, PlainTextKey> = {
  ended: 'booking.ended',
  not_paid: 'booking.cancelCheckout',
  staff_only: 'booking.onlyStaffCancels',
  attendance: 'booking.attendanceRecorded',
  too_late: 'booking.tooLateToCancel',
}

/** The reason in the status history and in the list of refunds, as when a member cancels a checkout. */
const reason = 'cancelled by the member'

/**
 * Cancels the caller's paid booking by the tiers of its hold, and opens the refund, in one transaction under its lock. It waits for no
 * payment: a later one is unapplied, and has its own refund (docs/contract/booking.md#cancel-a-paid-stay). Throws NOT_FOUND;
 * CONFLICT where it is not allowed, or another amount comes back now, which `details` have.
 *
 * @param refundAmount as the member saw it; a booking that is cancelled with this refund already is returned unchanged
 */
export async function cancelStay(
  deps: Dependencies,
  id: string,
  refundAmount: Money,
  member: Member,
): Promise<BookingDetail> {
  const own = { id, member, allowsSuspended: true }
  const cancelled = await changeOwn(deps, bookingHold, own, async (tx, booking, now) => {
    if (booking.status === 'cancelled' && booking.paymentStatus === 'paid') {
      await requireSameRefund(tx, bookingHold, booking, refundAmount)
      return booking
    }
    return cancelByTiers(tx, booking, { refundAmount, now, newId: deps.newId })
  })
  return presentDetail(cancelled)
}

type AgreedCancel = { refundAmount?: Money; now: Date; newId: NewId }

/**
 * Cancels a locked booking for its member, as {@link cancelStay}.
 *
 * @param agreed.refundAmount undefined for the amount that the tiers say
 */
export async function cancelByTiers(
  tx: Transaction,
  booking: Booking,
  { refundAmount, now, newId }: AgreedCancel,
): Promise<Booking> {
  const { id, customerId } = booking
  const account = await readAccount(tx, bookingHold, booking)
  const { refundAmount: amount, notAllowedBecause } = cancellationFrom(account, booking, now)
  if (amount === null) throw new ApiError('CONFLICT', text(refusals[notAllowedBecause ?? 'too_late']))
  if (!sameAmount(amount, refundAmount ?? amount))
    throw errorAt('CONFLICT', 'refundAmount', text('price.now', { amount }))
  const actor = { type: 'member', id: customerId } as const
  const cause = { trigger: 'member-cancel-paid', actor, reason, now, newId } as const
  const changed = await applyTransition(tx, bookingHold, booking, cause)
  if (!changed) throw new Error(`The lifecycle refuses to cancel the paid booking ${id}`)
  await giveBack(tx, bookingHold, changed, { cause: 'cancelled', reason, amount }, { now, newId })
  return { ...changed, ...(await readRefunds(tx, bookingHold, id)) }
}
