import { usersQuerySchema } from '@campstore/contract/admin/users'
import { t } from 'i18next'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, dayColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { Badge, Email } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, List } from '../shared/List.tsx'
import { badgeOf } from '../shared/StatusBadges.tsx'

const parsers = filtersOf(usersQuerySchema.shape, 'q', 'role', 'active', 'sort')

/** The accounts of the back office. */
export function AccountsTab() {
  const filters = useFilters(parsers)
  const { administrator } = useSession()
  const columns: Columns<Schemas['AdminUser']> = [
    titleColumn('name', t('fields.name'), { sort: 'name' }, ({ id, name }) => (
      <>
        <Link to={`/team/${encodeURIComponent(id)}`}>{name}</Link>
        {id === administrator.id && <span className="muted"> ({t('team.you')})</span>}
      </>
    )),
    wideColumn('email', t('fields.email'), { sort: 'email', place: 'line' }, ({ email }) => <Email address={email} />),
    column('role', t('team.role'), { place: 'aside' }, ({ role }) => <RoleBadge status={role} />),
    column('active', t('fields.status'), { place: 'state' }, account => <ActiveBadge account={account} />),
    dayColumn('createdAt', t('fields.createdAt'), { sort: 'createdAt' }),
  ]
  return (
    <List
      label={t('team.accounts')}
      operation="listUsers"
      query={filters.values}
      filters={filters}
      search={t('team.search')}
      fields={[
        choiceOf(filters, 'role', t('team.role'), role => t(`roles.${role}`)),
        choiceOf(filters, 'active', t('fields.status'), active => t(`team.isActive.${active}`)),
      ]}
      icon={ShieldCheck}
      none={t('team.noAccounts')}
      columns={columns}
    />
  )
}

export const RoleBadge = badgeOf({ admin: 'notice', operator: 'info', warehouse: 'neutral' }, role =>
  t(`roles.${role}`),
)

/** Whether an account is active, and whether its person has signed in yet. */
export function ActiveBadge({ account }: { account: Pick<Schemas['AdminUser'], 'active' | 'firebaseUid'> }) {
  if (!account.active) return <Badge tone="danger">{t('team.isActive.false')}</Badge>
  if (account.firebaseUid === null) return <Badge tone="notice">{t('team.notBound')}</Badge>
  return <Badge tone="positive">{t('team.isActive.true')}</Badge>
}
