import { t } from 'i18next'
import type { Schemas } from '../../app/client.ts'
import { Badge, type BadgeTone } from '../../design/Values.tsx'

/** A badge of each status: its tone, and its text. */
export const badgeOf = <Status extends string>(tones: Record<Status, BadgeTone>, textOf: (status: Status) => string) =>
  function StatusBadge({ status }: { status: Status }) {
    return <Badge tone={tones[status]}>{textOf(status)}</Badge>
  }

export const BookingStatusBadge = badgeOf<Schemas['BookingStatus']>(
  { pending: 'notice', confirmed: 'positive', completed: 'neutral', cancelled: 'danger' },
  status => t(`bookingStatus.${status}`),
)

export const OrderStatusBadge = badgeOf<Schemas['OrderStatus']>(
  { unshipped: 'notice', shipped: 'info', completed: 'neutral', returned: 'danger', cancelled: 'danger' },
  status => t(`orderStatus.${status}`),
)

export const PaymentStatusBadge = badgeOf({ paid: 'positive', unpaid: 'neutral', refunded: 'info' }, status =>
  t(`paymentStatus.${status}`),
)

type RefundStatusProps = Pick<Schemas['AdminOrder'], 'refundStatus' | 'paymentStatus'>

/** Whether the payment of a booking or an order is given back; nothing without a refund, or where the payment status says it. */
export function RefundStatusBadge({ refundStatus: status, paymentStatus }: RefundStatusProps) {
  if (status === 'none' || paymentStatus === 'refunded') return null
  return <Badge tone={status === 'due' ? 'notice' : 'info'}>{t(`refundStatus.${status}`)}</Badge>
}
