import type { Tier } from '@campstore/contract/admin/customers'
import { exact, type Money, money } from '@campstore/core/money'

/** Tiers from the highest to the lowest, each with the spending (TWD) from which on it is reached (decisions.md, 9). */
export const tierBounds: readonly { tier: Tier; from: Money }[] = [
  { tier: 'platinum', from: money('150000.00') },
  { tier: 'gold', from: money('50000.00') },
  { tier: 'silver', from: money('10000.00') },
]

/** The tier of who has spent less than any other asks for. */
export const lowestTier: Tier = 'bronze'

/** What tiers are called where people read them. */
export const tierNames: Readonly<Record<Tier, string>> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  platinum: 'Platinum',
}

/** The tier of a customer who has spent an amount of TWD; a bound itself is inside the higher one. */
export const tierOf = (totalSpent: Money): Tier =>
  tierBounds.find(({ from }) => exact(totalSpent).greaterThanOrEqualTo(exact(from)))?.tier ?? lowestTier
