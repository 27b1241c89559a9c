import { Ban, CalendarCheck, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { useToday } from '../../app/shared-queries.ts'
import { Button } from '../../design/Button.tsx'
import { CancelDialog, CancelPaidDialog } from '../shared/CancelDialogs.tsx'
import type { Booking } from './queries.ts'

/** What staff may do with a booking in its state (docs/contract/states.md). */
export function BookingActions({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const today = useToday()
  const [isCancelling, setCancelling] = useState(false)
  const { bookingId: id, status, paymentStatus, checkOut, finalAmount } = booking
  const target = { kind: 'booking' as const, id }
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
          {t(isPaid ? 'bookings.actions.cancelPaid' : 'bookings.actions.cancel')}
        </Button>
      )}
      {status === 'pending' && isPaid && (
        <Button variant="primary" icon={CalendarCheck} isPending={confirm.isPending} onPress={() => confirm.mutate()}>
          {t('bookings.actions.confirm')}
        </Button>
      )}
      {status === 'confirmed' && checkOut <= today && (
        <Button variant="primary" icon={CircleCheck} isPending={complete.isPending} onPress={() => complete.mutate()}>
          {t('bookings.actions.complete')}
        </Button>
      )}
      {isCancelling &&
        (isPaid ? (
          <CancelPaidDialog target={target} cost={finalAmount} close={close} />
        ) : (
          <CancelDialog target={target} close={close} />
        ))}
    </>
  )
}
