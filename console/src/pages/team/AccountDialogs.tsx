import { roles } from '@campstore/contract/admin/permissions'
import { changeUserSchema, createUserSchema } from '@campstore/contract/admin/users'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormSelectField, FormTextField } from '../../design/FormFields.tsx'
import type { Account } from './queries.ts'

/** A new account: the person who signs in with its e-mail may use the back office. */
export function CreateAccountDialog({ close, onDone }: { close(): void; onDone(account: Account): void }) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: createUserSchema,
    values: { name: '', email: '', role: 'operator' as const },
    run: (admin, fields) => admin.createUser(fields),
    done: ({ name }) => t('team.created', { name }),
    failed: t('team.notCreated'),
    onDone,
  })
  const role = useWatch({ control, name: 'role' })
  return (
    <FormDialog title={t('team.create')} close={close} action={t('actions.create')} {...dialog}>
      <FormTextField control={control} name="name" label={t('fields.name')} />
      <FormTextField control={control} name="email" label={t('fields.email')} hint={t('team.emailHint')} type="email" />
      <FormSelectField
        control={control}
        name="role"
        label={t('team.role')}
        options={roles.map(value => ({ value, label: t(`roles.${value}`) }))}
      />
      <p className="muted">{t(`signIn.roleHints.${role}`)}</p>
    </FormDialog>
  )
}

/** Changes name and role of an account; its e-mail cannot be changed. */
export function ChangeAccountDialog({ account, close }: { account: Account; close(): void }) {
  const { t } = useTranslation()
  const { id, name, role } = account
  const { control, dialog } = useFormAction({
    schema: changeUserSchema,
    values: { name, role },
    run: (admin, _fields, changed) => admin.changeUser({ id, ...changed }),
    done: () => t('team.changed', { name }),
    failed: t('team.notChanged'),
    onDone: close,
  })
  return (
    <FormDialog title={t('team.changeTitle', { name })} close={close} action={t('actions.save')} {...dialog}>
      <FormTextField control={control} name="name" label={t('fields.name')} />
      <FormSelectField
        control={control}
        name="role"
        label={t('team.role')}
        options={roles.map(value => ({ value, label: t(`roles.${value}`) }))}
      />
      <p className="muted">{t('team.roleHint')}</p>
    </FormDialog>
  )
}
