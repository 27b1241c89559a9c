import type { StartStoreCheckout } from '@campstore/contract/checkout/schemas'
import { fingerprint } from '@campstore/core/fingerprint'

/**
 * What makes two checkout requests the same: everything that was validated but the key and the amounts sent for comparison,
 * whatever the order of items (decisions.md, 5, 7 and 12).
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
