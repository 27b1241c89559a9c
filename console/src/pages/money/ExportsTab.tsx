import { useTranslation } from 'react-i18next'
import { type CsvFile, client } from '../../app/client.ts'
import type { Permission } from '../../app/permissions.ts'
import { useSession } from '../../app/session.ts'
import { MonthPicker } from '../../design/MonthPicker.tsx'
import { boundsOf } from '../../lib/days.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import type { OfMonth } from './TakingsTab.tsx'

type Bounds = { from: string; to: string }

type Export = {
  id: 'takings' | 'bookings' | 'orders' | 'payments' | 'refunds' | 'occupancy' | 'coupons'
  read(month: Bounds): Promise<CsvFile>
  /** What it takes beyond the page's own permissions. */
  permission?: Permission
}

const paidIn = ({ from, to }: Bounds) => ({ paidFrom: from, paidTo: to })

const exports: readonly Export[] = [
  { id: 'takings', read: month => client().admin.reportTakings.csv(month) },
  { id: 'bookings', read: month => client().admin.listAdminBookings.csv(paidIn(month)) },
  { id: 'orders', read: month => client().admin.listAdminOrders.csv(paidIn(month)) },
  { id: 'payments', read: month => client().admin.listAdminPayments.csv(paidIn(month)) },
  {
    id: 'refunds',
    read: ({ from, to }) => client().admin.listRefunds.csv({ status: 'done', doneFrom: from, doneTo: to }),
  },
  { id: 'occupancy', read: month => client().admin.reportOccupancy.csv(month) },
  { id: 'coupons', read: month => client().admin.reportCoupons.csv(month), permission: 'coupons.view' },
]

/** What the bookkeeper needs of a month, as files. */
export function ExportsTab({ month, thisMonth, chooseMonth }: OfMonth) {
  const { t } = useTranslation()
  const { can } = useSession()
  return (
    <div className="stack">
      <div className="money-bar">
        <MonthPicker value={month} onChange={chooseMonth} thisMonth={thisMonth} />
        <p className="muted">{t('money.exportsHint')}</p>
      </div>
      <ul className="exports card">
        {exports
          .filter(({ permission }) => permission === undefined || can(permission))
          .map(({ id, read }) => (
            <li key={id}>
              <span>
                <strong>{t(`money.exports.${id}`)}</strong>
                <small className="muted">{t(`money.exportHints.${id}`)}</small>
              </span>
              <CsvButton read={() => read(boundsOf(month))} about={t(`money.exports.${id}`)} />
            </li>
          ))}
      </ul>
    </div>
  )
}
