import type { ItemOf } from '../../app/client.ts'
import { sumOf } from '../../lib/amounts.ts'

/** The takings and refunds of a day. */
export type Takings = ItemOf<'reportTakings'>

/** The takings of a day, as parts of a bar. */
export const parts = ['bookings', 'orders', 'cashOnDelivery'] as const
/** The kinds of a day's takings that have a count and an amount. */
export const counted = [...parts, 'unapplied', 'refunded'] as const

/** The sum of all {@link parts} on a day. */
export const takenOn = (day: Takings): number => Number(sumOf(parts.map(part => day[part].amount)))

/** The count and the amount of a kind on some days. */
export const totalOf = (days: readonly Takings[], kind: (typeof counted)[number]) => ({
  count: days.reduce((total, day) => total + day[kind].count, 0),
  amount: sumOf(days.map(day => day[kind].amount)),
})

/** A round number not below the value, for about four steps of an axis: 1, 2 or 5 times a power of ten. */
export function stepFor(value: number, steps = 4): number {
  const rough = Math.max(value, 1) / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map(factor => factor * power).find(step => step >= rough) ?? 10 * power
}
