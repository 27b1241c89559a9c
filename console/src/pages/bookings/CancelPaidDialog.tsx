import { cancelPaidBodySchema } from '@campstore/contract/admin/fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useAction } from '../../app/actions.ts'
import { client } from '../../app/client.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { TextField } from '../../design/Field.tsx'
import { Message } from '../../design/Message.tsx'
import { Money } from '../../design/Values.tsx'
import type { Booking } from './queries.ts'

/** Cancels a paid stay: its sites and rentals become free, and a refund is due. */
export function CancelPaidDialog({ booking, close }: { booking: Booking; close(): void }) {
  const { t } = useTranslation()
  const { bookingId: id, finalAmount } = booking
  const form = useForm({
    resolver: zodResolver(cancelPaidBodySchema),
    defaultValues: { reason: '', refundAmount: finalAmount },
  })
  const action = useAction({
    run: (body: z.output<typeof cancelPaidBodySchema>) => client().admin.cancelPaidBooking({ id, ...body }),
    done: () => t('bookings.cancelPaid.done'),
    failed: t('bookings.cancel.failed'),
    onDone: close,
  })
  const submit = form.handleSubmit(body => action.mutate(body))
  return (
    <Dialog
      title={t('bookings.cancelPaid.title')}
      isOpen
      close={close}
      actions={
        <>
          <Button onPress={close}>{t('actions.back')}</Button>
          <Button variant="danger" isPending={action.isPending} onPress={() => void submit()}>
            {t('bookings.cancelPaid.action')}
          </Button>
        </>
      }
    >
      <Message tone="notice">{t('bookings.cancelPaid.hint')}</Message>
      <Controller
        control={form.control}
        name="reason"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <TextField
            label={t('bookings.cancelPaid.reason')}
            value={value}
            onChange={onChange}
            problem={error && t('problems.required')}
            rows={2}
            autoFocus
          />
        )}
      />
      <Controller
        control={form.control}
        name="refundAmount"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <TextField
            label={t('bookings.cancelPaid.refundAmount')}
            value={value ?? ''}
            onChange={onChange}
            inputMode="decimal"
            problem={error && t('problems.amount')}
            hint={
              <>
                {t('bookings.cancelPaid.most')} <Money amount={finalAmount} />
              </>
            }
          />
        )}
      />
    </Dialog>
  )
}
