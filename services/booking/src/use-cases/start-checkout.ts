import type { Member } from '@campstore/auth/members'
import type { BookingCheckoutSession, StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { createEvent, holdTimerMessage } from '@campstore/holds/messages'
import { replay } from '@campstore/holds/take-hold'
import type { Dependencies } from '../dependencies.ts'
import { policyNotFound } from '../domain/not-found.ts'
import { requestFingerprint } from '../domain/request-fingerprint.ts'
import { parseStay, requireInsideWindow, type Stay } from '../domain/stay.ts'
import { bookingNames } from '../names.ts'
import { takeBookingHold } from '../persistence/checkout.ts'
import { presentCheckout, toBookingEvent } from '../presenters.ts'
import { findShortage, rentalStockInsufficient, requireAmountsInRange, zoneUnavailable } from './capacity-refusals.ts'
import { composeBooking } from './compose-booking.ts'

/**
 * Holds campsites and rental stock and opens a checkout (docs/contract/booking.md#checkout). Everything but capacity is read
 * and priced first; the hold is one statement.
 *
 * @throws {ApiError} IDEMPOTENCY_CONFLICT, BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND, ZONE_UNAVAILABLE,
 *   RENTAL_STOCK_INSUFFICIENT, CONFLICT beyond a limit of the member, in this order
 *   (docs/contract/conventions.md#order-of-checks)
 */
export async function startCheckout(
  deps: Dependencies,
  request: StartCheckoutRequest,
  member: Member,
): Promise<BookingCheckoutSession> {
  const { database, refusedLately, newId, holdSeconds } = deps
  const fingerprint = requestFingerprint(request)
  const stay = parseStayOrError(request)
  const inputs = await deps.readCheckoutInputs({
    customerId: member.customerId,
    idempotencyKey: request.idempotencyKey,
    campgroundId: request.campgroundId,
    stay: stay instanceof ApiError ? undefined : stay,
    zoneIds: request.zones.map(zone => zone.zoneId),
    rentalListingIds: request.rentals.map(rental => rental.rentalListingId),
  })
  if (inputs.used) return await replay(database.requests, bookingNames.kind, inputs.used, fingerprint)
  if (stay instanceof ApiError) throw stay
  if (!inputs.policy) throw policyNotFound()
  const now = deps.databaseClock.instantOf(inputs.now)
  requireInsideWindow(stay, inputs.policy, now)

  const booking = composeBooking(deps, request, stay, inputs, member, now)
  requireAmountsInRange(booking)
  const { campgroundId, zones, idempotencyKey } = request
  const shortageQuery = { campgroundId, stay, zones, customerId: member.customerId, idempotencyKey }
  // Sold-out zones are requested repeatedly, so they are counted before they are locked.
  const refusalKey = JSON.stringify([stay, zones])
  if (refusedLately.has(refusalKey)) {
    const refusal = await findShortage(deps.readShortagesBefore, shortageQuery)
    if (refusal) throw refusal
    refusedLately.delete(refusalKey)
  }
  const response = presentCheckout(deps, booking)
  const result = await takeBookingHold(database.requests, {
    booking,
    customer: member,
    limits: deps.holdLimits,
    idempotencyKey,
    fingerprint,
    response,
    messages: [
      createEvent(bookingNames.source, booking.id, 'booking.created', toBookingEvent(booking), { now, newId }),
      holdTimerMessage(bookingNames.kind, booking.id, holdSeconds, newId),
    ],
  })
  if (result.outcome === 'replayed') return result.response
  if (result.outcome === 'zone_unavailable') {
    if (zones.length <= fewZones) refusedLately.set(refusalKey, true)
    throw await zoneUnavailable(deps, shortageQuery)
  }
  if (result.outcome === 'rental_stock_insufficient') throw rentalStockInsufficient(result.detail)
  deps.signalOutbox()
  return response
}

/** Up to this many zones, counting before the lock is cheap. */
const fewZones = 5

/** The stay, or the error to throw later: a replay comes before the check of the dates. */
function parseStayOrError(request: StartCheckoutRequest): Stay | ApiError {
  try {
    return parseStay(request)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
