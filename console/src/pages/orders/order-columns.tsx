import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import type { Column } from '../../design/DataTable.tsx'
import { DateTime, Id, Money } from '../../design/Values.tsx'
import { OrderStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'

type Order = Schemas['OrderListItem']

/** The columns of a list of orders. */
export function useOrderColumns(): Column<Order>[] {
  const { t } = useTranslation()
  const { can } = useSession()
  return [
    {
      id: 'id',
      header: t('fields.order'),
      isTitle: true,
      cell: ({ id }) => (
        <Link to={`/orders/${encodeURIComponent(id)}`}>
          <Id>{id}</Id>
        </Link>
      ),
    },
    {
      id: 'placedAt',
      header: t('orders.placedAt'),
      sort: 'placedAt',
      cell: ({ placedAt }) => <DateTime at={placedAt} />,
    },
    {
      id: 'buyer',
      header: t('orders.buyer'),
      cell: ({ customerId, buyerName, recipientName }) => (
        <span className="stack-tight">
          {can('customers.view') ? (
            <Link to={`/customers/${encodeURIComponent(customerId)}`}>{buyerName}</Link>
          ) : (
            <span>{buyerName}</span>
          )}
          {recipientName !== null && recipientName !== buyerName && (
            <small className="muted">{t('orders.to', { name: recipientName })}</small>
          )}
        </span>
      ),
    },
    {
      id: 'total',
      header: t('orders.total'),
      sort: 'total',
      align: 'end',
      cell: ({ total }) => <Money amount={total} />,
    },
    {
      id: 'payment',
      header: t('fields.payment'),
      cell: ({ paymentStatus, paymentMethod }) => (
        <span className="stack-tight">
          <span>
            <PaymentStatusBadge status={paymentStatus} />
          </span>
          {paymentMethod && <small className="muted nowrap">{t(`paymentMethod.${paymentMethod}`)}</small>}
        </span>
      ),
    },
    { id: 'status', header: t('fields.status'), cell: ({ status }) => <OrderStatusBadge status={status} /> },
  ]
}
