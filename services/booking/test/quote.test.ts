import { bookingQuoteSchema } from '@campstore/contract/booking/quotes'
import { addDays, businessDate } from '@campstore/core/plain-date'
import { whileTablesAreLocked } from '@campstore/testing/delayed-transaction'
import { useFixture } from '@campstore/testing/use-fixture'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkoutOf, sessionsPath, startBookingFixture } from '../src/testing/booking-fixture.ts'

// docs/contract/booking.md#quote
const fixture = useFixture(startBookingFixture)

/** Everything that a hold locks or writes. */
const tables = 'booking booking_zone rental_reservation status_history idempotency_key outbox zone'
  .split(' ')
  .map(name => `booking.${name}`)

const plenty = 1_000_000
const pieces = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 40 }) }, fc.constant(2_147_483_647))

test('for every request, a quote is what the checkout then shows or refuses; it waits for no lock and writes nothing', async () => {
  const campground = await fixture.scenario.campground()
  const anyZone = { total_sites: plenty, price_weekday: '999.99', price_holiday: '1333.33' }
  const zones = [await fixture.scenario.zone(campground, anyZone), await fixture.scenario.zone(campground, anyZone)]
  const elsewhere = await fixture.scenario.zone(await fixture.scenario.campground())
  const rented = { onHand: plenty, listing: { price_weekday: '33.33', price_holiday: '49.99', discount_rate: '0.17' } }
  const listing = await fixture.scenario.listing(campground, rented)
  await fixture.scenario.holiday('2026-12-24')
  await fixture.scenario.holiday('2026-12-26', 'working')
  const member = await fixture.member()
  const today = businessDate(fixture.clock.now(), 'Asia/Taipei', 0)

  const anyRequest = fc.record({
    first: fc.integer({ min: 0, max: 91 }),
    nights: fc.integer({ min: 0, max: 15 }),
    zoneIds: fc.uniqueArray(fc.constantFrom(...zones.map(({ id }) => id), ...zones.map(({ id }) => id), elsewhere.id), {
      minLength: 1,
      maxLength: 2,
    }),
    sites: pieces,
    rentals: fc.option(pieces),
    variant: fc.constantFrom(listing.rentalSkuVariantId, listing.rentalSkuVariantId, 'another'),
  })
  await fc.assert(
    fc.asyncProperty(anyRequest, async ({ first, nights, zoneIds, sites, rentals, variant }) => {
      const checkIn = addDays(today, first)
      const { rentalListingId } = listing
      const request = checkoutOf(elsewhere, {
        campgroundId: campground.id,
        checkIn,
        checkOut: addDays(checkIn, nights),
        zones: zoneIds.map(zoneId => ({ zoneId, quantity: sites })),
        ...(rentals !== null && { rentals: [{ rentalListingId, rentalSkuVariantId: variant, quantity: rentals }] }),
      })
      const quote = await whileTablesAreLocked(fixture.owner, tables, () =>
        member.client.post('/api/booking/checkout/quotes', request, { prefer: 'handling=strict' }),
      )
      const checkout = await member.client.post(sessionsPath, request)
      // Whether enough sites are left is known only under the lock.
      if (checkout.code === 'ZONE_UNAVAILABLE' && quote.status === 200) return
      expect(quote.code).toBe(checkout.code)
      if (checkout.status !== 200) return void expect(quote.body).toEqual(checkout.body)
      expect(checkout.data).toMatchObject(bookingQuoteSchema.parse(quote.data))
    }),
    { numRuns: 8 },
  )
})
