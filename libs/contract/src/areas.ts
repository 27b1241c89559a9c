/** A part of the contract with a revision of its own (docs/contract/revisions.md). */
export type Area = {
  readonly name: string
  /** Raised with every change that a client can notice, also when something is only added. */
  readonly revision: string
}

/** Every area by the segment of its paths: `booking` has `/api/booking/...`. */
export const areas = {
  booking: { name: 'Booking', revision: '0.11' },
  checkout: { name: 'Store checkout', revision: '0.7' },
  admin: { name: 'Admin', revision: '0.6' },
  products: { name: 'Catalogue', revision: '0.4' },
  me: { name: 'Member orders', revision: '0.3' },
} as const satisfies Record<string, Area>

/** The segment of an area's paths. */
export type AreaKey = keyof typeof areas
