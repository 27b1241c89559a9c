import type { AvailabilityQuery, CalendarQuery } from '@campstore/contract/booking/search'
import { pageMeta, singlePageMeta } from '@campstore/contract/envelope'
import { lookupKey } from '@campstore/core/lookup-key'
import { PreparedBody } from '@campstore/http/prepared'
import type { SearchDependencies } from '../dependencies.ts'
import { countNights, holidayNightsOf } from '../domain/nights.ts'
import { campgroundNotFound } from '../domain/not-found.ts'
import { calendarOf, freeFor, presentFree } from '../domain/offered-nights.ts'
import { parseStay, requireInsideWindow } from '../domain/stay.ts'

/**
 * One page of the campgrounds with free zones for a stay, with prices; holds nothing (docs/contract/booking.md#search).
 * Throws BOOKING_DATE_INVALID, BOOKING_WINDOW_EXCEEDED; NOT_FOUND without a policy.
 */
export async function searchAvailability(
  { readOffer, clock }: SearchDependencies,
  query: AvailabilityQuery,
): Promise<PreparedBody> {
  const { page, size, guests, region } = query
  const stay = parseStay(query)
  const now = clock()
  const { policy, nights, answer } = await readOffer(now)
  requireInsideWindow(stay, policy, now)
  const key = `search ${JSON.stringify([stay.checkIn, stay.checkOut, guests, region, page, size])}`
  const { json, total } = answer(key, () => {
    const all = freeFor(nights, stay, guests).filter(({ campground }) => isIn(campground.region, region))
    const counts = countNights(stay, holidayNightsOf(stay, nights.calendar))
    const data = all.slice(page * size, (page + 1) * size).map(free => presentFree(free, counts))
    return { body: { success: true, data, meta: pageMeta(page, size, all.length) }, total: all.length }
  })
  return new PreparedBody(json, { page, size, totalElements: total })
}

const isIn = (region: string, wanted: string | undefined): boolean =>
  wanted === undefined || lookupKey(region.trim()) === lookupKey(wanted)

/**
 * The nights of each active zone of an active campground (docs/contract/booking.md#calendar). Throws NOT_FOUND for the
 * campground, or without a policy.
 */
export async function readCalendar(
  { readOffer, clock }: SearchDependencies,
  id: string,
  { from, days }: CalendarQuery,
): Promise<PreparedBody> {
  const { nights, answer } = await readOffer(clock())
  const campground = nights.campgrounds.find(each => each.id === id)
  if (!campground) throw campgroundNotFound()
  const asked = { from: from ?? nights.from, days }
  const { json } = answer(`calendar ${JSON.stringify([id, asked.from, days])}`, () => {
    const data = calendarOf(nights, campground, asked)
    return { body: { success: true, data, meta: singlePageMeta(data.length) }, total: data.length }
  })
  return new PreparedBody(json)
}
