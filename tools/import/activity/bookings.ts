import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import { addDays } from '@campstore/core/plain-date'
import type { Queryable } from '@campstore/database/database'
import { noHoldLimits } from '@campstore/holds/hold-limits'
import { bookingHold } from '../../../services/booking/src/booking-hold.ts'
import { requestFingerprint } from '../../../services/booking/src/domain/request-fingerprint.ts'
import { parseStay, type Stay } from '../../../services/booking/src/domain/stay.ts'
import type { Booking } from '../../../services/booking/src/persistence/bookings.ts'
import { createCheckoutInputsReader, takeBookingHold } from '../../../services/booking/src/persistence/checkout.ts'
import { presentCheckout } from '../../../services/booking/src/presenters.ts'
import { composeBooking } from '../../../services/booking/src/use-cases/compose-booking.ts'
import { Impossible, type Replay, type Step } from './context.ts'
import { causeOf, change, holdSeconds, pay, refund, unheard } from './hold-steps.ts'
import type { ActivityBooking } from './schema.ts'

const hold = unheard(bookingHold)

/** The steps of bookings. A booking of a night that a closure closes is left out, with all its steps. */
export const bookingSteps = (replay: Replay, bookings: readonly ActivityBooking[], made: Set<string>): Step[] =>
  bookings.flatMap((planned, n) => stepsOf(replay, planned, `bookings.${n}`, made))

function stepsOf(replay: Replay, planned: ActivityBooking, path: string, made: Set<string>): Step[] {
  const madeAt = replay.momentOf(planned.at)
  let booking: Booking | undefined
  const start = async () => {
    booking = await take(replay, planned, madeAt)
    if (booking) made.add(booking.id)
  }
  const later = planned.steps.map((step, number): Step => {
    const at = step.do === 'expire' ? new Date(madeAt.getTime() + holdSeconds * 1_000) : replay.momentOf(step.at)
    const run = async () => {
      if (booking) booking = await carryOut(replay, booking, step, { at, number })
    }
    return { at, path: `${path}.steps.${number}`, run }
  })
  return [{ at: madeAt, path, run: start }, ...later]
}

async function take(replay: Replay, planned: ActivityBooking, at: Date): Promise<Booking | undefined> {
  const { tx } = replay
  const request = await requestOf(replay, planned)
  const stay = parseStay(request)
  if (await isClosed(tx, planned.campgroundId, stay)) return undefined
  const customer = replay.personOf(planned.customerId)
  const inputs = await createCheckoutInputsReader(tx)({
    customerId: customer.customerId,
    idempotencyKey: request.idempotencyKey,
    campgroundId: planned.campgroundId,
    stay,
    zoneIds: request.zones.map(({ zoneId }) => zoneId),
    rentalListingIds: request.rentals.map(({ rentalListingId }) => rentalListingId),
  })
  const made = { newId: () => planned.id, holdSeconds }
  const booking = composeBooking(made, request, stay, inputs, customer, at)
  const { outcome } = await takeBookingHold(tx, {
    booking,
    customer,
    limits: noHoldLimits,
    idempotencyKey: request.idempotencyKey,
    fingerprint: requestFingerprint(request),
    response: presentCheckout({}, booking),
    messages: [],
  })
  if (outcome !== 'held') throw new Impossible(`cannot be booked: ${outcome}`)
  return booking
}

async function requestOf({ tx, dayOf }: Replay, planned: ActivityBooking) {
  const { id, campgroundId, nights, guestCount, arrivalTime, zones, paymentMethod } = planned
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

const actions = { confirm: 'confirmBooking', complete: 'completeBooking', cancel: 'cancelBooking' } as const

async function carryOut(
  replay: Replay,
  booking: Booking,
  step: ActivityBooking['steps'][number],
  { at, number }: { at: Date; number: number },
): Promise<Booking> {
  const { id, customerId, finalAmount, paymentMethod } = booking
  if (step.do === 'pay')
    return pay(replay, hold, booking, { number, at, amount: step.amount ?? finalAmount, paymentMethod })
  if (step.do === 'refund') {
    await refund(replay, hold, id, { ...step, at })
    return booking
  }
  // In Asia/Taipei, where every day of the file is.
  const today = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
  const cause =
    step.do === 'confirm'
      ? ({ trigger: 'admin-confirm', actor: { type: 'admin', id: step.by } } as const)
      : causeOf(step, customerId)
  const changed = await change(replay, hold, booking, { ...cause, now: at, today })
  if (step.do !== 'expire') {
    const request = 'reason' in step ? { reason: step.reason } : {}
    await replay.audit({ by: step.by, at, action: actions[step.do], targetId: id, request })
  }
  return changed
}
