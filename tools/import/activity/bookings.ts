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
import type { Booking } from '../../../services/booking/src/persistence/bookings.ts'
import { readInputsWithPast, takeBookingHold } from '../../../services/booking/src/persistence/checkout.ts'
import { bookingNotes } from '../../../services/booking/src/persistence/staff-fields.ts'
import { presentCheckout } from '../../../services/booking/src/presenters.ts'
import { cancelByTiers } from '../../../services/booking/src/use-cases/cancel-stay.ts'
import { carryOutChange } from '../../../services/booking/src/use-cases/change-stay.ts'
import { composeBooking } from '../../../services/booking/src/use-cases/compose-booking.ts'
import { Impossible, type Replay, type Step } from './context.ts'
import { addNote, change, end, giveBack, giveGoodwill, holdSeconds, pay, refund } from './hold-steps.ts'
import type { ActivityBooking, ActivityChange } from './schema.ts'

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
  const inputs = await readInputsWithPast(tx, {
    customerId: customer.customerId,
    idempotencyKey: request.idempotencyKey,
    campgroundId: planned.campgroundId,
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

type BookingStep = ActivityBooking['steps'][number]

const actions = {
  confirm: 'confirmBooking',
  change: 'changeStay',
  attendance: 'setAttendance',
  complete: 'completeBooking',
  cancel: 'cancelBooking',
  goodwill: 'refundBooking',
  note: 'addBookingNote',
} as const

async function carryOut(
  replay: Replay,
  booking: Booking,
  step: BookingStep,
  { at, number }: { at: Date; number: number },
): Promise<Booking> {
  const { id, finalAmount, paymentMethod, paymentStatus } = booking
  if (step.do === 'pay')
    return pay(replay, bookingHold, booking, { number, at, amount: step.amount ?? finalAmount, paymentMethod })
  if (step.do === 'refund') return refund(replay, bookingHold, booking, { ...step, at })
  if (step.do === 'expire') return end(replay, bookingHold, booking, step, { at })

  const changed = await act(replay, booking, step, at)
  const isPaidCancel = step.do === 'cancel' && paymentStatus === 'paid'
  const action = isPaidCancel ? 'cancelPaidBooking' : actions[step.do]
  const { do: _, at: __, by, ...given } = step
  const expected = { expectedAmount: changed.finalAmount }
  const request = step.do === 'change' ? { ...requestOfChange(replay, booking, step), ...expected } : given
  replay.audit({ by, at, action, targetId: id, request })
  return changed
}

type StaffStep = Extract<BookingStep, { do: keyof typeof actions }>

async function act(replay: Replay, booking: Booking, step: StaffStep, at: Date): Promise<Booking> {
  if (step.do === 'goodwill') return giveGoodwill(replay, bookingHold, booking, { ...step, at })
  if (step.do === 'change') return changeStay(replay, booking, step, at)
  if (step.do === 'note') {
    await addNote(replay, bookingNotes, booking.id, { ...step, at })
    return booking
  }
  if (step.do === 'cancel' && step.by === undefined && booking.paymentStatus === 'paid')
    return cancelByTiers(replay.tx, booking, { now: at, newId })
  // In Asia/Taipei, where every day of the file is.
  const today = businessDate(at, storeTimeZone, 0)
  if (step.do === 'cancel' || step.do === 'complete') return end(replay, bookingHold, booking, step, { at, today })

  const actor = { type: 'admin', id: step.by } as const
  if (step.do === 'confirm') return change(replay, bookingHold, booking, { trigger: 'admin-confirm', actor, now: at })
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
  return giveBack(replay, bookingHold, changed, { cause: 'changed', amount, reason, at })
}

function requestOfChange({ dayOf }: Replay, booking: Booking, step: ActivityChange) {
  const { do: _, at: __, by: ___, nights = nightCount(parseStay(booking)), ...given } = step
  const checkIn = given.checkIn === undefined ? parseStay(booking).checkIn : dayOf(given.checkIn)
  return { ...given, checkIn, checkOut: addDays(checkIn, nights) }
}
