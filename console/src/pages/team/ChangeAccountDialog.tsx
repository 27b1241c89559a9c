import { roles } from '@campstore/contract/admin/permissions'
import { type ChangeUser, changeUserSchema } from '@campstore/contract/admin/users'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { changedFields } from '../../app/forms.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormSelectField, FormTextField } from '../../design/FormFields.tsx'
import type { Account } from './queries.ts'

/** Changes name and role of an account; its e-mail cannot be changed. */
export function ChangeAccountDialog({ account, close }: { account: Account; close(): void }) {
  const { t } = useTranslation()
  const { id, name, role } = account
  const form = useForm({
    resolver: zodResolver(changeUserSchema),
    defaultValues: { name, role },
  })
  const { control, handleSubmit, formState } = form
  const { dirtyFields } = formState
  const save = useAction({
    run: (admin, fields: ChangeUser) => admin.changeUser({ id, ...changedFields(fields, dirtyFields) }),
    done: () => t('team.changed', { name }),
    failed: t('team.notChanged'),
    form,
    onDone: close,
  })
  return (
    <FormDialog
      title={t('team.changeTitle', { name })}
      close={close}
      action={t('actions.save')}
      isPending={save.isPending}
      submit={handleSubmit(fields => save.mutate(fields))}
    >
      <FormTextField control={control} name="name" label={t('team.name')} />
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
