/** A rule that the database must obey. */
export type Invariant = {
  /** What must be true: `reserved stock equals active reservations`. */
  rule: string
  /** Returns a row for each violation. */
  query: string
  holds: 'always' | 'soon' | 'noted'
}

/** Queries that return a row for each violation, by rule. */
type Queries = Readonly<Record<string, string>>

const invariantsOf = (holds: Invariant['holds'], queries: Queries): Invariant[] =>
  Object.entries(queries).map(([rule, query]) => ({ rule, query, holds }))

/** Rules that hold in every committed state. */
export const always = (queries: Queries): Invariant[] => invariantsOf('always', queries)

/** Rules that hold after pending messages and sweeps. */
export const soon = (queries: Queries): Invariant[] => invariantsOf('soon', queries)

/** Rules that may be violated, but a violation needs attention. */
export const noted = (queries: Queries): Invariant[] => invariantsOf('noted', queries)

/** The tables of bookings or of orders. */
type Kind = { kind: 'booking' | 'order'; schema: string; table: string; createdAt: string }

/** The same rules for bookings and for orders. */
export const ofBoth = <T>(rulesOf: (kind: Kind) => Record<string, T>): Record<string, T> => ({
  ...rulesOf({ kind: 'booking', schema: 'booking', table: 'booking.booking', createdAt: 'created_at' }),
  ...rulesOf({ kind: 'order', schema: 'checkout', table: 'checkout.store_order', createdAt: 'placed_at' }),
})
