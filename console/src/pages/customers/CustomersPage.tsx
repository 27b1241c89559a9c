import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, type Schemas } from '../../app/client.ts'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { DayText, Email, Id, Money, Phone } from '../../design/Values.tsx'
import { dayOf } from '../../lib/days.ts'
import { useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { CustomerStatusBadge, TierBadge } from './CustomerBadges.tsx'
import { customerFilters, customerStatuses, tiers, useCustomers } from './queries.ts'

type Customer = Schemas['AdminCustomer']

/** Everybody with an account, found by phone, e-mail, name or id. */
export function CustomersPage() {
  const { t } = useTranslation()
  const filters = useFilters(customerFilters)
  const { q, status, tier, sort } = filters.values
  const customers = useCustomers({ ...filters.values, page: filters.page })
  const columns = useColumns()
  return (
    <>
      <PageHeader title={t('pages.customers')} />
      <FilterBar
        filters={filters}
        search={<SearchField label={t('customers.search')} value={q ?? ''} onChange={q => filters.set({ q })} />}
        end={<CsvButton read={() => client().admin.listCustomers.csv(filters.values)} />}
      >
        <FilterSelect
          label={t('fields.status')}
          value={status}
          onChange={status => filters.set({ status })}
          options={customerStatuses.map(value => ({ value, label: t(`customers.statuses.${value}`) }))}
        />
        <FilterSelect
          label={t('customers.tier')}
          value={tier}
          onChange={tier => filters.set({ tier })}
          options={tiers.map(value => ({ value, label: t(`customers.tiers.${value}`) }))}
        />
      </FilterBar>
      <LoadedList
        query={customers}
        rows={10}
        filters={filters}
        empty={
          <EmptyState icon={Users} title={t('customers.none')}>
            {filters.count > 0 && t('customers.noneHint')}
          </EmptyState>
        }
      >
        {items => (
          <DataTable
            isBroad
            label={t('pages.customers')}
            columns={columns}
            items={items}
            keyOf={({ id }) => id}
            sort={{
              value: sort ?? 'registeredAt,desc',
              onChange: value => filters.set({ sort: customerFilters.sort(value) }),
            }}
          />
        )}
      </LoadedList>
    </>
  )
}

function useColumns(): Column<Customer>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'name',
      header: t('customers.name'),
      sort: 'name',
      isTitle: true,
      isWide: true,
      cell: ({ id, name }) => (
        <span className="stack-tight">
          <Link to={`/customers/${encodeURIComponent(id)}`}>{name}</Link>
          <small className="muted">
            <Id>{id}</Id>
          </small>
        </span>
      ),
    },
    {
      id: 'contact',
      header: t('fields.contact'),
      cell: ({ email, phone }) => (
        <span className="stack-tight">
          {email && <Email address={email} />}
          {phone && <Phone number={phone} />}
        </span>
      ),
    },
    { id: 'tier', header: t('customers.tier'), cell: ({ tier }) => <TierBadge tier={tier} /> },
    {
      id: 'points',
      header: t('customers.points'),
      sort: 'points',
      align: 'end',
      cell: ({ points }) => formatNumber(points),
    },
    {
      id: 'spent',
      header: t('customers.totalSpent'),
      sort: 'totalSpent',
      align: 'end',
      cell: ({ totalSpent }) => <Money amount={totalSpent} />,
    },
    { id: 'status', header: t('fields.status'), cell: ({ status }) => <CustomerStatusBadge status={status} /> },
    {
      id: 'registered',
      header: t('customers.registeredAt'),
      sort: 'registeredAt',
      cell: ({ registeredAt }) => <DayText day={dayOf(registeredAt)} />,
    },
  ]
}
