import { t } from 'i18next'
import { Message } from '../../design/Message.tsx'
import { DateTime, Id } from '../../design/Values.tsx'
import { HistorySection } from '../shared/HistorySection.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { PaymentsSection } from '../shared/PaymentsSection.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { OrderStatusBadge, PaymentStatusBadge, RefundStatusBadge } from '../shared/StatusBadges.tsx'
import { OrderActions } from './OrderActions.tsx'
import { BuyerSection, RecipientSection, ReturnsSection, ShipmentSection } from './OrderFacts.tsx'
import { OrderItems } from './OrderItems.tsx'
import { costOf, hasShipped, lacksPieces, type Order } from './order.ts'

const piecesOf = ({ items }: Order): number => items.reduce((sum, { quantity }) => sum + quantity, 0)

/** One order: items, stores, recipient and history. */
export const OrderPage = () => (
  <RecordPage
    list="orders"
    operation="getAdminOrder"
    title={(order, id) =>
      order
        ? `${order.recipientName || id} · ${t('orders.return.pieces', { count: piecesOf(order) })}`
        : t('orders.title', { id })
    }
    badge={order => (
      <>
        <OrderStatusBadge status={order.status} />
        <PaymentStatusBadge status={order.paymentStatus} />
        <RefundStatusBadge {...order} />
      </>
    )}
    subtitle={({ id, placedAt }) => (
      <>
        <Id>{id}</Id> · {t('orders.placedAt')} <DateTime at={placedAt} />
      </>
    )}
    actions={order => <OrderActions order={order} />}
    messages={order => lacksPieces(order) && <Message tone="danger">{t('orders.lacksPieces')}</Message>}
    side={order => (
      <>
        <RecipientSection order={order} />
        {order.shipment && <ShipmentSection id={order.id} shipment={order.shipment} />}
        <ReturnsSection order={order} />
        <NotesSection kind="Order" id={order.id} notes={order.notes} />
        <BuyerSection order={order} />
        <HistorySection record={order} />
      </>
    )}
  >
    {order => (
      <>
        <OrderItems order={order} />
        <PaymentsSection
          target={{ kind: 'order', id: order.id }}
          cost={costOf(order)}
          refunds={order.refunds}
          isRefundable={order.paymentStatus === 'paid' && hasShipped(order)}
        />
      </>
    )}
  </RecordPage>
)
