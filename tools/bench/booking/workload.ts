import { memberCount, randomUpTo } from '../workload.ts'

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

/** The choice of one request: numbers of ids, days from today, nights. */
export type Choice = { member: number; campground: number; zone: number; day: number; nights: number }

/** Any member, any zone, any check-in of the bookable window, one to three nights. */
export const spreadChoice = (): Choice => ({
  member: randomUpTo(memberCount),
  campground: randomUpTo(campgroundCount),
  zone: randomUpTo(zonesPerCampground),
  day: firstDay + randomUpTo(dayCount) - 1,
  nights: randomUpTo(3),
})

/**
 * The hot choice of the `turn`-th member: one zone for all, and two nights, from which the members move on to the
 * next two after as many requests as a zone has sites, so that no night has more bookings than is realistic.
 */
export const hotChoice = (turn: number): Choice => ({
  member: randomUpTo(memberCount),
  campground: 1,
  zone: 1,
  day: firstDay + 2 * (Math.floor(turn / crowdPerStay) % hotStays),
  nights: 2,
})

/** The calendar date some days from now, in UTC. */
export const dateInDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
