import { cancelBodySchema } from '@campstore/contract/admin/fields'
import { zodResolver } from '@hookform/resolvers/zod'
import { Ban, CalendarCheck, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useAction } from '../../app/actions.ts'
import { useToday } from '../../app/shared-queries.ts'
import { Button } from '../../design/Button.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormTextField } from '../../design/FormFields.tsx'
import { CancelPaidDialog } from './CancelPaidDialog.tsx'
import type { Booking } from './queries.ts'

/** What staff may do with a booking in its state (docs/contract/states.md). */
export function BookingActions({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const today = useToday()
  const [isCancelling, setCancelling] = useState(false)
  const { bookingId: id, status, paymentStatus, checkOut } = booking
  const confirm = useAction({
    run: admin => admin.confirmBooking({ id }),
    done: () => t('arrivals.done.confirm', { count: 1 }),
    failed: t('bookings.failed.confirm'),
  })
  const complete = useAction({
    run: admin => admin.completeBooking({ id }),
    done: () => t('arrivals.done.complete', { count: 1 }),
    failed: t('bookings.failed.complete'),
  })
  const isPaid = paymentStatus === 'paid'
  const isOpen = status === 'pending' || status === 'confirmed'
  const close = () => setCancelling(false)
  return (
    <>
      {isOpen && (isPaid || status === 'pending') && (
        <Button icon={Ban} onPress={() => setCancelling(true)}>
          {isPaid ? t('bookings.cancelPaid.action') : t('bookings.cancel.action')}
        </Button>
      )}
      {status === 'pending' && isPaid && (
        <Button variant="primary" icon={CalendarCheck} isPending={confirm.isPending} onPress={() => confirm.mutate()}>
          {t('bookings.confirm')}
        </Button>
      )}
      {status === 'confirmed' && checkOut <= today && (
        <Button variant="primary" icon={CircleCheck} isPending={complete.isPending} onPress={() => complete.mutate()}>
          {t('bookings.complete')}
        </Button>
      )}
      {isCancelling &&
        (isPaid ? <CancelPaidDialog booking={booking} close={close} /> : <CancelDialog id={id} close={close} />)}
    </>
  )
}

/** Cancels a booking that is not paid. */
function CancelDialog({ id, close }: { id: string; close(): void }) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: zodResolver(cancelBodySchema),
    defaultValues: { reason: '' },
  })
  const { control, handleSubmit } = form
  const action = useAction({
    run: (admin, body: z.output<typeof cancelBodySchema>) => admin.cancelBooking({ id, ...body }),
    done: () => t('bookings.cancel.done'),
    failed: t('bookings.cancel.failed'),
    form,
    close,
  })
  return (
    <FormDialog
      title={t('bookings.cancel.title')}
      action={t('bookings.cancel.action')}
      isDangerous
      isPending={action.isPending}
      close={close}
      submit={handleSubmit(body => action.mutate(body))}
    >
      <p>{t('bookings.cancel.hint')}</p>
      <FormTextField control={control} name="reason" label={t('bookings.cancel.reason')} rows={2} autoFocus />
    </FormDialog>
  )
}
