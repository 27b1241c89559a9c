import { customersQuerySchema } from '@campstore/contract/admin/customers'
import { t } from 'i18next'
import { Users } from 'lucide-react'
import type { Schemas } from '../../app/client.ts'
import { type Columns, column, dayColumn, moneyColumn, numberColumn, titleColumn } from '../../design/columns.tsx'
import { Email, Id, Phone, TwoLines } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, ListPage } from '../shared/List.tsx'
import { RecordLink } from '../shared/links.tsx'
import { CustomerStatusBadge, TierBadge } from './CustomerSections.tsx'

const parsers = filtersOf(customersQuerySchema.shape, 'q', 'status', 'tier', 'sort')

/** Everyone with an account, found by phone, e-mail, name or id. */
export function CustomersPage() {
  const filters = useFilters(parsers)
  const columns: Columns<Schemas['AdminCustomer']> = [
    titleColumn('name', t('fields.name'), { sort: 'name' }, ({ id, name }) => (
      <TwoLines below={<Id>{id}</Id>}>
        <RecordLink to="customers" id={id} name={name} />
      </TwoLines>
    )),
    column('phone', t('fields.phone'), { place: 'line' }, ({ phone }) => phone && <Phone number={phone} />),
    column('email', t('fields.email'), { place: 'rest' }, ({ email }) => email && <Email address={email} />),
    column('tier', t('customers.tier'), ({ tier }) => <TierBadge status={tier} />),
    numberColumn('points', t('customers.points'), { sort: 'points' }),
    moneyColumn('totalSpent', t('customers.totalSpent'), { sort: 'totalSpent', place: 'aside' }),
    column('status', t('fields.status'), { place: 'state' }, ({ status }) => <CustomerStatusBadge status={status} />),
    dayColumn('registeredAt', t('customers.registeredAt'), { sort: 'registeredAt', isExtra: true }),
  ]
  return (
    <ListPage
      page="customers"
      operation="listCustomers"
      query={filters.values}
      filters={filters}
      fields={[
        choiceOf(filters, 'status', t('fields.status'), status => t(`customers.statuses.${status}`)),
        choiceOf(filters, 'tier', t('customers.tier'), tier => t(`customers.tiers.${tier}`)),
      ]}
      icon={Users}
      columns={columns}
    />
  )
}
