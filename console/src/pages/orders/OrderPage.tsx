import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useRead } from '../../app/read.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Columns } from '../../design/Columns.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { DateTime } from '../../design/Values.tsx'
import { wholeTwd } from '../../lib/amounts.ts'
import { HistorySection } from '../shared/HistorySection.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { PaymentsSection } from '../shared/PaymentsSection.tsx'
import { OrderStatusBadge, PaymentStatusBadge, RefundStatusBadge } from '../shared/StatusBadges.tsx'
import { OrderActions } from './OrderActions.tsx'
import { BuyerSection, RecipientSection, ShipmentSection } from './OrderFacts.tsx'
import { OrderItems } from './OrderItems.tsx'
import { hasShipped, lacksPieces } from './order-actions.ts'
import { ReturnsSection } from './ReturnsSection.tsx'

/** One order: items, stores, recipient and history. */
export function OrderPage() {
  const { id = '' } = useParams()
  const { t } = useTranslation()
  const query = useRead('getAdminOrder', { id })
  const order = query.data
  return (
    <>
      <PageHeader
        title={t('orders.title', { id })}
        back={<BackLink to="orders" />}
        badge={
          order && (
            <>
              <OrderStatusBadge status={order.status} />
              <PaymentStatusBadge status={order.paymentStatus} />
              <RefundStatusBadge {...order} />
            </>
          )
        }
        subtitle={
          order && (
            <>
              {t('orders.placedAt')} <DateTime at={order.placedAt} />
            </>
          )
        }
      >
        {order && <OrderActions order={order} />}
      </PageHeader>
      <Loaded query={query} rows={10}>
        {order => (
          <div className="stack">
            {lacksPieces(order) && <Message tone="danger">{t('orders.lacksPieces')}</Message>}
            <Columns
              side={
                <>
                  <RecipientSection order={order} />
                  {order.shipment && <ShipmentSection id={order.id} shipment={order.shipment} />}
                  <ReturnsSection order={order} />
                  <NotesSection kind="Order" id={order.id} notes={order.notes} />
                  <BuyerSection order={order} />
                  <HistorySection record={order} />
                </>
              }
            >
              <OrderItems order={order} />
              <PaymentsSection
                target={{ kind: 'order', id: order.id }}
                cost={order.codConfirmedAt === null ? order.total : wholeTwd(order.total)}
                refunds={order.refunds}
                isRefundable={order.paymentStatus === 'paid' && hasShipped(order)}
              />
            </Columns>
          </div>
        )}
      </Loaded>
    </>
  )
}
