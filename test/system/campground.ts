import { randomUUID } from 'node:crypto'
import type { StartCheckoutBody } from '@campstore/contract/booking/schemas'
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
