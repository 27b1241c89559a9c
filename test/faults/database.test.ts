import type { BookingCheckoutSession } from '@campstore/contract/booking/schemas'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { audit, storedBookings } from '../system/audit.ts'
import { type OpenCampground, openCampground, stayAt } from '../system/campground.ts'
import { type Answer, type Client, sessionOf, tally } from '../system/client.ts'
import { startLoad } from '../system/load.ts'
import { privatePostgres } from '../system/private-servers.ts'
import { endOf, type System, startSystem } from '../system/system.ts'
import { allEnded, forSeconds, longestOverrun, toldByBooking } from '../system/waiting.ts'

let postgres: Awaited<ReturnType<typeof privatePostgres>>
let system: System
let members: Client[]
let campground: OpenCampground
beforeAll(async () => {
  postgres = await privatePostgres()
})
afterAll(() => postgres.kill())
afterEach(() => system.stop())

async function startWith(options: { holdSeconds: number }): Promise<void> {
  system = await startSystem({ database: postgres.database(), ...options })
  members = await system.members(load.places)
  campground = await openCampground(system.owner, { zones: [5000], rentals: [5000] })
}

const load = { places: 6, pauseMs: 60, most: 1500 }
const outages = [
  { fault: 'PostgreSQL restarted', end: () => postgres.stop() },
  { fault: 'PostgreSQL killed and started', end: () => postgres.kill() },
]

test.each(outages)(
  '$fault under load: requests fail with 503 only, what was answered is kept, and all recovers by itself',
  async ({ end }) => {
    await startWith({ holdSeconds: 4 })
    const before = new Set((await storedBookings(system.owner)).map(({ id }) => id))
    const requests: { first: Answer; again: () => Promise<Answer> }[] = []
    const running = startLoad(load, async number => {
      const member = members[number % members.length]
      if (!member) throw new Error('no member')
      const wish = stayAt(campground, { rentals: campground.rentals.map(rental => ({ ...rental, quantity: 1 })) })
      const again = () => member.checkout(wish)
      const first = number % 3 === 0 ? await member.get('/api/booking/campgrounds') : await again()
      if (number % 3 !== 0) requests.push({ first, again })
      return first
    })
    await forSeconds(1.5)
    await end()
    await forSeconds(2)
    await postgres.start()
    const backAt = Date.now()
    await forSeconds(3)
    const answers = await running.stop()

    expect(Object.keys(tally(answers)).toSorted()).toEqual(['200', '503 SERVICE_UNAVAILABLE'])
    expect(Math.max(...answers.map(({ tookMs }) => tookMs)), 'no request hangs').toBeLessThan(10_000)
    expect(tally(answers.filter(({ sentAt }) => sentAt > backAt + 1_000))).toEqual({ '200': expect.any(Number) })
    for (const process of system.booking) expect(await endOf(process)).toBe('still runs')

    // A member whose request failed sends it again, and gets what the first one may have made.
    const repeated = await Promise.all(requests.map(({ again }) => again()))
    expect(tally(repeated)).toEqual({ '200': requests.length })
    for (const [line, { first }] of requests.entries())
      if (first.status === 200) expect(repeated[line]?.text).toBe(first.text)

    const bookings = (await allEnded(system, 30)).filter(({ id }) => !before.has(id))
    expect(bookings.map(({ id }) => id).toSorted()).toEqual(
      repeated.map(answer => sessionOf(answer).bookingId).toSorted(),
    )
    expect(longestOverrun(bookings, backAt)).toBeLessThan(30)
    const told = await toldByBooking(system)
    expect(bookings.filter(({ id }) => told.get(id)?.join() !== 'booking.cancelled: expired,booking.created')).toEqual(
      [],
    )
    expect(await audit(system.owner)).toEqual([])
  },
)

test('PostgreSQL away while a payment comes in: the payment waits, and relays and consumers go on when it is back', async () => {
  await startWith({ holdSeconds: 900 })
  const [early, late] = await Promise.all(
    members.slice(0, 2).map(member => member.checkout(stayAt(campground)).then(sessionOf)),
  )
  if (!early || !late) throw new Error('no bookings')
  const paymentOf = async ({ bookingId }: BookingCheckoutSession) =>
    (await storedBookings(system.owner)).find(({ id }) => id === bookingId)?.paymentStatus

  await postgres.stop()
  await system.payments.pay(early.bookingId, early.pricing.finalAmount)
  await forSeconds(1)
  await postgres.start()

  await expect.poll(listeners, { timeout: 10_000, message: 'relays that listen' }).toBe(system.booking.length)
  await system.payments.pay(late.bookingId, late.pricing.finalAmount)
  await expect.poll(() => paymentOf(late), { timeout: 5_000, message: 'the payment that came after' }).toBe('paid')
  await expect.poll(() => paymentOf(early), { timeout: 40_000, message: 'the payment that waited' }).toBe('paid')
  for (const { bookingId } of [early, late]) {
    await expect
      .poll(async () => (await toldByBooking(system)).get(bookingId), { timeout: 5_000 })
      .toEqual(['booking.created', 'booking.paid'])
  }
  expect(await audit(system.owner)).toEqual([])
})

/** How many connections listen for what the outbox has. */
async function listeners(): Promise<number> {
  const { rowCount } = await system.owner.query("select from pg_stat_activity where query = 'listen booking_outbox'")
  return rowCount ?? 0
}
