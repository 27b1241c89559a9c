import { availabilityChangeSchema, bookingDetailSchema } from '@campstore/contract/booking/schemas'
import { openEventStream } from '@campstore/testing/event-stream'
import { refundFor } from '@campstore/testing/payments'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkoutOf, startBookingFixture } from '../src/testing/booking-fixture.ts'

// docs/contract/live.md. Invalid requests are in test/bad-requests.
const fixture = useFixture(() => startBookingFixture())

async function follow(bookingId: string, { subject }: { subject: string }) {
  const token = await fixture.issuer.token({ subject, issuedAt: fixture.clock.now() })
  const url = `${fixture.service.url}/api/booking/bookings/${bookingId}/events`
  return openEventStream(url, { authorization: `Bearer ${token}` })
}

async function heldBooking() {
  const zone = await fixture.scenario.zone(await fixture.scenario.campground())
  const member = await fixture.member()
  const session = await fixture.hold(member, checkoutOf(zone))
  const read = async () => (await member.client.get(`/api/booking/bookings/${session.bookingId}`)).data
  return { zone, member, session, id: session.bookingId, read }
}

test('live, rules 1 and 2: the present state as GET says it, then the state after each change', async () => {
  const { member, session, id, read } = await heldBooking()
  const stream = await follow(id, member)
  expect([stream.status, stream.headers.get('cache-control')]).toEqual([200, 'no-store'])
  await expect.poll(stream.events).toMatchObject([{ event: 'booking', data: await read() }])
  await fixture.pay(session)
  await expect.poll(() => stream.events().length).toBe(2)
  expect(stream.events()[1]?.data).toEqual(await read())
  expect(bookingDetailSchema.parse(stream.events()[1]?.data)).toMatchObject({ paymentStatus: 'paid' })
  await fixture.administrator().post(`/internal/booking/bookings/${id}/confirm`)
  await expect.poll(() => stream.events().at(-1)?.data).toMatchObject({ status: 'confirmed' })
  expect(new Set(stream.events().map(event => event.id)).size).toBe(3)
})

test('live: a refund is shown when it becomes due, and when it was made', async () => {
  const { member, session, id } = await heldBooking()
  const stream = await follow(id, member)
  await fixture.paid(session)
  const again = await fixture.pay(session)
  const shown = () => z.object({ refunds: z.array(z.unknown()) }).safeParse(stream.events().at(-1)?.data).data?.refunds
  await expect.poll(shown).toMatchObject([{ cause: 'unapplied', status: 'due', doneAt: null }])
  await fixture.notify(refundFor(again, fixture.clock.now()))
  await expect.poll(shown).toMatchObject([{ cause: 'unapplied', status: 'done' }])
})

test('live, rule 4: which zones and nights of a campground have another number of free sites', async () => {
  const { zone } = await heldBooking()
  const { id: other } = await fixture.scenario.zone({ id: zone.campgroundId })
  const url = `${fixture.service.url}/api/booking/campgrounds/${zone.campgroundId}/events`
  const stream = await openEventStream(url)
  await expect.poll(() => stream.events().length).toBe(1)
  const all = availabilityChangeSchema.parse(stream.events()[0]?.data)
  expect({ ...all, zoneIds: all.zoneIds.toSorted() }).toEqual({
    campgroundId: zone.campgroundId,
    zoneIds: [zone.id, other].toSorted(),
    nights: null,
  })
  const { bookingId } = await fixture.hold(await fixture.member(), checkoutOf(zone, { checkOut: '2026-12-09' }))
  const nights = ['2026-12-07', '2026-12-08']
  const change = { campgroundId: zone.campgroundId, zoneIds: [zone.id], nights }
  await expect.poll(() => stream.events().slice(1)).toMatchObject([{ event: 'availability', data: change }])
  fixture.clock.advance(900_000)
  await fixture.expire(bookingId)
  await expect.poll(() => stream.events().slice(2)).toMatchObject([{ data: change }])
})

test('live, rule 5: a stream ends when its token expires', async () => {
  const { member, id } = await heldBooking()
  const stream = await follow(id, member)
  await expect.poll(stream.events).toHaveLength(1)
  fixture.clock.advance(3_600_000)
  await expect.poll(stream.state).toBe('ended')
})

test('live, rule 6: a member has so many streams at a time, and closed ones do not count', async () => {
  const { member, id } = await heldBooking()
  const [first] = await Promise.all(Array.from({ length: 10 }, () => follow(id, member)))
  expect([(await follow(id, member)).status, (await follow(id, await fixture.member())).status]).toEqual([429, 404])
  first?.close()
  await expect.poll(async () => (await follow(id, member)).status).toBe(200)
})
