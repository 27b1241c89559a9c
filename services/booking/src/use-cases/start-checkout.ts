import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession, StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { createEvent } from '@campstore/holds/messages'
import { sentAgain } from '@campstore/holds/seconds-left'
import { replay } from '@campstore/holds/take-hold'
import type { Dependencies } from '../dependencies.ts'
import { requestFingerprint } from '../domain/request-fingerprint.ts'
import { parseStay } from '../domain/stay.ts'
import { bookingNames } from '../names.ts'
import { type Booking, bookingRecord } from '../persistence/bookings.ts'
import type { Hold } from '../persistence/checkout.ts'
import { presentCheckout, toBookingEvent } from '../presenters.ts'
import { rentalStockInsufficient, requireAmountsInRange, shortageOf, zoneUnavailable } from './capacity-refusals.ts'
import { composeBooking, requireBookable } from './compose-booking.ts'

/** Attempts that take nothing if prices changed. The next attempt compares nothing, so that frequent changes cannot prevent a hold. */
const comparedAttempts = 2

/**
 * Holds campsites and rental stock and opens a checkout (docs/contract/booking.md#checkout). Everything but capacity is read
 * and priced first; the hold is one statement, which takes nothing if prices, policy or calendar have changed since. What this process
 * has read lately is not read again, unless it has changed, or would refuse the request: that may be a replay. Throws
 * IDEMPOTENCY_CONFLICT, BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND, ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT,
 * CONFLICT beyond a limit of the member, in this order (docs/contract/conventions.md#order-of-checks).
 */
export async function startCheckout(
  deps: Dependencies,
  request: StartCheckoutRequest,
  member: Member,
): Promise<BookingCheckoutSession> {
  const { campgroundId, rentals, idempotencyKey } = request
  const rentalListingIds = rentals.map(rental => rental.rentalListingId)
  const wanted = { campgroundId, rentalListingIds, customerId: member.customerId, idempotencyKey }
  const fingerprint = requestFingerprint(request)
  for (let attempt = 0; attempt <= comparedAttempts; attempt += 1) {
    const known = attempt === 0 && rentals.length === 0 ? deps.knownCheckoutInputs(campgroundId) : undefined
    const inputs = known ?? (await deps.readCheckoutInputs(wanted))
    if (inputs.used)
      return sentAgain(await replay(deps.database.requests, bookingNames.kind, inputs.used, fingerprint), deps.clock())
    let booking: Booking
    try {
      const now = deps.databaseClock.instantOf(inputs.now)
      booking = composeBooking(deps, request, requireBookable(request, inputs, now), inputs, member, now)
      requireAmountsInRange(booking)
    } catch (error) {
      if (known && error instanceof ApiError) continue
      throw error
    }
    const ifCurrent = attempt < comparedAttempts ? inputs : undefined
    const record = bookingRecord({ ...booking, customerName: member.name, customerEmail: member.email })
    const session = await takeHold(deps, { booking, record, ifCurrent, idempotencyKey, fingerprint })
    if (session) return session
  }
  throw new ApiError('SERVICE_UNAVAILABLE', text('price.changing'))
}

/** Up to this many zones, counting before the lock is cheap. */
const fewZones = 5

/** Takes the hold of a composed booking; undefined if something has changed. Throws why the hold is refused. */
async function takeHold(deps: Dependencies, composed: Omit<Hold, 'response' | 'messages'>) {
  const { refusedLately, newId } = deps
  const { booking, idempotencyKey } = composed
  const { campgroundId, customerId, createdAt: now } = booking
  const stay = parseStay(booking)
  const zones = booking.zones.map(({ zoneId, quantity }) => ({ zoneId, quantity }))
  const shortageQuery = { campgroundId, stay, zones, customerId, idempotencyKey }
  // Sold-out zones are requested repeatedly, so they are counted before they are locked.
  const refusalKey = JSON.stringify([stay, zones])
  if (refusedLately.has(refusalKey)) {
    const refusal = shortageOf(await deps.readShortagesBefore(shortageQuery))
    if (refusal) throw refusal
    refusedLately.delete(refusalKey)
  }
  const response = presentCheckout(deps, booking)
  const messages = [
    createEvent(bookingNames.source, booking.id, 'booking.created', toBookingEvent(booking), { now, newId }),
  ]
  const result = await deps.takeBookingHold({ ...composed, response, messages })
  if (result.outcome === 'replayed') return sentAgain(result.response, deps.clock())
  if (result.outcome === 'outdated') return undefined
  if (result.outcome === 'zone_unavailable') {
    if (zones.length <= fewZones) refusedLately.set(refusalKey, true)
    throw await zoneUnavailable(deps, shortageQuery)
  }
  if (result.outcome === 'rental_stock_insufficient') throw rentalStockInsufficient(result.detail ?? '[]')
  deps.signalOutbox()
  return response
}
