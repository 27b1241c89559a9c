import { t } from 'i18next'
import { Ban, CircleCheck, PackageOpen, Truck, Undo2 } from 'lucide-react'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, moneyColumn, numberColumn, titleColumn } from '../../design/columns.tsx'
import { Message } from '../../design/Message.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Badge, DateTime, Id, ItemName, Sum, Sums, TwoLines } from '../../design/Values.tsx'
import { wholeTwd } from '../../lib/amounts.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { HistorySection } from '../shared/HistorySection.tsx'
import { RecordLink } from '../shared/links.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { PaymentsSection } from '../shared/PaymentsSection.tsx'
import { ReallocateButton } from '../shared/ReallocateButton.tsx'
import { CancelDialog, CancelPaidDialog, ReasonDialog } from '../shared/ReasonDialogs.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { ShipDialog } from '../shared/ShipDialog.tsx'
import { OrderStatusBadge, PaymentStatusBadge, RefundStatusBadge } from '../shared/StatusBadges.tsx'
import { BuyerSection, RecipientSection, ReturnsSection, ShipmentSection } from './OrderFacts.tsx'
import { actionsOf, costOf, hasShipped, lacksPieces, type Order, type OrderAction } from './order.ts'
import { ReturnDialog } from './ReturnDialog.tsx'

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

/** The actions that the order's state allows: the main one of a state is the last. */
function OrderActions({ order }: { order: Order }) {
  const { can } = useSession()
  if (!can('orders.edit')) return null
  const { id, total, recipientName } = order
  const target = { kind: 'order' as const, id }
  const isUnpaid = order.paymentStatus === 'unpaid'
  const toCollect = isUnpaid ? wholeTwd(total) : '0.00'
  const amount = formatMoney(toCollect)
  const offered = actionsOf(order)
  const button = (action: Exclude<OrderAction, 'cancelPaid' | 'reallocate'>) => ({
    label: t(`orders.actions.${action}`),
    isOffered: offered.includes(action),
  })
  return (
    <>
      <DialogButton {...button('unship')} icon={PackageOpen}>
        {close => (
          <ReasonDialog
            title={t('orders.unship.title')}
            hint={t('orders.unship.hint')}
            action={t('orders.actions.unship')}
            run={async (admin, body) => void (await admin.unshipOrder({ id, ...body }))}
            done={() => t('orders.unship.done')}
            failed={t('orders.unship.failed')}
            close={close}
          />
        )}
      </DialogButton>
      <DialogButton {...button('return')} icon={Undo2}>
        {close => <ReturnDialog order={order} close={close} />}
      </DialogButton>
      <AskingButton
        {...button('complete')}
        icon={CircleCheck}
        variant="primary"
        title={t('orders.completeTitle')}
        hint={isUnpaid ? t('orders.completeCodHint', { amount }) : t('orders.completeHint')}
        confirm={isUnpaid ? t('orders.actions.collected', { amount }) : undefined}
        run={admin => admin.completeOrder({ id })}
        done={() => t('orders.completed')}
        failed={t('orders.notCompleted')}
      />
      <DialogButton {...button('cancel')} icon={Ban}>
        {close => <CancelDialog target={target} close={close} />}
      </DialogButton>
      <DialogButton label={t('bookings.actions.cancelPaid')} isOffered={offered.includes('cancelPaid')} icon={Ban}>
        {close => <CancelPaidDialog target={target} cost={total} refunds={order.refunds} close={close} />}
      </DialogButton>
      <ReallocateButton id={id} isOffered={offered.includes('reallocate')} />
      <DialogButton {...button('ship')} icon={Truck} variant="primary">
        {close => <ShipDialog orders={[{ id, recipientName, toCollect }]} close={close} />}
      </DialogButton>
    </>
  )
}

type Item = Order['items'][number]

/** The items of an order, the stores of their pieces, and the prices. */
function OrderItems({ order }: { order: Order }) {
  const columns: Columns<Item> = [
    titleColumn('item', t('fields.item'), { isWide: true }, item => (
      <ItemName of={item} picture={item.imageUrl}>
        <RecordLink to="products" id={item.productId} name={item.productName} />
      </ItemName>
    )),
    order.items.some(({ picks }) => picks.length > 0) &&
      column('picks', t('orders.picks'), ({ picks }) => (
        <ul className="order-picks">
          {picks.map(pick => (
            <PickLine key={pick.locationId} pick={pick} />
          ))}
        </ul>
      )),
    moneyColumn('unitPrice', t('orders.unitPrice')),
    numberColumn('quantity', t('fields.quantity')),
    moneyColumn('lineTotal', t('fields.amount')),
  ]
  return (
    <TableSection title={t('orders.items')} columns={columns} items={order.items}>
      <OrderSums order={order} />
    </TableSection>
  )
}

function OrderSums({ order }: { order: Order }) {
  const { subtotal, shippingFee, discount, total, coupon } = order
  return (
    <Sums>
      <Sum label={t('orders.subtotal')} amount={subtotal} />
      <Sum label={t('orders.shippingFee')} amount={shippingFee} />
      {(coupon !== null || Number(discount) > 0) && (
        <Sum label={<DiscountLabel coupon={coupon} />} amount={`-${discount}`} />
      )}
      <Sum label={t('orders.total')} amount={total} isFinal />
    </Sums>
  )
}

const DiscountLabel = ({ coupon }: Pick<Order, 'coupon'>) => (
  <TwoLines below={coupon && <RecordLink to="coupons" id={coupon.id} name={coupon.code} />}>
    {t('fields.discount')}
  </TwoLines>
)

function PickLine({ pick }: { pick: Schemas['Pick'] }) {
  const { locationName, quantity, missing } = pick
  return (
    <li>
      {locationName} × {formatNumber(quantity)}{' '}
      {missing > 0 && <Badge tone="danger">{t('orders.missing', { count: missing })}</Badge>}
    </li>
  )
}
