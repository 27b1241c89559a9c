import { openCampground } from '@campstore/testing/campground'
import { storedHold } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { sessionOf } from '../system/client.ts'
import { type System, startSystem } from '../system/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ services: ['booking'], holdSeconds: 3 })
})
afterAll(() => system.stop())

/** The events about a booking, in order. */
const eventsAbout = async (bookingId: string) =>
  (await system.subscriber.events())
    .filter(({ subject }) => subject === bookingId)
    .map(({ type, data }) => (data.reason ? `${type}: ${data.reason}` : type))

const sessionPath = (bookingId: string) => `/api/booking/checkout/sessions/${bookingId}`

test('a booking that its member cancels returns its sites and rentals', async () => {
  const [member, other] = await system.members(2)
  if (!member || !other) throw new Error('no members')
  const campground = await openCampground(system.owner, { zones: [1], rentals: [1] })
  const rentals = campground.rentals.map(rental => ({ ...rental, quantity: 1 }))
  const session = sessionOf(await member.checkout(stayAt(campground, { rentals })))
  expect(await other.checkout(stayAt(campground, { rentals }))).toMatchObject({ code: 'ZONE_UNAVAILABLE' })

  expect(sessionOf(await member.cancel(session.bookingId))).toMatchObject({
    status: 'cancelled',
    checkoutStep: 'closed',
  })
  expect(await other.checkout(stayAt(campground, { rentals }))).toMatchObject({ status: 200 })
  await expect.poll(() => eventsAbout(session.bookingId)).toEqual(['booking.created', 'booking.cancelled: member'])
})

test('an unpaid booking is cancelled when its hold expires', async () => {
  const [member, other] = await system.members(2)
  if (!member || !other) throw new Error('no members')
  const campground = await openCampground(system.owner, { zones: [1] })
  const session = sessionOf(await member.checkout(stayAt(campground)))

  await expect.poll(async () => sessionOf(await member.get(sessionPath(session.bookingId))).checkoutStep).toBe('closed')
  const ended = await storedHold(system.owner, session.bookingId)
  expect(ended.steps).toEqual(['cancelled by system'])
  expect(ended.updatedAt - Date.parse(session.checkoutExpiresAt)).toBeGreaterThanOrEqual(0)
  expect(await other.checkout(stayAt(campground))).toMatchObject({ status: 200 })
  await expect.poll(() => eventsAbout(session.bookingId)).toEqual(['booking.created', 'booking.cancelled: expired'])
  expect(await audit(system.owner)).toEqual([])
})
