import { roles } from '@campstore/contract/admin/permissions'
import { createUserSchema } from '@campstore/contract/admin/users'
import { t } from 'i18next'
import { useNavigate } from 'react-router'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormSelectField, FormTextField } from '../../design/Form.tsx'
import type { Account } from './access.ts'

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
