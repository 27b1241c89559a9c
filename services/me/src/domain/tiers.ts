import type { Tier } from '@campstore/contract/admin/customers'
import { exact, type Money, money } from '@campstore/core/money'

/**
 * Tiers from the highest to the lowest, with their minimum spending in TWD (docs/contract/admin.md#tiers-and-spending). The column
 * `member.customer.tier`, by which the list is filtered, has the same rule.
 */
const tierBounds: readonly { tier: Tier; from: Money }[] = [
  { tier: 'platinum', from: money('150000.00') },
  { tier: 'gold', from: money('50000.00') },
  { tier: 'silver', from: money('10000.00') },
]

export const tierNames: Readonly<Record<Tier, string>> = {
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
  platinum: 'Platinum',
}

/** The tier for a total spending in TWD; a bound belongs to the higher tier. */
export const tierOf = (totalSpent: Money): Tier =>
  tierBounds.find(({ from }) => exact(totalSpent).greaterThanOrEqualTo(exact(from)))?.tier ?? 'bronze'
