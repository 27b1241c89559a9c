import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { moneyColumn, timeColumn } from '../../design/column-kinds.tsx'
import type { Column } from '../../design/DataTable.tsx'
import { Id } from '../../design/Values.tsx'
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
    timeColumn('placedAt', t('orders.placedAt'), { sort: 'placedAt' }),
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
    moneyColumn('total', t('orders.total'), { sort: 'total' }),
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
