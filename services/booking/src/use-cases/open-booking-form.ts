import { type Member, requireActiveCustomer } from '@campstore/auth/members'
import type { BookingPaymentForm } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { openPaymentForm } from '@campstore/holds/open-payment-form'
import { readOwn } from '@campstore/holds/own-hold'
import type { PaymentRequest } from '@campstore/payments/provider'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { hasExpired } from '../domain/lifecycle.ts'
import { bookingExpired } from '../domain/not-found.ts'
import type { Booking } from '../persistence/bookings.ts'

/**
 * Opens a new payment form of the caller's booking, where bookings have one (docs/contract/booking.md#payment-form).
 * Throws as {@link openPaymentForm}. Throws NOT_IMPLEMENTED without a payment provider; FORBIDDEN; BOOKING_EXPIRED;
 * CONFLICT when it is paid or cancelled.
 */
export async function openBookingForm(
  { paymentProvider, ...deps }: Dependencies,
  bookingId: string,
  member: Member,
): Promise<BookingPaymentForm> {
  if (!paymentProvider) throw noForm()
  requireActiveCustomer(member)
  const form = await openPaymentForm({ ...deps, paymentProvider }, bookingHold, bookingId, member, (booking, now) => {
    requirePayable(booking, now)
    return { method: booking.paymentMethod, items: itemsOf(booking) }
  })
  return { bookingId, ...form }
}

const noForm = () => new ApiError('NOT_IMPLEMENTED', text('booking.noForm'))

/** Admits the owner of a booking that could get a form now, so that no earlier form is returned for one that could not. Throws as {@link openBookingForm}. */
export async function admitForm(deps: Dependencies, bookingId: string, member: Member): Promise<void> {
  if (!deps.paymentProvider) throw noForm()
  requirePayable(await readOwn(deps, bookingHold, bookingId, member), deps.clock())
}

function requirePayable(booking: Booking, now: Date): void {
  if (hasExpired(booking, now)) throw bookingExpired()
  if (booking.status === 'cancelled') throw new ApiError('CONFLICT', text('booking.cancelled'))
  if (booking.paymentStatus === 'paid') throw new ApiError('CONFLICT', text('booking.paid'))
}

/** The zones and rentals, named as the customer reads them on the provider's page; the first line names the stay. */
function itemsOf({ campgroundName, checkIn, checkOut, zones, rentals }: Booking): PaymentRequest['items'] {
  const stay = `${campgroundName}, ${checkIn} to ${checkOut}`
  const named = [
    ...zones.map(({ type: name, quantity }) => ({ name, quantity })),
    ...rentals.map(({ name, quantity }) => ({ name, quantity })),
  ]
  return named.map((item, line) => (line === 0 ? { ...item, name: `${stay}, ${item.name}` } : item))
}
