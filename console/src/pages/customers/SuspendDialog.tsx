import { type SuspendCustomer, suspendCustomerSchema } from '@campstore/contract/admin/customers'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import type { Customer } from './queries.ts'

/** Suspends a customer, with a reason that other staff can read. */
export function SuspendDialog({ customer: { id, name }, close }: { customer: Customer; close(): void }) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(suspendCustomerSchema), defaultValues: {} })
  const { control, handleSubmit } = form
  const suspend = useAction({
    run: (admin, fields: SuspendCustomer) => admin.suspendCustomer({ id, ...fields }),
    done: () => t('customers.suspended', { name }),
    failed: t('customers.notSuspended'),
    form,
    close,
  })
  return (
    <FormDialog
      title={t('customers.suspendTitle', { name })}
      close={close}
      action={t('customers.suspend')}
      isDangerous
      isPending={suspend.isPending}
      submit={handleSubmit(fields => suspend.mutate(fields))}
    >
      <p>{t('customers.suspendWarning')}</p>
      <FormTextField
        control={control}
        name="reason"
        label={t('customers.reason')}
        hint={t('customers.reasonHint')}
        rows={3}
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}
