import { createScenario } from '@campstore/booking/testing/scenario'
import { addDays, businessDate, type PlainDate } from '@campstore/core/plain-date'
import type { OidcIssuer } from '@campstore/testing/oidc-issuer'
import type { Pool } from 'pg'
import { z } from 'zod'
import { goodCredentials } from './credentials.ts'
import { send } from './send.ts'
import type { Trade } from './shop.ts'

/** The date some days after today in Taipei. */
export const inDays = (days: number): PlainDate => addDays(businessDate(new Date(), 'Asia/Taipei', 0), days)

/** An availability query that would be answered. */
export const goodQuery = {
  campgroundId: 'camp-pine',
  checkIn: inDays(30),
  checkOut: inDays(32),
  zones: [{ zoneId: 'zone-lawn', quantity: 1 }],
}

/** A rental line that would be accepted. */
export const goodRental = { rentalListingId: 'listing-tent', rentalSkuVariantId: 'variant-tent', quantity: 1 }

/** A checkout that would succeed, were it sent with a member's token. */
export const goodCheckout = {
  ...goodQuery,
  guestCount: 2,
  rentals: [goodRental],
  paymentMethod: 'gateway-credit',
  idempotencyKey: 'a-new-key',
}

/** The key under which the member has made `{own}`. */
export const usedKey = 'a-used-key'

/** Campgrounds of every kind, and bookings in every state. */
export const campgrounds: Trade = { services: ['booking'], furnish, sellSome: bookSome }

async function furnish(owner: Pool): Promise<void> {
  const set = createScenario(owner)
  await set.policy()
  const pine = await set.campground({ id: 'camp-pine' })
  await set.zone(pine, { id: 'zone-lawn', total_sites: 10 })
  await set.zone(pine, { id: 'zone-asleep', active: false })
  await set.listing(pine, { listing: { id: 'listing-tent' }, variant: { id: 'variant-tent' }, onHand: 5 })
  await set.listing(pine, { listing: { id: 'listing-stove' }, variant: { id: 'variant-stove' } })
  await set.listing(pine, { listing: { id: 'listing-off', active: false }, variant: { id: 'variant-off' } })
  const lake = await set.campground({ id: 'camp-lake' })
  await set.zone(lake, { id: 'zone-shore' })
  await set.listing(lake, { listing: { id: 'listing-boat' }, variant: { id: 'variant-boat' } })
  const shut = await set.campground({ id: 'camp-shut' })
  await set.zone(shut, { id: 'zone-shut' })
  await set.closure(shut, { closure_type: 'date_range', start_date: inDays(0), end_date: inDays(100) })
  const gone = await set.campground({ id: 'camp-gone', active: false })
  await set.zone(gone, { id: 'zone-gone' })
}

const sessionMade = z.object({ data: z.object({ bookingId: z.string() }) })

/** Books through the gateway, then moves what is to be in another state there by hand. */
async function bookSome(url: string, issuer: OidcIssuer, owner: Pool): Promise<Record<string, string>> {
  const book = async (who: 'member' | 'otherMember', idempotencyKey: string): Promise<string> => {
    const body = { ...goodCheckout, rentals: [], idempotencyKey }
    const credential = await goodCredentials[who](issuer)
    const request = { method: 'POST', path: '/api/booking/checkout/sessions', body }
    const answer = await send(url, request, credential)
    return sessionMade.parse(JSON.parse(answer.text)).data.bookingId
  }
  const bookings = {
    own: await book('member', usedKey),
    foreign: await book('otherMember', 'of-the-other'),
    overdue: await book('member', 'overdue'),
    paid: await book('member', 'paid'),
    confirmed: await book('member', 'confirmed'),
    completed: await book('member', 'completed'),
  }
  const change = (id: string, changes: string) =>
    owner.query(`update booking.booking set ${changes} where id = $1`, [id])
  await change(bookings.overdue, `checkout_expires_at = now() - interval '1 minute'`)
  await change(bookings.paid, `payment_status = 'paid', paid_at = now()`)
  await change(bookings.confirmed, `payment_status = 'paid', paid_at = now(), status = 'confirmed'`)
  await change(bookings.completed, `payment_status = 'paid', paid_at = now(), status = 'completed'`)
  return bookings
}
