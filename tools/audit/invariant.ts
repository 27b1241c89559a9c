/** Something that must never be found in the database. */
export type Invariant = {
  /** What was found, when anything was: `a history that does not lead to the status`. */
  finding: string
  /** Answers a row for each case. */
  query: string
  /**
   * `always`: in every committed state. `soon`: once what is under way has arrived, be it a message or a sweep. `noted`: may
   * be, but somebody should know.
   */
  holds: 'always' | 'soon' | 'noted'
}

/** What looks the same for bookings and for orders. */
export type Kind = { kind: 'booking' | 'order'; schema: string; table: string }

const bookings: Kind = { kind: 'booking', schema: 'booking', table: 'booking.booking' }
const orders: Kind = { kind: 'order', schema: 'checkout', table: 'checkout.store_order' }

/** The same look at bookings and at orders. */
export const ofBoth = (invariant: (kind: Kind) => Invariant): Invariant[] => [bookings, orders].map(invariant)
