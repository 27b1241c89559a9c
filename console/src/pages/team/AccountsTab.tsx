import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, type Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { DayText, Email } from '../../design/Values.tsx'
import { dayOf } from '../../lib/days.ts'
import { useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { ActiveBadge, RoleBadge } from './AccountBadges.tsx'
import { accountFilters, roles, useAccounts } from './queries.ts'

/** The accounts of the back office. */
export function AccountsTab() {
  const { t } = useTranslation()
  const filters = useFilters(accountFilters)
  const { tab, ...fields } = filters.values
  const { q, role, active, sort } = fields
  const columns = useColumns()
  return (
    <>
      <FilterBar
        filters={filters}
        search={<SearchField label={t('team.search')} value={q ?? ''} onChange={q => filters.set({ q })} />}
        end={<CsvButton read={() => client().admin.listUsers.csv(fields)} />}
      >
        <FilterSelect
          label={t('team.role')}
          value={role}
          onChange={role => filters.set({ role })}
          options={roles.map(value => ({ value, label: t(`roles.${value}`) }))}
        />
        <FilterSelect
          label={t('fields.status')}
          value={active}
          onChange={active => filters.set({ active })}
          options={[
            { value: 'true', label: t('team.active') },
            { value: 'false', label: t('team.inactive') },
          ]}
        />
      </FilterBar>
      <LoadedList
        query={useAccounts({ ...fields, page: filters.page })}
        filters={filters}
        empty={<EmptyState icon={ShieldCheck} title={t('team.noAccounts')} />}
      >
        {items => (
          <DataTable
            label={t('team.accounts')}
            columns={columns}
            items={items}
            keyOf={({ id }) => id}
            sort={{
              value: sort ?? 'createdAt,desc',
              onChange: value => filters.set({ sort: accountFilters.sort(value) }),
            }}
          />
        )}
      </LoadedList>
    </>
  )
}

function useColumns(): Column<Schemas['AdminUser']>[] {
  const { t } = useTranslation()
  const { administrator } = useSession()
  return [
    {
      id: 'name',
      header: t('team.name'),
      sort: 'name',
      isTitle: true,
      cell: ({ id, name }) => (
        <>
          <Link to={`/team/${encodeURIComponent(id)}`}>{name}</Link>
          {id === administrator.id && <span className="muted"> ({t('team.you')})</span>}
        </>
      ),
    },
    {
      id: 'email',
      header: t('team.email'),
      sort: 'email',
      isWide: true,
      cell: ({ email }) => <Email address={email} />,
    },
    { id: 'role', header: t('team.role'), cell: ({ role }) => <RoleBadge role={role} /> },
    { id: 'active', header: t('fields.status'), cell: account => <ActiveBadge account={account} /> },
    {
      id: 'created',
      header: t('team.createdAt'),
      sort: 'createdAt',
      cell: ({ createdAt }) => <DayText day={dayOf(createdAt)} />,
    },
  ]
}
