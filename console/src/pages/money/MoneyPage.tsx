import { useTranslation } from 'react-i18next'
import { isMonth, monthOf } from '../../app/days.ts'
import { choiceFilter, type Filters, type Parser, textFilter, useFilters } from '../../app/filters.ts'
import { useToday } from '../../app/shared-queries.ts'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { ExportsTab } from './ExportsTab.tsx'
import { RefundsTab } from './RefundsTab.tsx'
import { TakingsTab } from './TakingsTab.tsx'
import './money.css'

const monthFilter: Parser<string> = text => (isMonth(text) ? text : undefined)
const parsers = {
  tab: choiceFilter(['due', 'done', 'takings', 'exports']),
  q: textFilter,
  targetKind: choiceFilter(['booking', 'order']),
  month: monthFilter,
}
export type MoneyFilters = Filters<typeof parsers>

/** What has to be given back, what was, what was taken, and what the bookkeeper needs. */
export function MoneyPage() {
  const { t } = useTranslation()
  const filters = useFilters(parsers)
  const thisMonth = monthOf(useToday())
  const month = filters.values.month ?? thisMonth
  const chooseMonth = (next: string) => filters.set({ month: next === thisMonth ? undefined : next })
  const ofMonth = { month, thisMonth, chooseMonth }
  return (
    <>
      <PageHeader title={t('pages.money')} />
      <Tabs
        label={t('pages.money')}
        selected={filters.values.tab ?? 'due'}
        onSelect={tab => filters.set({ tab: tab === 'due' ? undefined : tab })}
        tabs={[
          { id: 'due', title: t('money.tabs.due'), content: <RefundsTab status="due" filters={filters} /> },
          { id: 'done', title: t('money.tabs.done'), content: <RefundsTab status="done" filters={filters} /> },
          { id: 'takings', title: t('money.tabs.takings'), content: <TakingsTab {...ofMonth} /> },
          { id: 'exports', title: t('money.tabs.exports'), content: <ExportsTab {...ofMonth} /> },
        ]}
      />
    </>
  )
}
