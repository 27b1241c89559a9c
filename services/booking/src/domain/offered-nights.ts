import type { BookingPolicy, Campground } from '@campstore/contract/booking/schemas'
import { type FreeCampground, freeCampgroundSchema, type ZoneCalendar } from '@campstore/contract/booking/search'
import { present } from '@campstore/contract/present'
import { addDays, daysBetween, type PlainDate } from '@campstore/core/plain-date'
import { type HolidayCalendar, isHolidayNight, type NightCounts } from './nights.ts'
import { zoneLineTotal } from './pricing.ts'
import { type Stay, today } from './stay.ts'

/** An active zone, with its free sites on each night of a range. */
export type OfferedZone = Campground['zones'][number] & { free: readonly number[] }

/** An active campground with its active zones by id, and the reasons of its closed nights by their number. */
export type OfferedCampground = Omit<Campground, 'zones'> & {
  zones: readonly OfferedZone[]
  closedNights: ReadonlyMap<number, string>
}

/** The offers of all campgrounds on the nights of a range, numbered from 0, and the holiday calendar of these nights. */
export type OfferedNights = {
  from: PlainDate
  days: number
  campgrounds: readonly OfferedCampground[]
  calendar: HolidayCalendar
}

/** The nights that a stay can have, by the booking window (docs/contract/booking.md#dates-of-a-stay). */
export function bookableNights(policy: BookingPolicy, now: Date): Pick<OfferedNights, 'from' | 'days'> {
  const { advanceDays, bookingWindowDays, maxNights } = policy
  const isAnyBookable = advanceDays <= bookingWindowDays
  return {
    from: addDays(today(now, policy), advanceDays),
    days: isAnyBookable ? bookingWindowDays - advanceDays + maxNights : 0,
  }
}

/** A campground with the zones that have room for all guests of a stay. */
type Free = { campground: OfferedCampground; zones: { zone: OfferedZone; availableQuantity: number; sites: number }[] }

/**
 * The campgrounds that are open on every night of a stay, and have a zone with room for all guests
 * (docs/contract/booking.md#search).
 *
 * @param stay within the range
 */
export function freeFor({ from, campgrounds }: OfferedNights, stay: Stay, guests: number): Free[] {
  const [first, after] = [daysBetween(from, stay.checkIn), daysBetween(from, stay.checkOut)]
  return campgrounds.flatMap(campground => {
    for (let night = first; night < after; night += 1) if (campground.closedNights.has(night)) return []
    const zones = campground.zones.flatMap(zone => {
      const availableQuantity = Math.min(...zone.free.slice(first, after))
      const sites = Math.ceil(guests / zone.capacityPerSite)
      return sites <= availableQuantity && isPayable(zone, (after - first) * sites)
        ? [{ zone, availableQuantity, sites }]
        : []
    })
    return zones.length === 0 ? [] : [{ campground, zones }]
  })
}

/** Whether the price of these nights and sites fits an amount of a booking, numeric(12,2). */
const isPayable = ({ priceWeekday, priceHoliday }: OfferedZone, siteNights: number): boolean =>
  Math.max(Number(priceWeekday), Number(priceHoliday)) * siteNights < 9_999_999_999

/** A campground with its prices for a stay. */
export const presentFree = ({ campground, zones }: Free, counts: NightCounts): FreeCampground =>
  present(freeCampgroundSchema, campground, {
    ...counts,
    zones: zones.map(({ zone, availableQuantity, sites }) => {
      const [price, total] = [zoneLineTotal(zone, counts, 1), zoneLineTotal(zone, counts, sites)]
      return present(freeCampgroundSchema.shape.zones.element, zone, { availableQuantity, sites, price, total })
    }),
  })

/** Each requested night of each zone of a campground, within the range (docs/contract/booking.md#calendar). */
export function calendarOf(
  { from, days, calendar }: OfferedNights,
  { zones, closedNights }: OfferedCampground,
  asked: { from: PlainDate; days: number },
): ZoneCalendar[] {
  const offset = daysBetween(from, asked.from)
  const first = Math.max(offset, 0)
  const count = Math.max(Math.min(offset + asked.days, days) - first, 0)
  const nights = Array.from({ length: count }, (_, index) => {
    const date = addDays(from, first + index)
    const price = isHolidayNight(date, calendar) ? 'priceHoliday' : 'priceWeekday'
    return { number: first + index, date, price, closedReason: closedNights.get(first + index) ?? null } as const
  })
  return zones.map(zone => ({
    id: zone.id,
    type: zone.type,
    capacityPerSite: zone.capacityPerSite,
    nights: nights.map(({ number, date, price, closedReason }) => ({
      date,
      free: zone.free[number] ?? 0,
      price: zone[price],
      closed: closedReason !== null,
      closedReason,
    })),
  }))
}
