import type { CancelPaidBody } from '@campstore/contract/admin/fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { Message } from '../../design/Message.tsx'
import { Money } from '../../design/Values.tsx'
import { cancelPaidWithin, usePaidAmount } from '../shared/cancel-paid.ts'
import type { Booking } from './queries.ts'

/** Cancels a paid stay: its sites and rentals become free, and a refund is due. */
export function CancelPaidDialog({ booking, close }: { booking: Booking; close(): void }) {
  const { t } = useTranslation()
  const { bookingId: id, finalAmount } = booking
  const paid = usePaidAmount({ kind: 'booking', id }, finalAmount)
  const form = useForm({
    resolver: zodResolver(cancelPaidWithin(paid)),
    defaultValues: { reason: '', refundAmount: paid },
  })
  const { control, handleSubmit } = form
  const action = useAction({
    run: (admin, body: CancelPaidBody) => admin.cancelPaidBooking({ id, ...body }),
    done: () => t('bookings.cancelPaid.done'),
    failed: t('bookings.cancel.failed'),
    form,
    close,
  })
  return (
    <FormDialog
      title={t('bookings.cancelPaid.title')}
      action={t('bookings.cancelPaid.action')}
      isDangerous
      isPending={action.isPending}
      close={close}
      submit={handleSubmit(({ reason, refundAmount }) =>
        action.mutate(Number(refundAmount) === Number(paid) ? { reason } : { reason, refundAmount }),
      )}
    >
      <Message tone="notice">{t('bookings.cancelPaid.hint')}</Message>
      <FormTextField control={control} name="reason" label={t('bookings.cancelPaid.reason')} rows={2} autoFocus />
      <FormTextField
        control={control}
        name="refundAmount"
        label={t('bookings.cancelPaid.refundAmount')}
        inputMode="decimal"
        hint={
          <>
            {t('bookings.cancelPaid.most')} <Money amount={paid} />
          </>
        }
      />
    </FormDialog>
  )
}
