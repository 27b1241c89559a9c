import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { choiceOf, List } from '../shared/List.tsx'
import type { MoneyFilters } from './filters.ts'
import type { Refund } from './queries.ts'
import { RefundDoneDialog } from './RefundDoneDialog.tsx'
import { useRefundColumns } from './refund-columns.tsx'

/** Refunds that are due, oldest first, or that were made. */
export function RefundsTab({ status, filters }: { status: Refund['status']; filters: MoneyFilters }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const [closing, setClosing] = useState<Refund>()
  const { q, targetKind } = filters.values
  const columns = useRefundColumns(status, can('orders.edit', 'bookings.edit') ? setClosing : undefined)
  return (
    <>
      <List
        label={t(`money.tabs.${status}`)}
        operation={() => client().admin.listRefunds}
        query={{ status, q, targetKind }}
        filters={filters}
        search={t('money.search')}
        fields={[choiceOf(filters, 'targetKind', t('money.of'), kind => t(`money.kinds.${kind}`))]}
        icon={HandCoins}
        none={t(`money.none.${status}`)}
        columns={columns}
        keyOf={({ id }) => id}
        isBroad
      />
      {closing && <RefundDoneDialog refund={closing} close={() => setClosing(undefined)} />}
    </>
  )
}
