import { roles } from '@campstore/contract/admin/permissions'
import { createUserSchema, usersQuerySchema } from '@campstore/contract/admin/users'
import { t } from 'i18next'
import { ShieldCheck } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, dayColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { FormDialog, FormSelectField, FormTextField } from '../../design/Form.tsx'
import { Badge, Email } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, List } from '../shared/List.tsx'
import { badgeOf } from '../shared/StatusBadges.tsx'
import type { Account } from './access.ts'

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

/** A new account, and then its page; or a change of name and role. The e-mail cannot be changed. */
export function AccountDialog({ account, close }: { account?: Account; close(): void }) {
  const navigate = useNavigate()
  const { field, watch, dialog } = useFormAction({
    schema: createUserSchema,
    values: { name: account?.name ?? '', email: account?.email ?? '', role: account?.role ?? 'operator' },
    isChange: account !== undefined,
    run: (admin, fields, changed) =>
      account ? admin.changeUser({ id: account.id, ...changed }) : admin.createUser(fields),
    done: ({ name }) => t(account ? 'actions.saved' : 'team.created', { name }),
    failed: t(account ? 'team.notChanged' : 'team.notCreated'),
    close,
    onDone: ({ id }) => !account && void navigate(`/team/${encodeURIComponent(id)}`),
  })
  return (
    <FormDialog title={account ? t('actions.editOne', account) : t('team.create')} {...dialog}>
      <FormTextField {...field('name', t('fields.name'))} />
      {!account && <FormTextField {...field('email', t('fields.email'), t('team.emailHint'))} type="email" />}
      <FormSelectField
        {...field('role', t('team.role'))}
        options={roles.map(value => ({ value, label: t(`roles.${value}`) }))}
      />
      <p className="muted">{account ? t('team.roleHint') : t(`signIn.roleHints.${watch('role')}`)}</p>
    </FormDialog>
  )
}
