import { changeCustomerSchema } from '@campstore/contract/admin/customers'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormDateField, FormNumberField, FormTextField } from '../../design/FormFields.tsx'
import type { Customer } from './queries.ts'

/** Changes what staff may change of a customer; only what was changed is sent. */
export function ChangeCustomerDialog({ customer, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const { name, phone, birthday, points } = customer
  const { control, dialog } = useFormAction({
    schema: changeCustomerSchema,
    values: { name, phone, birthday, points },
    run: (admin, _fields, changed) => admin.changeCustomer({ id: customer.id, ...changed }),
    done: () => t('customers.changed'),
    failed: t('customers.notChanged'),
    onDone: close,
  })
  return (
    <FormDialog title={t('customers.changeTitle')} close={close} action={t('actions.save')} {...dialog}>
      <FormNumberField control={control} name="points" label={t('customers.points')} />
      <FormTextField control={control} name="phone" label={t('fields.phone')} type="tel" whenEmpty={null} />
      <FormTextField control={control} name="name" label={t('fields.name')} />
      <FormDateField control={control} name="birthday" label={t('customers.birthday')} />
    </FormDialog>
  )
}
