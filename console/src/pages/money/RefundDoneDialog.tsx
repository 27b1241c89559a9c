import { refundDoneSchema } from '@campstore/contract/admin/refunds'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { Facts, Money } from '../../design/Values.tsx'
import { PaymentText } from './PaymentText.tsx'
import type { Refund } from './queries.ts'

/** Records that a refund was made at the payment provider; the console moves no money. */
export function RefundDoneDialog({ refund, close }: { refund: Refund; close(): void }) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: refundDoneSchema,
    values: { reference: '', note: '' },
    run: (admin, said) => admin.refundDone({ ...said, id: refund.id }),
    done: () => t('money.recorded'),
    failed: t('money.notRecorded'),
    close,
  })
  return (
    <FormDialog title={t('money.markDone')} action={t('money.markDone')} {...dialog} close={close}>
      <p className="muted">{t('money.markDoneHint')}</p>
      <Facts
        of={{
          [t('fields.amount')]: <Money amount={refund.amount} currency={refund.currency} />,
          [t('fields.customer')]: refund.customer?.name ?? t('money.unknownCustomer'),
          [t('fields.payment')]: <PaymentText payment={refund.payment} />,
        }}
      />
      <FormTextField
        control={control}
        name="reference"
        label={t('money.reference')}
        hint={t('money.referenceHint')}
        maxLength={128}
        autoComplete="off"
      />
      <FormTextField control={control} name="note" label={t('money.note')} rows={2} maxLength={200} />
    </FormDialog>
  )
}
