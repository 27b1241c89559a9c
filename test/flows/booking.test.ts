import { openCampground } from '@campstore/testing/campground'
import { storedHold } from '@campstore/testing/stored-holds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../system/audit.ts'
import { stayAt } from '../system/campground.ts'
import { sessionOf } from '../system/client.ts'
import { type System, startSystem } from '../system/system.ts'
import { publishedEvents } from '../system/waiting.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ services: ['booking'], processes: 1, holdSeconds: 45 })
})
afterAll(() => system.stop())

const eventsAbout = async (bookingId: string) => (await publishedEvents(system)).get(bookingId)

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
  await expect.poll(() => eventsAbout(session.bookingId)).toEqual(['booking.cancelled: member', 'booking.created'])
})

test('an unpaid booking is cancelled when its hold expires', async () => {
  const [member, other] = await system.members(2)
  if (!member || !other) throw new Error('no members')
  const campground = await openCampground(system.owner, { zones: [1] })
  const session = sessionOf(await member.checkout(stayAt(campground)))

  const step = async () => sessionOf(await member.get(sessionPath(session.bookingId))).checkoutStep
  await expect.poll(step).toBe('closed')
  const ended = await storedHold(system.owner, session.bookingId)
  expect(ended.steps).toEqual(['cancelled by system'])
  expect(ended.updatedAt - Date.parse(session.checkoutExpiresAt)).toBeGreaterThanOrEqual(0)
  expect(await other.checkout(stayAt(campground))).toMatchObject({ status: 200 })
  await expect.poll(() => eventsAbout(session.bookingId)).toEqual(['booking.cancelled: expired', 'booking.created'])
  expect(await audit(system.owner)).toEqual([])
})
