import { hash } from 'node:crypto'
import type { SignedInMember } from '@campstore/auth/members'
import type { AvailabilityChange } from '@campstore/contract/booking/schemas'
import { refundEvents } from '@campstore/contract/messages/events'
import type { ConsumerContext } from '@campstore/service/dependencies'
import { createLive } from '@campstore/service/live'
import { createRecordFeed } from '@campstore/service/record-feed'
import { createFeed, type Feed } from '@campstore/service/stream-feed'
import { z } from 'zod'
import { changeBetween, type FreeSites, freeSitesOf } from './domain/availability-change.ts'
import { today } from './domain/stay.ts'
import { type BookingRow, bookingWithSnapshots, toBooking } from './persistence/bookings.ts'
import { findOccupancy } from './persistence/occupancy.ts'
import { presentDetail } from './presenters.ts'
import { readPolicy } from './use-cases/read-campgrounds.ts'

/** The streams of the booking service (docs/contract/live.md). */
export type LiveBookings = ReturnType<typeof createLiveBookings>

/** The part of an event of a booking, or of a refund, that names the record to read. */
const hint = z.object({
  data: z.union([
    z.object({ bookingId: z.string(), campgroundId: z.string() }),
    z.object({ target: z.object({ id: z.string() }) }),
  ]),
})

/** Creates the streams of bookings and of availability. They follow the events of bookings, and read what changed. */
export function createLiveBookings(context: ConsumerContext) {
  const bookings = createRecordFeed<BookingRow>(context, {
    event: 'booking',
    columns: bookingWithSnapshots,
    table: 'booking.booking',
    history: 'booking.status_history',
    present: row => presentDetail(toBooking(row)),
  })
  const campgrounds = followedCampgrounds(context)
  const live = createLive(context, {
    service: 'booking',
    keys: ['booking.*', ...refundEvents],
    feeds: [bookings, campgrounds],
    wake(event) {
      const { data: found } = hint.safeParse(event)
      if (!found) return
      if ('target' in found.data) return bookings.wake(found.data.target.id)
      bookings.wake(found.data.bookingId)
      campgrounds.wake(found.data.campgroundId)
    },
  })
  return {
    followBooking: (id: string, member: SignedInMember) => live.follow(bookings, id, member),
    followCampground: (id: string) => live.follow(campgrounds, id),
    stop: live.stop,
  }
}

/** Most nights whose free sites are compared: the nights of a calendar. */
const maxNights = 400

type Availability = { id: string; campgroundId: string; free: FreeSites }

function followedCampgrounds(context: ConsumerContext): Feed {
  const { database, clock, log } = context
  const read = async (known: ReadonlyMap<string, string | undefined>): Promise<Map<string, Availability>> => {
    const policy = await readPolicy(context)
    const from = today(clock(), policy)
    const days = Math.min(policy.bookingWindowDays + policy.maxNights, maxNights)
    const states = new Map<string, Availability>()
    for (const [campgroundId, knownId] of known) {
      const zones = await findOccupancy(database.reports, { from, days, campgroundId })
      const free = freeSitesOf(zones)
      const id = versionOf(free)
      if (id !== knownId) states.set(campgroundId, { id, campgroundId, free })
    }
    return states
  }
  const present = ({ campgroundId, free }: Availability, before?: Availability): AvailabilityChange | undefined => {
    if (!before) return { campgroundId, zoneIds: [...free.keys()], nights: null }
    const change = changeBetween(before.free, free)
    return change && { campgroundId, ...change }
  }
  return createFeed({ event: 'availability', read, present, keepsStates: true, pauseMs: 1_000, log })
}

const versionOf = (free: FreeSites): string =>
  hash('sha256', JSON.stringify([...free].map(([zoneId, nights]) => [zoneId, ...nights])), 'base64url').slice(0, 16)
