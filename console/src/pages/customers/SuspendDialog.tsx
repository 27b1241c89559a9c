import { suspendCustomerSchema } from '@campstore/contract/admin/customers'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import type { Customer } from './queries.ts'

/** Suspends a customer, with a reason that other staff can read. */
export function SuspendDialog({ customer: { id, name }, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: suspendCustomerSchema,
    values: {},
    run: (admin, fields) => admin.suspendCustomer({ id, ...fields }),
    done: () => t('customers.suspended', { name }),
    failed: t('customers.notSuspended'),
    close,
  })
  return (
    <FormDialog
      title={t('customers.suspendTitle', { name })}
      close={close}
      action={t('customers.suspend')}
      isDangerous
      {...dialog}
    >
      <p>{t('customers.suspendWarning')}</p>
      <FormTextField
        control={control}
        name="reason"
        label={t('fields.reason')}
        hint={t('customers.reasonHint')}
        rows={3}
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}
