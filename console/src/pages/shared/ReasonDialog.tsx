import { cancelBodySchema } from '@campstore/contract/admin/fields'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOptions } from '../../app/actions.ts'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog, FormTextField } from '../../design/Form.tsx'

type ReasonDialogProps<Result> = Omit<ActionOptions<{ reason: string }, Result>, 'close' | 'form'> &
  Pick<ComponentProps<typeof FormDialog>, 'title' | 'action' | 'close'> & {
    /** What follows from the action. */
    hint: string
    reasonHint?: string
  }

/** Asks for the reason of an action that cannot be undone, and carries it out. */
export function ReasonDialog<Result>(props: ReasonDialogProps<Result>) {
  const { title, action, hint, reasonHint, ...options } = props
  const { t } = useTranslation()
  const { field, dialog } = useFormAction({ schema: cancelBodySchema, values: { reason: '' }, ...options })
  return (
    <FormDialog {...dialog} title={title} action={action} isDangerous>
      <p>{hint}</p>
      <FormTextField {...field('reason', t('fields.reason'), reasonHint)} rows={3} autoFocus />
    </FormDialog>
  )
}
