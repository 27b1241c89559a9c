import type { StartStoreCheckout } from '@campstore/contract/checkout/schemas'
import { fingerprint } from '@campstore/core/fingerprint'

/**
 * A hash of a checkout request: of all validated fields but the key and the amounts for comparison, in any order of items
 * (docs/contract/conventions.md#idempotency).
 */
export const requestFingerprint = ({ items, couponClaimId, paymentMethod, shipping }: StartStoreCheckout): string =>
  fingerprint({
    items: items
      .map(({ variantId, quantity }) => ({ variantId, quantity }))
      .toSorted((left, right) => (left.variantId < right.variantId ? -1 : 1)),
    couponClaimId,
    paymentMethod,
    shipping,
  })
