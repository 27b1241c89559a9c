import { type ChangeCustomer, changeCustomerSchema } from '@campstore/contract/admin/customers'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { changedFields } from '../../app/forms.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormDateField, FormNumberField, FormTextField } from '../../design/FormFields.tsx'
import type { Customer } from './queries.ts'

/** Changes what staff may change of a customer; only what was changed is sent. */
export function ChangeCustomerDialog({ customer, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const { name, phone, birthday, points } = customer
  const form = useForm({
    resolver: zodResolver(changeCustomerSchema),
    defaultValues: { name, phone, birthday, points },
  })
  const { control, handleSubmit, formState } = form
  const { dirtyFields } = formState
  const save = useAction({
    run: (admin, fields: ChangeCustomer) =>
      admin.changeCustomer({ id: customer.id, ...changedFields(fields, dirtyFields) }),
    done: () => t('customers.changed'),
    failed: t('customers.notChanged'),
    form,
    onDone: close,
  })
  return (
    <FormDialog
      title={t('customers.changeTitle')}
      close={close}
      action={t('actions.save')}
      isPending={save.isPending}
      submit={handleSubmit(fields => save.mutate(fields))}
    >
      <FormNumberField control={control} name="points" label={t('customers.points')} />
      <FormTextField control={control} name="phone" label={t('fields.phone')} type="tel" whenEmpty={null} />
      <FormTextField control={control} name="name" label={t('customers.name')} />
      <FormDateField control={control} name="birthday" label={t('customers.birthday')} />
    </FormDialog>
  )
}
