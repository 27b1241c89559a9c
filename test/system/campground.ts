import { randomUUID } from 'node:crypto'
import type { StartCheckoutBody } from '@campstore/contract/booking/schemas'
import type { Queryable } from '@campstore/database/database'
import { inDays, type OpenCampground } from '@campstore/testing/campground'

/** A checkout of one site of the campground's first zone for two nights, with a new idempotency key, unless the changes say otherwise. */
export function stayAt(
  campground: Pick<OpenCampground, 'id' | 'zoneIds'>,
  changes: Partial<StartCheckoutBody> = {},
): StartCheckoutBody {
  const [zoneId = ''] = campground.zoneIds
  return {
    campgroundId: campground.id,
    checkIn: inDays(10),
    checkOut: inDays(12),
    guestCount: 2,
    zones: [{ zoneId, quantity: 1 }],
    rentals: [],
    paymentMethod: 'gateway-credit',
    idempotencyKey: randomUUID(),
    ...changes,
  }
}

/** Ends the time of all bookings that are on hold and not locked, or of these: the next sweep ends them, a second after they began. */
export const makeOverdue = (owner: Queryable, ids: readonly string[] | null = null) =>
  owner.query(
    `update booking.booking
     set checkout_expires_at = created_at + interval '1 second'
     where id in (
       select id
       from booking.booking
       where status = 'pending' and payment_status = 'unpaid' and ($1::text[] is null or id = any ($1))
       for update skip locked
     )`,
    [ids],
  )
