import type { Administrator } from '@campstore/auth/internal-token'
import { givesAnyAmount } from '@campstore/contract/admin/fields'
import type { ChangeStayRequest, QuoteChangeRequest } from '@campstore/contract/admin/stay-changes'
import type { AdminBookingDetail } from '@campstore/contract/booking/schemas'
import { ApiError, errorAt, type Mistake } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { cents, money, sameAmount } from '@campstore/core/money'
import { type Transaction, transaction } from '@campstore/database/database'
import { chargedFor, givenBack, leftOf, paidFor } from '@campstore/holds/money/account'
import { readAccount } from '@campstore/holds/money/stored-account'
import { staffAction } from '@campstore/holds/staff-action'
import { bookingHold } from '../booking-hold.ts'
import type { Dependencies } from '../dependencies.ts'
import { agreedContent, agreedHolidays, costOfNights, type LineParts, partsOfChange } from '../domain/agreed-prices.ts'
import { staffActions } from '../domain/lifecycle.ts'
import { countNights } from '../domain/nights.ts'
import { bookingNotFound, policyNotFound } from '../domain/not-found.ts'
import { parseStay, today } from '../domain/stay.ts'
import { hasSameContent, isUnchanged, priceOfChange, requireChangeable, wantedOf } from '../domain/stay-change.ts'
import type { Booking } from '../persistence/bookings.ts'
import { type PriceInputs, readInputsWithPast } from '../persistence/checkout.ts'
import { findShortagesOfChange, lockChange, type ShortagesOfChange, writeChange } from '../persistence/stay-changes.ts'
import { type PlannedChange, presentChangeQuote, presentContent, stayOfEvent } from '../presenters.ts'
import { requireAmountsInRange, shortageOf, shortRentalsOf } from './capacity-refusals.ts'
import { staffView } from './change-booking.ts'
import { calendarOf, priceStay } from './compose-booking.ts'

/**
 * What a change of a paid stay would make of it now; holds nothing (docs/contract/admin.md#change-a-stay). The quote
 * shows shortages and a price above the payment. Throws as {@link changeStay} for everything else.
 */
export const quoteChange = ({ database, clock }: Dependencies, id: string, request: QuoteChangeRequest) =>
  transaction(database.requests, async tx => {
    const booking = await bookingHold.find(tx, id)
    if (!booking) throw bookingNotFound()
    const now = clock()
    const { trigger, refusal } = staffActions.change
    if (!bookingHold.transition(booking, trigger, { now })) throw new ApiError('CONFLICT', text(refusal))
    const plan = await planChange(tx, booking, request, now)
    return presentChangeQuote(plan, await findShortagesOfChange(tx, id, plan.changed))
  })

/**
 * Changes a paid stay for staff, all or nothing (docs/contract/admin.md#change-a-stay). What it had is free and what it gets is
 * held in one transaction. A cheaper one opens a refund. The same content again changes nothing. Throws NOT_FOUND; CONFLICT for
 * another state, for nights that have passed, for a price above the payment, and for another price than the expected one;
 * FORBIDDEN for a gift without its permission; BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED, ZONE_UNAVAILABLE,
 * RENTAL_STOCK_INSUFFICIENT.
 */
export const changeStay = (
  deps: Dependencies,
  id: string,
  { expectedAmount, reason, ...request }: ChangeStayRequest,
  administrator: Administrator,
): Promise<AdminBookingDetail> =>
  staffAction(deps, bookingHold, staffView(deps), {
    ...staffActions.change,
    id,
    administrator,
    reason,
    isDone: booking => isChangeable(booking) && isUnchanged(booking, request),
    carryOut: (tx, booking, now) =>
      carryOutChange(tx, booking, request, { expectedAmount, reason, now, administrator }),
  })

type AgreedChange = {
  expectedAmount?: string
  reason: string
  now: Date
  administrator: Pick<Administrator, 'adminId' | 'permissions'>
}

/**
 * Writes the changed content of a locked booking, before its transition; throws as {@link changeStay}.
 *
 * @param agreed.expectedAmount undefined for the present price
 */
export async function carryOutChange(
  tx: Transaction,
  booking: Booking,
  request: QuoteChangeRequest,
  { expectedAmount, reason, now, administrator }: AgreedChange,
) {
  const plan = await planChange(tx, booking, request, now)
  const { changed, refundAmount } = plan
  requirePaid(plan, request.price)
  requireGift(plan, administrator)
  requireExpected(changed, expectedAmount ?? changed.finalAmount)
  await lockChange(tx, booking, changed)
  requireNoShortage(await findShortagesOfChange(tx, booking.id, changed))
  const [before, after] = [presentContent(booking), presentContent(changed)]
  await writeChange(tx, changed, { before, after, reason, at: now, adminId: administrator.adminId })
  const eventFields = { before: stayOfEvent(booking), after: stayOfEvent(changed) }
  return { given: changed, eventFields, refundAmount }
}

const isChangeable = (booking: Booking): boolean =>
  bookingHold.transition(booking, staffActions.change.trigger, { now: new Date() }) !== undefined

/**
 * Agreed nights keep their prices, and added nights have the prices of a checkout. Guests and times of arrival have no price, so they change
 * none.
 */
async function planChange(
  tx: Transaction,
  booking: Booking,
  request: QuoteChangeRequest,
  now: Date,
): Promise<PlannedChange> {
  const before = wantedOf(booking)
  const after = wantedOf(booking, request)
  const stay = parseStay(after)
  const { campgroundId, attendance } = booking
  const inputs = await readInputsWithPast(tx, {
    campgroundId,
    rentalListingIds: after.rentals.map(rental => rental.rentalListingId),
  })
  const { policy } = inputs
  if (!policy) throw policyNotFound()
  requireChangeable({ ...before, ...parseStay(before) }, { ...after, ...stay }, policy, now)
  const { guestCount, arrivalTime } = after
  const guests = { guestCount, arrivalTime }
  if (hasSameContent(before, after))
    return {
      changed: { ...booking, ...guests },
      difference: money(0),
      gift: money(0),
      refundAmount: money(0),
      dueOfChanges: money(0),
      added: [],
    }

  const { zones, rentals } = after
  const offered = priceStay({ campgroundId, ...stay, zones, rentals }, stay, withOwn(inputs, booking))
  const agreed = { ...booking, holidayNights: agreedHolidays({ ...booking, ...parseStay(before) }, calendarOf(inputs)) }
  const parts = partsOfChange(agreed, offered)
  const prices = {
    before: booking.finalAmount,
    after: costOfNights(parts.flatMap(({ kept, added }) => [...kept, ...added])),
  }
  const account = await readAccount(tx, bookingHold, booking)
  const paid = { charged: chargedFor(account), paidFor: paidFor(account), left: leftOf(account) }
  const price = priceOfChange(prices, paid, request.price)
  const dueOfChanges = givenBack(account, 'changed', 'due')
  const priced = { ...offered, ...agreedContent(agreed, offered, parts, price.gift) }
  requireAmountsInRange(priced)
  const isToCome = stay.checkIn > today(now, policy)
  const { campgroundName, region } = booking
  const content = { ...priced, ...countNights(stay, priced.holidayNights), ...guests, campgroundName, region }
  const changed = { ...booking, ...content, attendance: isToCome ? null : attendance }
  return { changed, ...price, dueOfChanges, added: addedBy(parts, zones.length) }
}

const addedBy = (parts: readonly LineParts[], zones: number): PlannedChange['added'] =>
  parts.flatMap(({ added }, line) => {
    const path = line < zones ? `zones.${line}` : `rentals.${line - zones}`
    const nights = added.reduce((total, { quantity }) => total + quantity, 0)
    return nights > 0 ? [{ path, nights, amount: costOfNights(added) }] : []
  })

/** The offer with the booking's own campground and rentals, which it may keep even if they can no longer be booked. */
const withOwn = (inputs: PriceInputs, { campgroundName: name, region, rentals }: Booking): PriceInputs => ({
  ...inputs,
  campground: inputs.campground ?? { name, region },
  rentals: [...inputs.rentals, ...rentals],
})

/** Refuses a change that costs more than was paid and is no gift, with what is added. Throws CONFLICT. */
function requirePaid({ difference, added, dueOfChanges }: PlannedChange, price: QuoteChangeRequest['price']): void {
  if (price === 'kept' || cents(difference) <= 0n) return
  const details: Mistake[] = [
    { path: 'price', reason: text('booking.costsMore', { difference }) },
    ...added.map(({ path, nights: count, amount }) => ({ path, reason: text('booking.adds', { count, amount }) })),
  ]
  const message =
    cents(dueOfChanges) > 0n
      ? text('booking.costsMoreThanLeft', { difference, due: dueOfChanges })
      : text('booking.costsMoreThanPaid', { difference })
  throw new ApiError('CONFLICT', message, { details })
}

/** Throws FORBIDDEN. */
function requireGift({ gift }: PlannedChange, { permissions }: Pick<Administrator, 'permissions'>): void {
  if (cents(gift) > 0n && !permissions.includes(givesAnyAmount))
    throw errorAt('FORBIDDEN', 'price', text('booking.giftNeeds', { permission: givesAnyAmount }))
}

/** Throws CONFLICT. */
function requireExpected({ finalAmount: amount }: Booking, expected: string): void {
  if (!sameAmount(amount, expected))
    throw errorAt('CONFLICT', 'expectedAmount', text('price.now', { amount }), text('booking.priceChanged', { amount }))
}

/** Throws ZONE_UNAVAILABLE, RENTAL_STOCK_INSUFFICIENT. */
function requireNoShortage({ rentals, ...sites }: ShortagesOfChange): void {
  const refusal = shortageOf(sites) ?? (rentals.length > 0 ? shortRentalsOf(rentals) : undefined)
  if (refusal) throw refusal
}
