import { availabilitySchema, bookingDetailSchema, bookingListItemSchema } from '@campstore/contract/booking/schemas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { audit } from '../system/audit.ts'
import { openCampground, stayAt } from '../system/campground.ts'
import { sessionOf } from '../system/client.ts'
import { storedHold } from '../system/stored-holds.ts'
import { type System, startSystem } from '../system/system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem({ services: ['booking'], holdSeconds: 3 })
})
afterAll(() => system.stop())

/** What a subscriber was told of a booking, in order. */
const toldOf = async (bookingId: string) =>
  (await system.subscriber.events())
    .filter(({ subject }) => subject === bookingId)
    .map(({ type, data }) => (data.reason ? `${type}: ${data.reason}` : type))

const sessionPath = (bookingId: string) => `/api/booking/checkout/sessions/${bookingId}`

test('a booking from availability to checkout, read, payment, list and detail', async () => {
  const [member] = await system.members(1)
  if (!member) throw new Error('no member')
  const campground = await openCampground(system.owner, { zones: [1], rentals: [2] })
  const [rental] = campground.rentals
  const wish = stayAt(campground, { rentals: rental && [{ ...rental, quantity: 2 }] })
  const available = async () =>
    availabilitySchema.parse((await system.visitor.post('/api/booking/check-availability', wish)).data).available

  expect(await available()).toBe(true)
  const session = sessionOf(await member.checkout(wish))
  expect(session).toMatchObject({ status: 'pending', paymentStatus: 'unpaid', checkoutStep: 'ready_to_pay' })
  expect(await available()).toBe(false)
  expect(sessionOf(await member.get(sessionPath(session.bookingId)))).toEqual(session)

  await system.payments.pay({ kind: 'booking', id: session.bookingId }, session.pricing.finalAmount)
  const paid = { status: 'pending', paymentStatus: 'paid' }
  await expect
    .poll(async () => sessionOf(await member.get(sessionPath(session.bookingId))), { timeout: 5_000 })
    .toEqual({ ...session, ...paid, checkoutStep: 'completed' })

  const listed = z.array(bookingListItemSchema).parse((await member.get('/api/booking/bookings')).data)
  expect(listed).toMatchObject([{ bookingId: session.bookingId, ...paid, finalAmount: session.pricing.finalAmount }])
  const detail = bookingDetailSchema.parse((await member.get(`/api/booking/bookings/${session.bookingId}`)).data)
  expect(detail).toMatchObject({ ...paid, paidAt: expect.any(String), zones: session.zones, rentals: session.rentals })

  await expect.poll(() => toldOf(session.bookingId), { timeout: 5_000 }).toEqual(['booking.created', 'booking.paid'])
  await expect.poll(() => system.subscriber.endedHolds(), { timeout: 6_000 }).toContain(session.bookingId)
  expect(await available(), 'a paid booking outlives its hold').toBe(false)
})

test('a booking that its member cancels gives its sites and its rentals back', async () => {
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
  await expect
    .poll(() => toldOf(session.bookingId), { timeout: 5_000 })
    .toEqual(['booking.created', 'booking.cancelled: member'])
})

test('a booking that nobody pays ends by itself when its hold is over', async () => {
  const [member, other] = await system.members(2)
  if (!member || !other) throw new Error('no members')
  const campground = await openCampground(system.owner, { zones: [1] })
  const session = sessionOf(await member.checkout(stayAt(campground)))

  await expect
    .poll(async () => sessionOf(await member.get(sessionPath(session.bookingId))).checkoutStep, { timeout: 8_000 })
    .toBe('closed')
  const ended = await storedHold(system.owner, session.bookingId)
  expect(ended.steps).toEqual(['cancelled by system'])
  expect(ended.updatedAt - Date.parse(session.checkoutExpiresAt)).toBeGreaterThanOrEqual(0)
  expect(await other.checkout(stayAt(campground))).toMatchObject({ status: 200 })
  await expect
    .poll(() => toldOf(session.bookingId), { timeout: 5_000 })
    .toEqual(['booking.created', 'booking.cancelled: expired'])
  expect(await audit(system.owner)).toEqual([])
})
