import { givesAnyAmount } from '@campstore/contract/admin/fields'
import { storeTimeZone } from '@campstore/contract/booking/bounds'
import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { newId } from '@campstore/core/new-id'
import { addDays, businessDate } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { bookingHold } from '../../../services/booking/src/booking-hold.ts'
import { requestFingerprint } from '../../../services/booking/src/domain/request-fingerprint.ts'
import { nightCount, parseStay, type Stay } from '../../../services/booking/src/domain/stay.ts'
import { type Booking, bookingRecord } from '../../../services/booking/src/persistence/bookings.ts'
import { createBookingHolds, readInputsWithPast } from '../../../services/booking/src/persistence/checkout.ts'
import { bookingNotes } from '../../../services/booking/src/persistence/staff-fields.ts'
import { presentCheckout } from '../../../services/booking/src/presenters.ts'
import { cancelByTiers } from '../../../services/booking/src/use-cases/cancel-stay.ts'
import { carryOutChange } from '../../../services/booking/src/use-cases/change-stay.ts'
import { composeBooking } from '../../../services/booking/src/use-cases/compose-booking.ts'
import { Impossible, type Replay, type Step } from './context.ts'
import { auditStep, carryOutShared, change, giveBack, holdSeconds, stepsOfHold } from './hold-steps.ts'
import type { ActivityBooking, ActivityChange } from './schema.ts'

/** The steps of bookings. A booking of a night that a closure closes is left out, with all its steps. */
export const bookingSteps = (replay: Replay, bookings: readonly ActivityBooking[], made: Set<string>): Step[] =>
  bookings.flatMap((planned, n) =>
    stepsOfHold(
      replay,
      planned,
      `bookings.${n}`,
      made,
      at => take(replay, planned, at),
      (booking: Booking, step, when) => carryOut(replay, booking, step, when),
    ),
  )

async function take(replay: Replay, planned: ActivityBooking, at: Date): Promise<Booking | undefined> {
  const { tx } = replay
  const request = await requestOf(replay, planned)
  const stay = parseStay(request)
  if (await isClosed(tx, planned.campgroundId, stay)) return undefined
  const customer = replay.personOf(planned.customerId)
  const inputs = await readInputsWithPast(tx, {
    customerId: customer.customerId,
    idempotencyKey: request.idempotencyKey,
    campgroundId: planned.campgroundId,
    rentalListingIds: request.rentals.map(({ rentalListingId }) => rentalListingId),
  })
  const made = { newId: () => planned.id, holdSeconds }
  const booking = composeBooking(made, request, stay, inputs, customer, at)
  const { outcome } = await createBookingHolds(tx, { holdLimits: noHoldLimits })({
    booking,
    record: bookingRecord({ ...booking, customerName: customer.name, customerEmail: customer.email }),
    idempotencyKey: request.idempotencyKey,
    fingerprint: requestFingerprint(request),
    response: presentCheckout({ clock: () => at }, booking),
    messages: [],
  })
  if (outcome !== 'held') throw new Impossible(`cannot be booked: ${outcome}`)
  return booking
}

async function requestOf({ tx, dayOf }: Replay, planned: ActivityBooking) {
  const { id, campgroundId, nights, guestCount, arrivalTime, contact, zones, paymentMethod } = planned
  const listingIds = planned.rentals.map(({ rentalListingId }) => rentalListingId)
  const { rows } =
    listingIds.length === 0
      ? { rows: [] }
      : await tx.query<{ id: string; variant_id: string }>(
          'select id, variant_id from booking.rental_listing where id = any ($1)',
          [listingIds],
        )
  const variants = new Map(rows.map(row => [row.id, row.variant_id]))
  const checkIn = dayOf(planned.checkIn)
  return startCheckoutRequestSchema.parse({
    campgroundId,
    checkIn,
    checkOut: addDays(checkIn, nights),
    guestCount,
    arrivalTime,
    contact,
    zones,
    rentals: planned.rentals.map(rental => ({
      ...rental,
      rentalSkuVariantId: variants.get(rental.rentalListingId) ?? 'none',
    })),
    paymentMethod,
    idempotencyKey: `import-${id}`,
  })
}

async function isClosed(tx: Queryable, campgroundId: string, { checkIn, checkOut }: Stay): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'import-is-closed',
    text: 'select from booking.overlapping_closures($1, daterange($2::date, $3::date)) limit 1',
    values: [campgroundId, checkIn, checkOut],
  })
  return rowCount !== 0
}

async function carryOut(
  replay: Replay,
  booking: Booking,
  step: ActivityBooking['steps'][number],
  when: { at: Date; number: number },
): Promise<Booking> {
  const { id: targetId, finalAmount: due, paymentMethod, paymentStatus } = booking
  const { at } = when
  // In Asia/Taipei, where every day of the file is.
  const today = businessDate(at, storeTimeZone, 0)
  if (step.do === 'change') return changeStay(replay, booking, step, at)
  if (step.do === 'cancel' && step.by === undefined && paymentStatus === 'paid')
    return cancelByTiers(replay.tx, booking, { now: at, newId })
  if (step.do !== 'confirm' && step.do !== 'attendance')
    return carryOutShared(replay, bookingHold, booking, step, {
      ...when,
      due,
      paymentMethod,
      notes: bookingNotes,
      today,
    })

  const actor = { type: 'admin', id: step.by } as const
  if (step.do === 'confirm') {
    auditStep(replay, step, { at, action: 'confirmBooking', targetId })
    return change(replay, bookingHold, booking, { trigger: 'admin-confirm', actor, now: at })
  }
  auditStep(replay, step, { at, action: 'setAttendance', targetId })
  const { attendance } = step
  const cause = { trigger: 'admin-attend', actor, given: { attendance }, reason: attendance, now: at, today } as const
  return change(replay, bookingHold, booking, cause)
}

async function changeStay(replay: Replay, booking: Booking, step: ActivityChange, at: Date): Promise<Booking> {
  const { by, reason } = step
  const { reason: _, ...request } = requestOfChange(replay, booking, step)
  const administrator = { adminId: by, permissions: [givesAnyAmount] }
  const carriedOut = await carryOutChange(replay.tx, booking, request, { reason, now: at, administrator })
  const { refundAmount: amount, ...content } = carriedOut
  const actor = { type: 'admin', id: by } as const
  const cause = { trigger: 'admin-change', actor, reason, now: at, ...content } as const
  const changed = await change(replay, bookingHold, booking, cause)
  const expected = { ...requestOfChange(replay, booking, step), expectedAmount: changed.finalAmount }
  auditStep(replay, step, { at, action: 'changeStay', targetId: booking.id, request: expected })
  return giveBack(replay, bookingHold, changed, { cause: 'changed', amount, reason, at })
}

function requestOfChange({ dayOf }: Replay, booking: Booking, step: ActivityChange) {
  const { do: _, at: __, by: ___, nights = nightCount(parseStay(booking)), ...given } = step
  const checkIn = given.checkIn === undefined ? parseStay(booking).checkIn : dayOf(given.checkIn)
  return { ...given, checkIn, checkOut: addDays(checkIn, nights) }
}
