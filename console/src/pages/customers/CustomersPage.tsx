import { customersQuerySchema } from '@campstore/contract/admin/customers'
import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { column, dayColumn, moneyColumn, numberColumn, titleColumn } from '../../design/column-kinds.tsx'
import type { Column } from '../../design/DataTable.tsx'
import { TwoLines } from '../../design/TwoLines.tsx'
import { Email, Id, Phone } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, ListPage } from '../shared/List.tsx'
import { RecordLink } from '../shared/RecordLink.tsx'
import { CustomerStatusBadge, TierBadge } from './CustomerFacts.tsx'

const parsers = filtersOf(customersQuerySchema.shape, 'q', 'status', 'tier', 'sort')

/** Everyone with an account, found by phone, e-mail, name or id. */
export function CustomersPage() {
  const { t } = useTranslation()
  const filters = useFilters(parsers)
  return (
    <ListPage
      title={t('customers.page')}
      operation="listCustomers"
      query={filters.values}
      filters={filters}
      search={t('customers.search')}
      fields={[
        choiceOf(filters, 'status', t('fields.status'), status => t(`customers.statuses.${status}`)),
        choiceOf(filters, 'tier', t('customers.tier'), tier => t(`customers.tiers.${tier}`)),
      ]}
      icon={Users}
      none={t('customers.none')}
      noneHint={t('customers.noneHint')}
      columns={useColumns()}
    />
  )
}

function useColumns(): Column<Schemas['AdminCustomer']>[] {
  const { t } = useTranslation()
  return [
    titleColumn(
      'name',
      t('fields.name'),
      ({ id, name }) => (
        <TwoLines below={<Id>{id}</Id>}>
          <RecordLink to="customers" id={id} name={name} />
        </TwoLines>
      ),
      { sort: 'name' },
    ),
    column('phone', t('fields.phone'), ({ phone }) => phone && <Phone number={phone} />, { place: 'line' }),
    column('email', t('fields.email'), ({ email }) => email && <Email address={email} />, { place: 'rest' }),
    column('tier', t('customers.tier'), ({ tier }) => <TierBadge status={tier} />),
    numberColumn('points', t('customers.points'), { sort: 'points' }),
    moneyColumn('totalSpent', t('customers.totalSpent'), { sort: 'totalSpent', place: 'aside' }),
    column('status', t('fields.status'), ({ status }) => <CustomerStatusBadge status={status} />, { place: 'state' }),
    dayColumn('registeredAt', t('customers.registeredAt'), { sort: 'registeredAt', isExtra: true }),
  ]
}
