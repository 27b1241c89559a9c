import type { Permission } from '@campstore/contract/admin/permissions'
import { t } from 'i18next'
import { type CsvFile, client, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { PageHeader } from '../../design/PageHeader.tsx'
import { MonthPicker } from '../../design/pickers.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { TwoLines } from '../../design/Values.tsx'
import { boundsOf, monthOf, today } from '../../lib/days.ts'
import { useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { moneyFilters, RefundsTab, UndecidedTab, undecided } from './RefundsTab.tsx'
import { type OfMonth, TakingsTab } from './TakingsTab.tsx'
import './money.css'

/** Refunds that are due, done or withdrawn, takings, and exports for accounting. */
export function MoneyPage() {
  const filters = useFilters(moneyFilters)
  const thisMonth = monthOf(today())
  const month = filters.values.month ?? thisMonth
  const chooseMonth = (next: string) => filters.set({ month: next === thisMonth ? undefined : next })
  const tab = filters.values.tab ?? 'due'
  const isUndecided = useRead('listAdminPayments', { ...undecided, size: 1 }).data?.data.length === 1
  const undecidedTab = {
    id: 'undecided' as const,
    title: t('money.tabs.undecided'),
    content: <UndecidedTab filters={filters} />,
  }
  const ofMonth = { month, thisMonth, chooseMonth }
  return (
    <>
      <PageHeader title={t('money.page')} />
      <Tabs
        label={t('money.page')}
        selected={tab}
        onSelect={tab => filters.set({ tab: tab === 'due' ? undefined : tab })}
        tabs={[
          { id: 'due', title: t('money.tabs.due'), content: <RefundsTab status="due" filters={filters} /> },
          ...(isUndecided || tab === undecidedTab.id ? [undecidedTab] : []),
          { id: 'done', title: t('money.tabs.done'), content: <RefundsTab status="done" filters={filters} /> },
          {
            id: 'withdrawn',
            title: t('money.tabs.withdrawn'),
            content: <RefundsTab status="withdrawn" filters={filters} />,
          },
          { id: 'takings', title: t('money.tabs.takings'), content: <TakingsTab {...ofMonth} /> },
          { id: 'exports', title: t('money.tabs.exports'), content: <ExportsTab {...ofMonth} /> },
        ]}
      />
    </>
  )
}

type Bounds = { from: string; to: string }

type Export = {
  id: 'takings' | 'bookings' | 'orders' | 'payments' | 'refunds' | 'occupancy' | 'coupons'
  read(month: Bounds): Promise<CsvFile>
  /** Required permissions in addition to the page's own. */
  permissions?: readonly Permission[]
}

const paidIn = ({ from, to }: Bounds) => ({ paidFrom: from, paidTo: to })

const reports: readonly Permission[] = ['orders.view', 'bookings.view']

const exports: readonly Export[] = [
  { id: 'takings', read: month => client().admin.reportTakings.csv(month) },
  {
    id: 'bookings',
    read: month => client().admin.listAdminBookings.csv(paidIn(month)),
    permissions: ['bookings.view'],
  },
  { id: 'orders', read: month => client().admin.listAdminOrders.csv(paidIn(month)), permissions: ['orders.view'] },
  { id: 'payments', read: month => client().admin.listAdminPayments.csv(paidIn(month)) },
  {
    id: 'refunds',
    read: ({ from, to }) => client().admin.listRefunds.csv({ status: 'done', doneFrom: from, doneTo: to }),
  },
  { id: 'occupancy', read: month => client().admin.reportOccupancy.csv(month), permissions: reports },
  { id: 'coupons', read: month => client().admin.reportCoupons.csv(month), permissions: ['coupons.view', ...reports] },
]

function ExportsTab({ month, thisMonth, chooseMonth }: OfMonth) {
  const { can } = useSession()
  return (
    <div className="stack">
      <div className="spread">
        <MonthPicker value={month} onChange={chooseMonth} thisMonth={thisMonth} />
        <p className="muted">{t('money.exportsHint')}</p>
      </div>
      <ul className="divided card">
        {exports
          .filter(({ permissions = [] }) => can(...permissions))
          .map(({ id, read }) => (
            <li key={id} className="spread">
              <TwoLines below={t(`money.exportHints.${id}`)}>
                <strong>{t(`money.exports.${id}`)}</strong>
              </TwoLines>
              <CsvButton read={() => read(boundsOf(month))} about={t(`money.exports.${id}`)} />
            </li>
          ))}
      </ul>
    </div>
  )
}
