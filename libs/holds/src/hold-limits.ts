import { ApiError, errorAt } from '@campstore/contract/errors'
import { type Text, text } from '@campstore/contract/texts/text'
import type { HoldKind } from './hold-definition.ts'

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
 *
 * @throws {ApiError} FORBIDDEN
 */
export function requireMayHold(member: { isAnonymous?: true }, allowAnonymous: boolean): void {
  if (member.isAnonymous && !allowAnonymous) {
    throw new ApiError('FORBIDDEN', text('account.anonymous'))
  }
}

const limitRefusals = ['too_many_open_holds', 'too_many_pieces', 'too_many_site_nights', 'too_large_share'] as const

/** Which limit of the member a hold would have passed. */
export type LimitRefusal = (typeof limitRefusals)[number]

export const isLimitRefusal = (refusal: string): refusal is LimitRefusal =>
  limitRefusals.some(known => known === refusal)

/** @param path the field of the request that asks for too large a share */
export function beyondLimit(
  kind: HoldKind,
  limits: HoldLimits,
  refusal: LimitRefusal,
  path: string | undefined,
): ApiError {
  switch (refusal) {
    case 'too_many_open_holds':
      return conflict(text(`${kind}.limit.open`, { limit: limits.openHolds }))
    case 'too_many_pieces':
      return conflict(text(`${kind}.limit.pieces`, { limit: limits.pieces }))
    case 'too_many_site_nights':
      return conflict(text('booking.limit.siteNights', { limit: limits.siteNights }))
    case 'too_large_share':
      return conflict(text(`${kind}.limit.share`), path)
  }
}

const conflict = (message: Text, path?: string): ApiError =>
  path === undefined ? new ApiError('CONFLICT', message) : errorAt('CONFLICT', path, text('limit.ofCustomer'), message)
