import type { StartCheckoutRequest } from '@campstore/contract/booking/schemas'
import { fingerprint } from '@campstore/core/fingerprint'

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/**
 * The fingerprint of a checkout request: equal for requests with equal validated fields, except the key and the order of zones
 * and rentals (docs/contract/conventions.md#idempotency). A field that is null counts as absent, so that a new optional field
 * changes no fingerprint of a request without it.
 */
export function requestFingerprint(request: StartCheckoutRequest): string {
  const { idempotencyKey: _key, zones, rentals, ...rest } = request
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null))
  return fingerprint({
    ...given,
    couponClaimId: null,
    zones: zones.toSorted((left, right) => byText(left.zoneId, right.zoneId)),
    rentals: rentals.toSorted((left, right) => byText(left.rentalListingId, right.rentalListingId)),
  })
}
