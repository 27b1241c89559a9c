import { type Holiday, holidaySchema, type SetHoliday } from '@campstore/contract/admin/holidays'
import type { ChangeBookingPolicy } from '@campstore/contract/admin/policies'
import { allowsStays } from '@campstore/contract/booking/bounds'
import { type BookingPolicy, bookingPolicySchema } from '@campstore/contract/booking/schemas'
import { errorAt } from '@campstore/contract/errors'
import { present, presenterOf } from '@campstore/contract/present'
import { text } from '@campstore/contract/texts/text'
import type { PlainDate } from '@campstore/core/plain-date'
import { LockMode } from '@mikro-orm/core'
import type { Dependencies } from '../dependencies.ts'
import { holidayNotFound, policyNotFound } from '../domain/not-found.ts'
import { HolidayEntity, PolicyEntity } from '../persistence/entities.ts'

const presentHoliday = presenterOf(holidaySchema)

/** One date of the holiday calendar. Throws NOT_FOUND. */
export const readHoliday = async ({ database }: Dependencies, date: PlainDate): Promise<Holiday> =>
  presentHoliday(await (await database.em()).findOneOrFail(HolidayEntity, date, { failHandler: holidayNotFound }))

/** Writes a date into the holiday calendar, whether it is there or not; bookings keep their counts of nights. */
export const setHoliday = async ({ database }: Dependencies, date: PlainDate, fields: SetHoliday): Promise<Holiday> =>
  presentHoliday(await (await database.em()).upsert(HolidayEntity, { date, ...fields }))

/** Removes a date from the holiday calendar: its night costs what its weekday does. Throws NOT_FOUND. */
export async function removeHoliday({ database }: Dependencies, date: PlainDate): Promise<null> {
  const removed = await (await database.em()).nativeDelete(HolidayEntity, { date })
  if (removed === 0) throw holidayNotFound()
  return null
}

/**
 * Changes the booking policy for all checkouts that begin afterwards. Throws NOT_FOUND without its record;
 * VALIDATION_ERROR where no stay could be booked under it.
 */
export const changeBookingPolicy = async (
  { database }: Dependencies,
  changes: ChangeBookingPolicy,
): Promise<BookingPolicy> =>
  (await database.em()).transactional(async em => {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: policyNotFound }
    const policy = await em.findOneOrFail(PolicyEntity, 1, options)
    const { advanceDays, bookingWindowDays } = policy
    em.assign(policy, changes)
    const isUnchanged = policy.advanceDays === advanceDays && policy.bookingWindowDays === bookingWindowDays
    if (!isUnchanged && !allowsStays(policy)) throw noStayAllowed(changes)
    await em.flush()
    return present(bookingPolicySchema, policy)
  })

/** At the field that was sent; at the earliest check-in where both were. */
const noStayAllowed = ({ advanceDays }: ChangeBookingPolicy) =>
  advanceDays === undefined
    ? errorAt('VALIDATION_ERROR', 'bookingWindowDays', text('must.notBeBelow', { field: 'advanceDays' }))
    : errorAt('VALIDATION_ERROR', 'advanceDays', text('must.notBeAbove', { field: 'bookingWindowDays' }))
