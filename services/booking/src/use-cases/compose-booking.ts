import type { Member } from '@campstore/auth/members'
import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import type { Dependencies } from '../dependencies.ts'
import { initialState } from '../domain/lifecycle.ts'
import type { Stay } from '../domain/stay.ts'
import type { Booking } from '../persistence/bookings.ts'
import type { CheckoutInputs } from '../persistence/checkout.ts'
import { priceStay } from './price-stay.ts'

/** A booking as it will be stored, and the rental location that serves each of its rentals. */
export type ComposedBooking = { booking: Booking; locationIds: string[] }

/**
 * The booking that a checkout request asks for, with snapshots and prices of the present offer.
 *
 * @throws {ApiError} as {@link priceStay}
 */
export function composeBooking(
  { newId, holdSeconds }: Pick<Dependencies, 'newId' | 'holdSeconds'>,
  request: StartCheckoutRequest,
  stay: Stay,
  inputs: CheckoutInputs,
  member: Member,
  now: Date,
): ComposedBooking {
  const { locationIds, ...priced } = priceStay(request, stay, inputs)
  const { zones: _, rentals: __, couponClaimId: ___, idempotencyKey: ____, ...given } = request
  const booking: Booking = {
    ...given,
    ...priced,
    id: newId(),
    customerId: member.customerId,
    customerEmailVerified: member.emailVerified,
    ...initialState,
    paidAt: null,
    checkoutExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    createdAt: now,
    updatedAt: now,
  }
  return { booking, locationIds }
}
