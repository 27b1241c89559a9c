import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, type StoredBooking, storedBookings } from '../system/audit.ts'
import { type OpenCampground, openCampground, stayAt } from '../system/campground.ts'
import { type Answer, type Client, sessionOf } from '../system/client.ts'
import type { ReceivedEvent } from '../system/messages.ts'
import { type System, startSystem } from '../system/system.ts'

const rounds = 100
let system: System
beforeAll(async () => {
  system = await startSystem({ holdSeconds: 3, sweepSeconds: 1 })
})
afterAll(() => system.stop())

/** The three ways in which a hold ends, each with everything that must be found afterwards. */
const endings = {
  cancelled: {
    steps: ['cancelled by member'],
    reservations: ['released'],
    payments: ['unapplied: cancelled'],
    events: ['booking.cancelled: member', 'booking.created', 'payment.unapplied: cancelled'],
    cancelAnswers: ['200'],
  },
  expired: {
    steps: ['cancelled by system'],
    reservations: ['released'],
    payments: ['unapplied: cancelled'],
    events: ['booking.cancelled: expired', 'booking.created', 'payment.unapplied: cancelled'],
    cancelAnswers: ['200', '409 BOOKING_EXPIRED'],
  },
  paid: {
    steps: ['pending by payment'],
    reservations: ['active'],
    payments: ['applied'],
    events: ['booking.created', 'booking.paid'],
    cancelAnswers: ['409 BOOKING_EXPIRED', '409 CONFLICT'],
  },
} as const

test(`cancel, expiry and payment of one booking at the same instant, ${rounds} rounds: one outcome each, and all agree on it`, async () => {
  const [member] = await system.members(1)
  const campground = await openCampground(system.owner, { zones: [rounds], rentals: [rounds] })
  const results = await Promise.all(
    Array.from({ length: rounds }, (_, round) => endThreefold(round, member, campground)),
  )

  const told = await settled()
  const bookings = await storedBookings(system.owner)
  expect(bookings).toHaveLength(rounds)
  const seen = bookings.map(booking => {
    const cancelAnswer = results.find(({ bookingId }) => bookingId === booking.id)?.cancelAnswer
    return judge(booking, told, cancelAnswer)
  })
  expect(seen.filter(({ flaw }) => flaw !== undefined)).toEqual([])
  expect(await audit(system.owner)).toEqual([])
  // Were there only one, nothing would have met.
  expect(new Set(seen.map(({ ending }) => ending)).size, 'different outcomes').toBeGreaterThan(1)
})

/** Books, and aims a cancellation and a payment at the instant at which the hold ends; a little around it, by the round. */
async function endThreefold(round: number, member: Client | undefined, campground: OpenCampground) {
  if (!member) throw new Error('no member')
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const session = sessionOf(await member.checkout(stayAt(campground, { rentals })))
  const at = async <T>(offsetMs: number, act: () => Promise<T>): Promise<T> => {
    await pause(Math.max(0, Date.parse(session.checkoutExpiresAt) + offsetMs - Date.now()))
    return act()
  }
  const [cancelAnswer] = await Promise.all([
    at(-40 + (round % 7) * 10, () => member.cancel(session.bookingId)),
    at(-40 + (round % 11) * 10, () => system.payments.pay(session.bookingId, session.pricing.finalAmount)),
  ])
  return { bookingId: session.bookingId, cancelAnswer }
}

/** Waits until every payment was handled and every event is out. */
async function settled(): Promise<ReceivedEvent[]> {
  const open = async () => {
    const { rows } = await system.owner.query<{ open: number }>(`
      select (select count(*) from booking.outbox)::integer
        + ${rounds} - (select count(*) from booking.payment_notification)::integer as open`)
    return rows[0]?.open
  }
  await expect.poll(open, { timeout: 20_000, interval: 200 }).toBe(0)
  return system.subscriber.events()
}

/** Which ending a booking has had, and what does not belong to it. */
function judge(booking: StoredBooking, told: readonly ReceivedEvent[], cancelAnswer: Answer | undefined) {
  const ending =
    booking.paymentStatus === 'paid' ? 'paid' : booking.steps[0] === 'cancelled by member' ? 'cancelled' : 'expired'
  const { cancelAnswers, ...expected } = endings[ending]
  const { steps, reservations, payments } = booking
  const events = told
    .filter(({ subject }) => subject === booking.id)
    .map(({ type, data }) => (data.reason ? `${type}: ${data.reason}` : type))
    .toSorted()
  const found = { steps, reservations, payments, events }
  const cancel =
    cancelAnswer?.code === undefined ? `${cancelAnswer?.status}` : `${cancelAnswer.status} ${cancelAnswer.code}`
  const answersFit = cancelAnswers.some(answer => answer === cancel)
  const agrees = JSON.stringify(found) === JSON.stringify(expected) && answersFit
  return { ending, flaw: agrees ? undefined : { booking: booking.id, found, cancel } }
}
