import type { Member } from '@campstore/auth/members'
import type {
  BookingCheckoutSession,
  RentalSnapshot,
  StartCheckoutRequest,
  ZoneSnapshot,
} from '@campstore/contract/booking/schemas'
import { ApiError } from '@campstore/contract/errors'
import { type Money, money, moneyPattern } from '@campstore/core/money'
import { createEvent, holdTimerMessage } from '@campstore/holds/messages'
import type { Dependencies } from '../dependencies.ts'
import { initialState } from '../domain/lifecycle.ts'
import { countNights, type NightCounts } from '../domain/nights.ts'
import { bookingPricing, rentalLineTotal, zoneLineTotal } from '../domain/pricing.ts'
import { requestFingerprint } from '../domain/request-fingerprint.ts'
import { parseStay, requireInsideWindow, type Stay } from '../domain/stay.ts'
import { bookingNames } from '../names.ts'
import type { Booking } from '../persistence/bookings.ts'
import { type CheckoutInputs, type OfferedRental, readCheckoutInputs, takeHold } from '../persistence/checkout.ts'
import { presentCheckout, presentFacts } from '../presenters.ts'
import { explainZoneUnavailable, tooManySites } from './zone-unavailable.ts'

/**
 * Holds campsites and rental stock and opens a checkout (interface.md, POST /api/booking/checkout/sessions). What does not
 * change with capacity is read and priced first; the hold itself is one statement.
 *
 * @throws {ApiError} IDEMPOTENCY_CONFLICT, BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, NOT_FOUND, CONFLICT for too many
 *   open holds, ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT, in this order (decisions.md, 3 and 13)
 */
export const startCheckout = (dependencies: Dependencies) => {
  const zoneUnavailable = explainZoneUnavailable(dependencies)
  return async (request: StartCheckoutRequest, member: Member): Promise<BookingCheckoutSession> => {
    const { database, clock, newId, holdSeconds, maxOpenHolds, signalOutbox } = dependencies
    const fingerprint = requestFingerprint(request)
    const stay = stayOrProblem(request)
    const facts = await readCheckoutInputs(database.pool, {
      customerId: member.customerId,
      idempotencyKey: request.idempotencyKey,
      campgroundId: request.campgroundId,
      stay: stay instanceof ApiError ? undefined : stay,
      zoneIds: request.zones.map(zone => zone.zoneId),
      rentalListingIds: request.rentals.map(rental => rental.rentalListingId),
    })
    if (facts.used) return replay(facts.used, fingerprint)
    if (stay instanceof ApiError) throw stay
    if (!facts.policy) throw new ApiError('NOT_FOUND', 'There is no booking policy')
    const now = clock()
    requireInsideWindow(stay, facts.policy, now)

    const { booking, rentals } = compose(request, stay, facts, member, now, dependencies)
    requireStorable(booking)
    const response = presentCheckout(booking)
    const result = await takeHold(database.pool, {
      booking,
      customer: member,
      rentals: booking.rentals.map((rental, line) => ({ ...rental, locationId: rentals[line]?.locationId, line })),
      maxOpenHolds,
      idempotencyKey: request.idempotencyKey,
      fingerprint,
      response,
      messages: [
        createEvent(bookingNames.source, booking.id, 'booking.created', presentFacts(booking), { now, newId }),
        holdTimerMessage(bookingNames.kind, booking.id, holdSeconds, newId),
      ],
    })
    if (result.outcome === 'held') {
      signalOutbox()
      return response
    }
    if (result.outcome === 'replayed') return result.stored_response
    if (result.outcome === 'zone_unavailable') throw await zoneUnavailable(request, stay, facts.zones)
    throw refusals[result.outcome](maxOpenHolds)
  }
}

const refusals = {
  key_reused: () => new ApiError('IDEMPOTENCY_CONFLICT', 'This idempotency key was used for another request'),
  too_many_open: (most: number) =>
    new ApiError('CONFLICT', `At most ${most} unpaid bookings at a time: pay for one, or cancel one, and try again`),
  rental_stock_insufficient: () =>
    new ApiError('RENTAL_STOCK_INSUFFICIENT', 'Not enough rental equipment is free for these dates'),
}

/** Amounts past numeric(12,2) come only of quantities that no campground has, and are refused as such. */
function requireStorable({ zoneTotal, finalAmount }: Booking): void {
  if (!moneyPattern.test(zoneTotal)) throw tooManySites()
  if (!moneyPattern.test(finalAmount)) throw refusals.rental_stock_insufficient()
}

/** Dates are judged after the idempotent replay, so a problem with them waits. */
function stayOrProblem(request: StartCheckoutRequest): Stay | ApiError {
  try {
    return parseStay(request)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function replay(used: NonNullable<CheckoutInputs['used']>, fingerprint: string): BookingCheckoutSession {
  if (used.fingerprint !== fingerprint) throw refusals.key_reused()
  return used.response
}

/** The booking as it will be if it can be held, priced from what is offered now. Throws NOT_FOUND for what is not offered. */
function compose(
  request: StartCheckoutRequest,
  stay: Stay,
  facts: CheckoutInputs,
  member: Member,
  now: Date,
  { newId, holdSeconds }: Dependencies,
): { booking: Booking; rentals: OfferedRental[] } {
  if (!facts.campground) throw new ApiError('NOT_FOUND', 'There is no such campground')
  const nights = countNights(stay, new Map(facts.calendar.map(({ date, kind }) => [date, kind])))
  const zones = request.zones.map(zone => snapshotZone(zone, facts, nights))
  const offered = request.rentals.map(rental => offeredRental(rental, facts))
  const rentals = request.rentals.map((rental, line) => snapshotRental(rental.quantity, offered[line], nights))
  const booking: Booking = {
    id: newId(),
    customerId: member.customerId,
    campgroundId: request.campgroundId,
    campgroundName: facts.campground.name,
    region: facts.campground.region,
    ...stay,
    guestCount: request.guestCount,
    ...nights,
    ...bookingPricing(lineTotals(zones), lineTotals(rentals)),
    ...initialState,
    paymentMethod: request.paymentMethod,
    paidAt: null,
    checkoutExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    createdAt: now,
    updatedAt: now,
    zones,
    rentals,
  }
  return { booking, rentals: offered }
}

const lineTotals = (lines: readonly { lineTotal: Money }[]): Money[] => lines.map(line => line.lineTotal)

function snapshotZone(
  { zoneId, quantity }: StartCheckoutRequest['zones'][number],
  facts: CheckoutInputs,
  nights: NightCounts,
): ZoneSnapshot {
  const offered = facts.zones.find(zone => zone.zoneId === zoneId)
  if (!offered) throw new ApiError('NOT_FOUND', 'A zone is not of this campground')
  return {
    zoneId,
    type: offered.type,
    priceWeekday: money(offered.priceWeekday),
    priceHoliday: money(offered.priceHoliday),
    quantity,
    lineTotal: zoneLineTotal(offered, nights, quantity),
  }
}

function offeredRental(
  { rentalListingId, rentalSkuVariantId }: StartCheckoutRequest['rentals'][number],
  facts: CheckoutInputs,
): OfferedRental {
  const offered = facts.rentals.find(rental => rental.rentalListingId === rentalListingId)
  if (offered?.rentalSkuVariantId !== rentalSkuVariantId)
    throw new ApiError('NOT_FOUND', 'A rental listing is not offered at this campground')
  return offered
}

function snapshotRental(quantity: number, offered: OfferedRental | undefined, nights: NightCounts): RentalSnapshot {
  if (!offered) throw new ApiError('NOT_FOUND', 'A rental listing is not offered at this campground')
  return {
    rentalListingId: offered.rentalListingId,
    rentalSkuVariantId: offered.rentalSkuVariantId,
    sku: offered.sku,
    name: offered.name,
    specification: offered.specification,
    priceWeekday: money(offered.priceWeekday),
    priceHoliday: money(offered.priceHoliday),
    discountRate: money(offered.discountRate),
    quantity,
    lineTotal: rentalLineTotal(offered, nights, quantity, offered.discountRate),
  }
}
