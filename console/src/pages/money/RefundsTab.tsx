import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { CsvButton } from '../shared/CsvButton.tsx'
import type { MoneyFilters } from './filters.ts'
import { type Refund, useRefunds } from './queries.ts'
import { RefundDoneDialog } from './RefundDoneDialog.tsx'
import { RefundsTable } from './RefundsTable.tsx'

/** Refunds that are due, oldest first, or that were made. */
export function RefundsTab({ status, filters }: { status: Refund['status']; filters: MoneyFilters }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const [closing, setClosing] = useState<Refund>()
  const { q, targetKind } = filters.values
  const query = { status, ...(q && { q }), ...(targetKind && { targetKind }) }
  const refunds = useRefunds(query, filters.page)
  const count = [q, targetKind].filter(Boolean).length
  return (
    <>
      <FilterBar
        filters={{ count, clear: () => filters.set({ q: undefined, targetKind: undefined }) }}
        search={<SearchField label={t('money.search')} value={q ?? ''} onChange={next => filters.set({ q: next })} />}
        end={<CsvButton read={() => client().admin.listRefunds.csv(query)} />}
      >
        <FilterSelect
          label={t('money.of')}
          value={targetKind}
          onChange={kind => filters.set({ targetKind: kind })}
          options={(['booking', 'order'] as const).map(value => ({ value, label: t(`money.kinds.${value}`) }))}
        />
      </FilterBar>
      <LoadedList
        query={refunds}
        filters={filters}
        empty={<EmptyState icon={HandCoins} title={t(count > 0 ? 'money.notFound' : `money.none.${status}`)} />}
      >
        {items => (
          <RefundsTable
            refunds={items}
            status={status}
            markDone={can('orders.edit', 'bookings.edit') ? setClosing : undefined}
          />
        )}
      </LoadedList>
      {closing && <RefundDoneDialog refund={closing} close={() => setClosing(undefined)} />}
    </>
  )
}
