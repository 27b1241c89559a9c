import { t } from 'i18next'
import type { Schemas } from '../../app/client.ts'
import { type Columns, column, moneyColumn, numberColumn, titleColumn } from '../../design/columns.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Badge, ItemName, Sum, Sums } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { RecordLink } from '../shared/links.tsx'
import type { Order } from './order.ts'

type Item = Order['items'][number]

/** The items of an order, the stores of their pieces, and the prices. */
export function OrderItems({ order }: { order: Order }) {
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
  <>
    {t('fields.discount')}
    {coupon && ' · '}
    {coupon && <RecordLink to="coupons" id={coupon.id} name={coupon.code} />}
  </>
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
