import { ShoppingBag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { useKnownCustomer } from '../../app/shared-queries.ts'
import { DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { OrderFilterBar } from './OrderFilterBar.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { orderFilters, useOrders } from './queries.ts'

/** All orders of the store. */
export function OrdersPage() {
  const { t } = useTranslation()
  const filters = useFilters(orderFilters)
  const { status, sort, ...others } = filters.values
  const fields = { ...filters.values, status: status && [status] }
  const orders = useOrders({ ...fields, page: filters.page })
  const columns = useOrderColumns()
  const known = useKnownCustomer(others.customerId)
  return (
    <>
      <PageHeader title={t('pages.orders')} />
      <OrderFilterBar
        filters={filters}
        values={{ status, ...others }}
        customer={orders.data?.data[0]?.buyerName || known}
        end={<CsvButton read={() => client().admin.listAdminOrders.csv(fields)} />}
      />
      <LoadedList
        query={orders}
        rows={10}
        filters={filters}
        empty={
          <EmptyState icon={ShoppingBag} title={t('orders.none')}>
            {filters.count > 0 && t('orders.noneHint')}
          </EmptyState>
        }
      >
        {items => (
          <DataTable
            label={t('pages.orders')}
            columns={columns}
            items={items}
            keyOf={({ id }) => id}
            sort={{
              value: sort ?? 'placedAt,desc',
              onChange: value => filters.set({ sort: orderFilters.sort(value) }),
            }}
          />
        )}
      </LoadedList>
    </>
  )
}
