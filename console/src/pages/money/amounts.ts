import type { Takings } from './queries.ts'

/** An amount as a number, for a picture; sums are made of whole cents. */
const cents = (amount: string): number => Math.round(Number(amount) * 100)

/** What came in on a day, of which a bar is made. */
export const parts = ['bookings', 'orders', 'cashOnDelivery'] as const
/** What a day's takings have a count and an amount of. */
export const counted = [...parts, 'unapplied', 'refunded'] as const

/** What came in by all {@link parts} on a day. */
export const takenOn = (day: Takings): number => parts.reduce((sum, part) => sum + cents(day[part].amount), 0) / 100

/** The sums of some days: of each kind, and of all. */
export function totalsOf(days: readonly Takings[]) {
  const sum = (of: (day: Takings) => string) =>
    (days.reduce((total, day) => total + cents(of(day)), 0) / 100).toFixed(2)
  const of = (kind: (typeof counted)[number]) => ({
    count: days.reduce((total, day) => total + day[kind].count, 0),
    amount: sum(day => day[kind].amount),
  })
  return {
    bookings: of('bookings'),
    orders: of('orders'),
    cashOnDelivery: of('cashOnDelivery'),
    unapplied: of('unapplied'),
    refunded: of('refunded'),
    shippingFees: sum(day => day.shippingFees),
    discounts: sum(day => day.discounts),
    net: sum(day => day.net),
  }
}

/** A round number not below the value, of which an axis has about four steps: 1, 2 or 5 times a power of ten. */
export function stepFor(value: number, steps = 4): number {
  const rough = Math.max(value, 1) / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough) ?? 10 * power
}
