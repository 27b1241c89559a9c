import { isDeepStrictEqual } from 'node:util'
import type { Administrator } from '@campstore/auth/internal-token'
import type { Member } from '@campstore/auth/members'
import type { AdminBookingDetail, BookingDetail, ChangeContact } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { applyTransition } from '@campstore/holds/apply-transition'
import { changeOwn } from '@campstore/holds/own-hold'
import { staffAction } from '@campstore/holds/staff-action'
import type { RequestContext } from '@campstore/http/endpoint'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { staffActions } from '../domain/lifecycle.ts'
import { today } from '../domain/stay.ts'
import type { Booking } from '../persistence/bookings.ts'
import { presentDetail } from '../presenters.ts'
import { staffView } from './change-booking.ts'
import { readPolicy } from './read-campgrounds.ts'

const { trigger, refusal } = staffActions.changeContact

/**
 * Corrects, sets or removes the guest contact of a booking for staff (docs/contract/booking.md#correct-the-contact). The same contact
 * again changes nothing. Throws as {@link staffAction}.
 */
export async function changeContact(
  deps: Dependencies,
  id: string,
  { contact }: ChangeContact,
  administrator: Administrator,
): Promise<AdminBookingDetail> {
  const now = deps.clock()
  const date = today(now, await readPolicy(deps))
  return staffAction(deps, bookingHold, staffView(deps), {
    ...staffActions.changeContact,
    id,
    administrator,
    today: date,
    given: { contact },
    reasonOf: contactBefore,
    isDone: booking =>
      isDeepStrictEqual(booking.contact, contact) &&
      bookingHold.transition(booking, trigger, { now, today: date }) !== undefined,
  })
}

/**
 * Corrects the guest contact of the caller's booking, as {@link changeContact}. Throws NOT_FOUND; FORBIDDEN for a
 * customer who is suspended; CONFLICT where the state machine refuses it.
 */
export async function changeOwnContact(
  deps: Dependencies,
  id: string,
  { contact }: ChangeContact,
  member: Member,
  context: Pick<RequestContext, 'unchanged'>,
): Promise<BookingDetail> {
  const policy = await readPolicy(deps)
  const actor = { type: 'member', id: member.customerId } as const
  const changed = await changeOwn(deps, bookingHold, { id, member }, async (tx, booking, now) => {
    const cause = { trigger, actor, now, today: today(now, policy), newId: deps.newId, given: { contact } }
    context.unchanged =
      isDeepStrictEqual(booking.contact, contact) && bookingHold.transition(booking, trigger, cause) !== undefined
    if (context.unchanged) return booking
    return applyTransition(tx, bookingHold, booking, { ...cause, reason: contactBefore(booking) })
  })
  if (!changed) throw new ApiError('CONFLICT', text(refusal))
  return presentDetail(changed)
}

/** The text of the status history for a changed contact, with the earlier one. */
const contactBefore = ({ contact }: Booking): string =>
  `contact changed, before: ${contact ? `${contact.name}, ${contact.phone}` : 'none'}`
