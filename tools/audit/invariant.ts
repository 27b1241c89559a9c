/** A rule that the database must obey. */
export type Invariant = {
  /** What must be true: `reserved stock equals active reservations`. */
  rule: string
  /** Returns a row for each violation. */
  query: string
  /**
   * `always`: in every committed state. `soon`: after pending messages and sweeps. `noted`: a violation is allowed, but needs
   * attention.
   */
  holds: 'always' | 'soon' | 'noted'
}

/** The tables of bookings or of orders. */
export type Kind = { kind: 'booking' | 'order'; schema: string; table: string }

const bookings: Kind = { kind: 'booking', schema: 'booking', table: 'booking.booking' }
const orders: Kind = { kind: 'order', schema: 'checkout', table: 'checkout.store_order' }

/** The same rule for bookings and for orders. */
export const ofBoth = (invariant: (kind: Kind) => Invariant): Invariant[] => [bookings, orders].map(invariant)
