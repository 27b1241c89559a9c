import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { Badge, type BadgeTone } from '../../design/Badge.tsx'

const bookingTones: Record<Schemas['BookingStatus'], BadgeTone> = {
  pending: 'notice',
  confirmed: 'positive',
  completed: 'neutral',
  cancelled: 'danger',
}

export function BookingStatusBadge({ status }: { status: Schemas['BookingStatus'] }) {
  const { t } = useTranslation()
  return <Badge tone={bookingTones[status]}>{t(`bookingStatus.${status}`)}</Badge>
}

const orderTones: Record<Schemas['OrderStatus'], BadgeTone> = {
  unshipped: 'notice',
  shipped: 'info',
  completed: 'neutral',
  returned: 'danger',
  cancelled: 'danger',
}

export function OrderStatusBadge({ status }: { status: Schemas['OrderStatus'] }) {
  const { t } = useTranslation()
  return <Badge tone={orderTones[status]}>{t(`orderStatus.${status}`)}</Badge>
}

const paymentTones = { paid: 'positive', unpaid: 'neutral', refunded: 'info' } as const

export function PaymentStatusBadge({ status }: { status: keyof typeof paymentTones }) {
  const { t } = useTranslation()
  return <Badge tone={paymentTones[status]}>{t(`paymentStatus.${status}`)}</Badge>
}

/** Whether the payment of a booking or an order is given back; nothing without a refund, or where the payment status says it. */
export function RefundStatusBadge({ refundStatus: status, paymentStatus }: RefundStatusProps) {
  const { t } = useTranslation()
  if (status === 'none' || paymentStatus === 'refunded') return null
  return <Badge tone={status === 'due' ? 'notice' : 'info'}>{t(`refundStatus.${status}`)}</Badge>
}
type RefundStatusProps = { refundStatus: 'none' | 'due' | 'done'; paymentStatus: keyof typeof paymentTones }
