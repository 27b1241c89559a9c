import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'

/** The limits of one member's holds, per kind; 0 means unlimited (docs/contract/limits.md#holds-of-one-member). */
export type HoldLimits = {
  /** Unpaid bookings; unpaid orders that have not shipped. */
  openHolds: number
  /** Pieces in such orders; rentals in such bookings. */
  pieces: number
  /** Sites times nights in such bookings. */
  siteNights: number
  /** Percent of a variant's stock on hand, or of a zone's sites in a night. */
  sharePercent: number
}

/** The limits of a production system where none is set: far above the holds of an honest customer. */
export const productionLimits: Readonly<HoldLimits> = { openHolds: 10, pieces: 100, siteNights: 100, sharePercent: 50 }

export const noHoldLimits: Readonly<HoldLimits> = { openHolds: 0, pieces: 0, siteNights: 0, sharePercent: 0 }

/**
 * Refuses a checkout of an account without an identity behind it (docs/contract/authentication.md#anonymous-accounts).
 * Throws FORBIDDEN.
 */
export function requireMayHold(member: { isAnonymous?: true }, allowAnonymous: boolean): void {
  if (member.isAnonymous && !allowAnonymous) {
    throw new ApiError('FORBIDDEN', text('account.anonymous'))
  }
}
