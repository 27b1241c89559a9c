import { cancelBodySchema, cancelPaidBodySchema } from '@campstore/contract/admin/fields'
import { useTranslation } from 'react-i18next'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { Message } from '../../design/Message.tsx'
import { formatMoney } from '../../lib/format.ts'
import { type PaymentTarget, usePaidAmount } from './PaymentsSection.tsx'

type CancelDialogProps = { target: PaymentTarget; close(): void }

/** Cancels an unpaid booking or order. */
export function CancelDialog({ target: { kind, id }, close }: CancelDialogProps) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
    schema: cancelBodySchema,
    values: { reason: '' },
    run: async (admin, body) =>
      void (await admin[kind === 'booking' ? 'cancelBooking' : 'cancelOrder']({ id, ...body })),
    done: () => t(`${kind}s.cancel.done`),
    failed: t(`${kind}s.cancel.failed`),
    close,
  })
  return (
    <FormDialog
      {...dialog}
      title={t(`${kind}s.cancel.title`)}
      close={close}
      action={t(`${kind}s.actions.cancel`)}
      isDangerous
    >
      <p>{t(`${kind}s.cancel.hint`)}</p>
      <FormTextField control={control} name="reason" label={t('fields.reason')} rows={3} autoFocus />
    </FormDialog>
  )
}

/** Cancels a paid booking or order: a refund becomes due, of at most the paid amount. */
export function CancelPaidDialog({ target, cost, close }: CancelDialogProps & { cost: string }) {
  const { t } = useTranslation()
  const { kind, id } = target
  const paid = usePaidAmount(target, cost)
  const { control, dialog } = useFormAction({
    schema: cancelPaidBodySchema.refine(({ refundAmount = '0' }) => Number(refundAmount) <= Number(paid), {
      path: ['refundAmount'],
      message: `must be at most ${paid}`,
    }),
    values: { reason: '', refundAmount: paid },
    async run(admin, { reason, refundAmount }) {
      // A full refund needs no amount, which may be unknown here: not everyone sees payments.
      const body = Number(refundAmount) === Number(paid) ? { reason } : { reason, refundAmount }
      await admin[kind === 'booking' ? 'cancelPaidBooking' : 'cancelPaidOrder']({ id, ...body })
    },
    done: () => t(`${kind}s.cancelPaid.done`),
    failed: t(`${kind}s.cancel.failed`),
    close,
  })
  return (
    <FormDialog
      {...dialog}
      title={t(`${kind}s.cancelPaid.title`)}
      close={close}
      action={t(`${kind}s.actions.cancelPaid`)}
      isDangerous
    >
      <Message tone="notice">{t(`${kind}s.cancelPaid.hint`)}</Message>
      <FormTextField control={control} name="reason" label={t('refund.reason')} rows={3} autoFocus />
      <FormTextField
        control={control}
        name="refundAmount"
        label={t('refund.amount')}
        hint={t('refund.most', { amount: formatMoney(paid) })}
        inputMode="decimal"
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}
