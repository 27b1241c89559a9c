import { randomUUID } from 'node:crypto'
import { startCheckoutRequestSchema } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { type HoldLimits, noHoldLimits } from '@campstore/holds/hold-limits'
import { statementOf } from '@campstore/holds/take-hold'
import { memberOf, outcomeOf } from '@campstore/holds/testing/use-cases'
import type { TestListing } from '@campstore/testing/campground'
import { delayRequests } from '@campstore/testing/delayed-transaction'
import { unique } from '@campstore/testing/rows'
import { useFixture } from '@campstore/testing/use-fixture'
import { expect, test, vi } from 'vitest'
import { bookingHolds, type Hold } from '../src/persistence/checkout.ts'
import { createBookingActions, firstNight, type Nights, stayOf } from '../src/testing/booking-actions.ts'
import type { TestZone } from '../src/testing/scenario.ts'
import { startCheckout } from '../src/use-cases/start-checkout.ts'

// What holds of one statement want of each other; the other tests take holds alone.
const fixture = useFixture(createBookingActions)

const nights = (end: number): Nights => ({ first: 0, end })
const aZone = async (total_sites: number) => fixture.scenario.zone(await fixture.scenario.campground(), { total_sites })

type Rental = Pick<TestListing, 'rentalListingId' | 'rentalSkuVariantId'> & { quantity: number }
type Wish = { nights?: Nights; quantity?: number; rentals?: Rental[]; customerId?: string; idempotencyKey?: string }

/** A hold of sites of a zone at its prices as they are now, as a checkout would take it. */
async function holdOf({ id: zoneId, campgroundId }: TestZone, wish: Wish = {}): Promise<Hold> {
  const { nights: stay = nights(1), quantity = 1, rentals = [], customerId = unique('customer') } = wish
  const { idempotencyKey = randomUUID() } = wish
  const given = { guestCount: 1, paymentMethod: 'gateway-credit', idempotencyKey, ...stayOf(stay) }
  const wanted = { campgroundId, zones: [{ zoneId, quantity }], rentals }
  const request = startCheckoutRequestSchema.parse({ ...wanted, ...given })
  const takeBookingHold = vi.fn(async (_: Hold) => ({ outcome: 'outdated', detail: null }) as const)
  const deps = { ...fixture.deps, knownCheckoutInputs: () => undefined, takeBookingHold }
  await outcomeOf(startCheckout(deps, request, memberOf(customerId)))
  return takeBookingHold.mock.calls[0]?.[0] ?? expect.fail('no hold')
}

/** Takes holds in one statement; the outcomes with their details. */
async function take(holds: readonly Hold[], limits: Partial<HoldLimits> = {}): Promise<string> {
  const statement = statementOf(bookingHolds({ holdLimits: { ...noHoldLimits, ...limits } }), holds)
  const { rows } = await fixture.database.requests.query<{ outcome: string; detail: string | null }>(statement)
  return rows.map(({ outcome, detail }) => (detail === null ? outcome : `${outcome}: ${detail}`)).join(' ')
}

test('exactly the sites of a night are held, in the order of arrival', async () => {
  const zone = await aZone(3)
  const hold = (quantity: number) => holdOf(zone, { quantity })
  const [first, second, third, tooMany] = [await hold(2), await hold(2), await hold(1), await hold(4)]
  expect(await take([first, second, third, tooMany])).toBe('held again again zone_unavailable')
  expect(await take([second, third])).toBe('zone_unavailable held')
  expect(await fixture.scenario.takenSites(zone)).toEqual({ '2026-12-07': 3 })
})

test('a stay of which one night is full is refused, and takes none of the others', async () => {
  const zone = await aZone(2)
  const of = (first: number, end: number, quantity = 1) => holdOf(zone, { nights: { first, end }, quantity })
  const [full, before, long, after] = [await of(1, 2, 2), await of(0, 1), await of(0, 3), await of(2, 3, 2)]
  expect(await take([full])).toBe('held')
  expect(await take([before, long, after])).toBe('held zone_unavailable held')
  expect(await fixture.scenario.takenSites(zone)).toEqual({ '2026-12-07': 1, '2026-12-08': 2, '2026-12-09': 2 })
})

test('a closed campground and a changed price refuse only their own bookings', async () => {
  const [open, closed] = [await aZone(2), await aZone(2)]
  const outdated = await holdOf(open)
  await fixture.scenario.change('booking.zone', open.id, { price_weekday: '777.00' })
  const night = { start_date: firstNight, end_date: firstNight }
  await fixture.scenario.closure({ id: closed.campgroundId }, { closure_type: 'date_range', ...night })
  expect(await take([outdated, await holdOf(closed), await holdOf(open)])).toBe('outdated zone_unavailable held')
})

test('exactly the pieces of a rental are held, of all nights that stays have together', async () => {
  const zone = await aZone(9)
  const listing = await fixture.scenario.listing({ id: zone.campgroundId }, { onHand: 3 })
  const hold = (quantity: number, stay = nights(2)) =>
    holdOf(zone, { rentals: [{ ...listing, quantity }], nights: stay })
  const [first, second, without] = [await hold(2), await hold(2, { first: 1, end: 3 }), await holdOf(zone)]
  const [third, tooMany] = [await hold(1), await hold(4)]
  const short = /^held again held again rental_stock_insufficient: \[.*"left": 3.*\]$/
  expect(await take([first, second, without, third, tooMany])).toMatch(short)
  expect(await take([second, third])).toMatch(/^rental_stock_insufficient: \[.*"left": 1.*\] again$/)
  expect(await take([third])).toBe('held')
})

test('with limits, bookings of one member are counted one after the other', async () => {
  const [zone, customerId] = [await aZone(30), unique('customer')]
  const [first, second] = [await holdOf(zone, { customerId }), await holdOf(zone, { customerId })]
  const [tooMany, tooLarge] = [
    await holdOf(zone, { nights: nights(3), quantity: 4 }),
    await holdOf(zone, { quantity: 10 }),
  ]
  const limits = { openHolds: 1, siteNights: 11, sharePercent: 30 }
  const outcomes = 'held too_many_site_nights again too_large_share: zones.0.quantity'
  expect(await take([first, tooMany, second, tooLarge], limits)).toBe(outcomes)
  expect(await take([second], limits)).toBe('too_many_open_holds')
})

test('one key is one booking, also in two statements, of which the second one waits for the first', async () => {
  const [zone, wish] = [await aZone(9), { customerId: unique('customer'), idempotencyKey: randomUUID() }]
  const [one, same, another] = [
    await holdOf(zone, wish),
    await holdOf(zone, wish),
    await holdOf(zone, { ...wish, quantity: 2 }),
  ]
  const lock = (tx: Queryable) => tx.query('lock table booking.status_history in share mode')
  const both = () => Promise.all([take([one]), take([same])])
  expect((await delayRequests(fixture.owner, { lock, atLeast: 2 }, both)).toSorted()).toEqual(['held', 'replayed'])
  expect(await take([one, same, another])).toBe('replayed replayed key_reused')
})
