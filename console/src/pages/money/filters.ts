import { refundsQuerySchema } from '@campstore/contract/admin/refunds'
import { isMonth } from '../../lib/days.ts'
import { choiceFilter, type Filters, filtersOf, type Parser } from '../../lib/filters.ts'

const monthFilter: Parser<string> = text => (isMonth(text) ? text : undefined)

/** What the URL keeps of the money page. */
export const moneyFilters = {
  tab: choiceFilter(['due', 'done', 'takings', 'exports']),
  ...filtersOf(refundsQuerySchema.shape, 'q', 'targetKind'),
  month: monthFilter,
}
export type MoneyFilters = Filters<typeof moneyFilters>
