import { money } from '@campstore/core/money'
import { expect, test } from 'vitest'
import { tierOf } from './tiers.ts'

// docs/contract/admin.md#tiers-and-spending
test.each([
  ['0.00', 'bronze'],
  ['9999.99', 'bronze'],
  ['10000.00', 'silver'],
  ['49999.99', 'silver'],
  ['50000.00', 'gold'],
  ['149999.99', 'gold'],
  ['150000.00', 'platinum'],
  ['9999999999.99', 'platinum'],
])('%s is %s', (spent, tier) => {
  expect(tierOf(money(spent))).toBe(tier)
})
