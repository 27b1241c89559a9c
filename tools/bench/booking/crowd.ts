import { memberCount, upTo } from '../crowd.ts'

/** The campgrounds that are made, each with as many zones. */
export const campgroundCount = 25
export const zonesPerCampground = 4

/** Check-in is from two days ahead on, and this many days after it, which is inside any day's window of 90 days. */
export const firstDay = 2
export const dayCount = 80

/** Sites that a real zone has: so many want a hot stay before the crowd moves on. */
export const crowdPerStay = 40
/** Hot stays, two nights each, side by side. */
export const hotStays = dayCount / 2

/** Ids of the made data, numbered from 1. */
export const campgroundId = (number: number): string => `camp-${number}`
export const zoneId = (campground: number, zone: number): string => `camp-${campground}-zone-${zone}`

/** What one request wants: numbers that the ids are made of, days from today, nights. */
export type Wish = { member: number; campground: number; zone: number; day: number; nights: number }

/** Any member, any zone, any check-in of the bookable window, one to three nights. */
export const spreadWish = (): Wish => ({
  member: upTo(memberCount),
  campground: upTo(campgroundCount),
  zone: upTo(zonesPerCampground),
  day: firstDay + upTo(dayCount) - 1,
  nights: upTo(3),
})

/**
 * The hot wish of the `turn`-th in the crowd: one zone for everybody, and two nights, from which the crowd moves on to the
 * next two when as many have asked as a zone has sites, so that no night is counted over more bookings than could be real.
 */
export const hotWish = (turn: number): Wish => ({
  member: upTo(memberCount),
  campground: 1,
  zone: 1,
  day: firstDay + 2 * (Math.floor(turn / crowdPerStay) % hotStays),
  nights: 2,
})

/** The calendar date some days from now, in UTC. */
export const dateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
