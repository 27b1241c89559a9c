import { bookingCheckoutSessionSchema } from '@campstore/contract/booking/schemas'
import type { ApiResponse } from '@campstore/testing/client'
import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// docs/contract/limits.md#holds-of-one-member; test/holds/open-holds.test.ts has the number of holds, hold-batches.test.ts many at once.
const limits = { MAX_HELD_SITE_NIGHTS: '24', MAX_HELD_PIECES: '12', MAX_HELD_SHARE_PERCENT: '50' }
const fixture = useFixture(() => startBookingFixture(limits))

const held = { status: 200 }
const isBeyondLimit = { status: 409, code: 'CONFLICT' }
const [monday, tuesday] = [{ checkOut: '2026-12-08' }, { checkIn: '2026-12-08', checkOut: '2026-12-09' }]
const twoNights = { checkOut: '2026-12-09' }

/** Makes a booking a paid one. */
async function payFor({ data }: ApiResponse) {
  const { bookingId } = bookingCheckoutSessionSchema.parse(data)
  const sql = "update booking.booking set payment_status = 'paid', paid_at = created_at where id = $1"
  await fixture.owner.query(sql, [bookingId])
}

/** Lets one guest, or another, book sites of a zone with this many sites. */
async function guestOf(sites: number) {
  const campground = await fixture.scenario.campground()
  const [zone, otherZone] = [
    await fixture.scenario.zone(campground, { total_sites: sites }),
    await fixture.scenario.zone(campground, { total_sites: sites }),
  ]
  const book = ({ client }: Awaited<ReturnType<typeof fixture.member>>, quantity: number, stay: object, of = zone) =>
    client.post(sessionsPath, checkoutOf(of, { zones: [{ zoneId: of.id, quantity }], ...stay }))
  const guest = await fixture.member()
  return {
    bookOtherZone: (quantity: number) => book(guest, quantity, monday, otherZone),
    book: (quantity: number, stay: object = monday) => book(guest, quantity, stay),
    bookAsAnother: async (quantity: number) => book(await fixture.member(), quantity, monday),
  }
}

test('site-nights of all unpaid bookings of a member; the message says what to do', async () => {
  const { book, bookAsAnother } = await guestOf(20)
  expect(await book(10, twoNights)).toMatchObject(held)
  const message = expect.stringMatching(/at most 24 site-nights .* cancel one, or ask for less, then try again/)
  expect(await book(5)).toMatchObject({ ...isBeyondLimit, message })
  expect(await book(4)).toMatchObject(held)
  expect(await bookAsAnother(5)).toMatchObject(held)
})

describe('the share of a night of a zone', () => {
  test('counts what the member holds of the same night in other bookings', async () => {
    const { book } = await guestOf(22)
    expect(await book(6)).toMatchObject(held)
    const details = [{ path: 'zones.0.quantity' }]
    expect(await book(6, twoNights)).toMatchObject({ ...isBeyondLimit, details })
    expect(await book(5, twoNights)).toMatchObject(held)
    // The night after is another night: five are held of it.
    expect(await book(7, tuesday)).toMatchObject(isBeyondLimit)
    expect(await book(6, tuesday)).toMatchObject(held)
  })

  test('does not count other zones and what was paid', async () => {
    const { book, bookOtherZone } = await guestOf(22)
    const paid = await book(11)
    expect(await bookOtherZone(11)).toMatchObject(held)
    await payFor(paid)
    expect(await book(11)).toMatchObject(held)
  })

  test('is not judged up to twenty sites', async () => {
    expect(await (await guestOf(20)).book(20)).toMatchObject(held)
    expect(await (await guestOf(21)).book(11)).toMatchObject(isBeyondLimit)
  })
})

const [mondayPieces, tuesdayPieces] = [
  (quantity: number) => ({ quantity, stay: monday }),
  (quantity: number) => ({ quantity, stay: tuesday }),
]

test.each([
  ['pieces of all unpaid bookings, up to the limit', 100, [12, 1].map(mondayPieces), ['held', 'refused']],
  ['the share of what is on hand, above twenty', 22, [12, 11].map(mondayPieces), ['refused', 'held']],
  ['no share of up to twenty', 20, [12].map(mondayPieces), ['held']],
  ['the share of each night', 22, [mondayPieces(6), tuesdayPieces(6)], ['held', 'held']],
  ['nothing that was paid', 100, [12, 12].map(mondayPieces), ['paid', 'held']],
])('rentals of a member: %s', async (_, onHand, wishes, expected) => {
  const campground = await fixture.scenario.campground()
  const zone = await fixture.scenario.zone(campground, { total_sites: 20 })
  const listing = await fixture.scenario.listing(campground, { onHand })
  const { client } = await fixture.member()
  for (const [turn, { quantity, stay }] of wishes.entries()) {
    const answer = await client.post(sessionsPath, checkoutOf(zone, { rentals: [{ ...listing, quantity }], ...stay }))
    expect(answer).toMatchObject(expected[turn] === 'refused' ? isBeyondLimit : held)
    if (expected[turn] === 'paid') await payFor(answer)
  }
})
