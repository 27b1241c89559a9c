/** A part of the contract with a revision of its own (docs/contract/revisions.md). */
export type Area = {
  readonly name: string
  /** Raised with every change that a client can notice; optional additions leave it as it is. */
  readonly revision: string
}

/** Every area by the segment of its paths: `booking` has `/api/booking/...`. */
export const areas = {
  booking: { name: 'Booking', revision: '0.9' },
  checkout: { name: 'Store checkout', revision: '0.5' },
  admin: { name: 'Admin', revision: '0.4' },
  products: { name: 'Catalogue', revision: '0.3' },
  me: { name: 'Member orders', revision: '0.1' },
} as const satisfies Record<string, Area>

/** The segment of an area's paths. */
export type AreaKey = keyof typeof areas
