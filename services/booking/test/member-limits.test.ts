import { useFixture } from '@campstore/testing/use-fixture'
import { describe, expect, test } from 'vitest'
import { type BookingFixture, checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// docs/contract/limits.md#holds-of-one-member
const limits = { MAX_HELD_SITE_NIGHTS: '24', MAX_HELD_PIECES: '12', MAX_HELD_SHARE_PERCENT: '50' }
const fixture = useFixture(() => startBookingFixture(limits))

type Guest = Awaited<ReturnType<BookingFixture['member']>>
const checkout = ({ client }: Guest, request: object) => client.post(sessionsPath, request)
const isBeyondLimit = { status: 409, code: 'CONFLICT' }
const twoNights = { checkIn: '2026-12-07', checkOut: '2026-12-09' }

const zoneOf = async (sites: number) =>
  fixture.scenario.zone(await fixture.scenario.campground(), { total_sites: sites })
const sitesOf = (zone: { id: string; campgroundId: string }, quantity: number, changes: object = {}) =>
  checkoutOf(zone, { zones: [{ zoneId: zone.id, quantity }], ...changes })

async function siteNightsOf({ customerId }: Guest): Promise<number> {
  const sql = `
    select coalesce(sum(zone.quantity * (upper(zone.stay) - lower(zone.stay))), 0)::integer as nights
    from booking.booking
    join booking.booking_zone zone on zone.booking_id = booking.id
    where booking.customer_id = $1 and booking.status = 'pending'`
  return (await fixture.owner.query<{ nights: number }>(sql, [customerId])).rows[0]?.nights ?? 0
}

describe('site-nights of a member', () => {
  test('thirty checkouts at once, of two zones in either order, never hold more than the limit', async () => {
    const campground = await fixture.scenario.campground()
    const zones = [await fixture.scenario.zone(campground, { total_sites: 20 })]
    zones.push(await fixture.scenario.zone(campground, { total_sites: 20 }))
    const lines = zones.map(({ id: zoneId }) => ({ zoneId, quantity: 1 }))
    const [guest, other] = [await fixture.member(), await fixture.member()]
    const request = (changes: object) =>
      checkoutOf({ id: '', campgroundId: campground.id }, { ...twoNights, ...changes })
    const attempts = Array.from({ length: 30 }, (_, number) =>
      checkout(guest, request({ zones: number % 2 === 0 ? lines : lines.toReversed() })),
    )
    const ofOther = checkout(other, request({ zones: lines }))
    const answers = await Promise.all(attempts)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(24)
    expect(await siteNightsOf(guest)).toBe(24)
    expect(await ofOther).toMatchObject({ status: 200 })
  })

  test('one booking alone may not pass the limit, and the message says what to do', async () => {
    const zone = await zoneOf(20)
    const stay = { checkIn: '2026-12-07', checkOut: '2026-12-10' }
    const refused = await checkout(await fixture.member(), sitesOf(zone, 9, stay))
    expect(refused).toMatchObject(isBeyondLimit)
    expect(refused.body).toMatchObject({
      error: {
        message: expect.stringMatching(/at most 24 site-nights .* cancel one, or ask for less, then try again/),
      },
    })
    expect(await checkout(await fixture.member(), sitesOf(zone, 8, stay))).toMatchObject({ status: 200 })
  })
})

describe('the share of a night of a zone', () => {
  test('counts what the member holds of the same night in other bookings', async () => {
    const zone = await zoneOf(22)
    const guest = await fixture.member()
    expect(await checkout(guest, sitesOf(zone, 6))).toMatchObject({ status: 200 })
    expect(await checkout(guest, sitesOf(zone, 6, twoNights))).toMatchObject({
      ...isBeyondLimit,
      body: { error: { details: [{ path: 'zones.0.quantity' }] } },
    })
    expect(await checkout(guest, sitesOf(zone, 5, twoNights))).toMatchObject({ status: 200 })
    // The night after is another night: five are held of it.
    const nextNight = { checkIn: '2026-12-08', checkOut: '2026-12-09' }
    expect(await checkout(guest, sitesOf(zone, 7, nextNight))).toMatchObject(isBeyondLimit)
    expect(await checkout(guest, sitesOf(zone, 6, nextNight))).toMatchObject({ status: 200 })
  })

  test('is not judged up to twenty sites', async () => {
    expect(await checkout(await fixture.member(), sitesOf(await zoneOf(20), 20))).toMatchObject({ status: 200 })
    expect(await checkout(await fixture.member(), sitesOf(await zoneOf(21), 11))).toMatchObject(isBeyondLimit)
  })
})

describe('rentals of a member', () => {
  async function rentalsOf(onHand: number) {
    const campground = await fixture.scenario.campground()
    const zone = await fixture.scenario.zone(campground, { total_sites: 20 })
    const { rentalListingId, rentalSkuVariantId } = await fixture.scenario.listing(campground, { onHand })
    return (quantity: number) => checkoutOf(zone, { rentals: [{ rentalListingId, rentalSkuVariantId, quantity }] })
  }

  test('are at most as many pieces as the limit, over all unpaid bookings', async () => {
    const request = await rentalsOf(100)
    const guest = await fixture.member()
    expect(await checkout(guest, request(12))).toMatchObject({ status: 200 })
    expect(await checkout(guest, request(1))).toMatchObject(isBeyondLimit)
    expect(await checkout(await fixture.member(), request(1))).toMatchObject({ status: 200 })
  })

  test('are at most the share of what is on hand, above twenty', async () => {
    const [few, many] = [await rentalsOf(20), await rentalsOf(22)]
    expect(await checkout(await fixture.member(), few(12))).toMatchObject({ status: 200 })
    expect(await checkout(await fixture.member(), many(12))).toMatchObject(isBeyondLimit)
    expect(await checkout(await fixture.member(), many(11))).toMatchObject({ status: 200 })
  })
})
