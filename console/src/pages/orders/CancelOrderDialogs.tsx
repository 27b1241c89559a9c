import { type CancelPaidBody, cancelBodySchema } from '@campstore/contract/admin/fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { Message } from '../../design/Message.tsx'
import { formatMoney } from '../../lib/format.ts'
import { cancelPaidWithin, usePaidAmount } from '../shared/cancel-paid.ts'
import type { Order } from './queries.ts'

type CancelDialogProps = { order: Order; close(): void }

/** Cancels an order that is not paid. */
export function CancelOrderDialog({ order: { id }, close }: CancelDialogProps) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(cancelBodySchema), defaultValues: { reason: '' } })
  const { control, handleSubmit } = form
  const cancel = useAction({
    run: (admin, { reason }: { reason: string }) => admin.cancelOrder({ id, reason }),
    done: () => t('orders.cancelled'),
    failed: t('orders.notCancelled'),
    form,
    close,
  })
  return (
    <FormDialog
      title={t('orders.cancelTitle')}
      close={close}
      action={t('orders.actions.cancel')}
      isDangerous
      isPending={cancel.isPending}
      submit={handleSubmit(fields => cancel.mutate(fields))}
    >
      <p>{t('orders.cancelHint')}</p>
      <FormTextField control={control} name="reason" label={t('orders.reason')} rows={3} />
    </FormDialog>
  )
}

/** Cancels a paid order; the refund is then due. */
export function CancelPaidOrderDialog({ order: { id, total }, close }: CancelDialogProps) {
  const { t } = useTranslation()
  const paid = usePaidAmount({ kind: 'order', id }, total)
  const form = useForm({
    resolver: zodResolver(cancelPaidWithin(paid)),
    defaultValues: { reason: '', refundAmount: paid },
  })
  const { control, handleSubmit } = form
  const cancel = useAction({
    run: (admin, fields: CancelPaidBody) => admin.cancelPaidOrder({ id, ...fields }),
    done: () => t('orders.cancelledPaid'),
    failed: t('orders.notCancelled'),
    form,
    close,
  })
  const submit = handleSubmit(({ reason, refundAmount }) => {
    // All of it needs no amount, which may be unknown here: not everyone sees payments.
    cancel.mutate(Number(refundAmount) === Number(paid) ? { reason } : { reason, refundAmount })
  })
  return (
    <FormDialog
      title={t('orders.cancelPaidTitle')}
      close={close}
      action={t('orders.actions.cancelPaid')}
      isDangerous
      isPending={cancel.isPending}
      submit={submit}
    >
      <Message tone="notice">{t('orders.cancelPaidHint')}</Message>
      <FormTextField control={control} name="reason" label={t('orders.refundReason')} rows={3} />
      <FormTextField
        control={control}
        name="refundAmount"
        label={t('orders.refundAmount')}
        hint={t('orders.refundAmountHint', { amount: formatMoney(paid) })}
        inputMode="decimal"
        whenEmpty={undefined}
      />
    </FormDialog>
  )
}
