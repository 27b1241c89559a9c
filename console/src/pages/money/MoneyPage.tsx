import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { monthOf, today } from '../../lib/days.ts'
import { useFilters } from '../../lib/filters.ts'
import { ExportsTab } from './ExportsTab.tsx'
import { moneyFilters } from './filters.ts'
import { RefundsTab } from './RefundsTab.tsx'
import { TakingsTab } from './TakingsTab.tsx'
import './money.css'

/** What has to be given back, what was, what was taken, and what the bookkeeper needs. */
export function MoneyPage() {
  const { t } = useTranslation()
  const filters = useFilters(moneyFilters)
  const thisMonth = monthOf(today())
  const month = filters.values.month ?? thisMonth
  const chooseMonth = (next: string) => filters.set({ month: next === thisMonth ? undefined : next })
  const ofMonth = { month, thisMonth, chooseMonth }
  return (
    <>
      <PageHeader title={t('money.page')} />
      <Tabs
        label={t('money.page')}
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
