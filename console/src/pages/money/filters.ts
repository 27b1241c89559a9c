import { isMonth } from '../../lib/days.ts'
import { choiceFilter, type Filters, type Parser, textFilter } from '../../lib/filters.ts'

const monthFilter: Parser<string> = text => (isMonth(text) ? text : undefined)

/** What the URL keeps of the money page. */
export const moneyFilters = {
  tab: choiceFilter(['due', 'done', 'takings', 'exports']),
  q: textFilter,
  targetKind: choiceFilter(['booking', 'order']),
  month: monthFilter,
}
export type MoneyFilters = Filters<typeof moneyFilters>
