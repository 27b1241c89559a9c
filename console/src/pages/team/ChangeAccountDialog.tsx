import { roles } from '@campstore/contract/admin/permissions'
import { changeUserSchema } from '@campstore/contract/admin/users'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormSelectField, FormTextField } from '../../design/FormFields.tsx'
import type { Account } from './queries.ts'

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
