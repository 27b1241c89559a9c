import { ordersQuerySchema } from '@campstore/contract/admin/orders'
import { t } from 'i18next'
import { ShoppingBag } from 'lucide-react'
import { type QueryOf, type Schemas, useRead } from '../../app/client.ts'
import { useKnownCustomer, useSession } from '../../app/session.ts'
import { type Columns, column, moneyColumn, timeColumn, titleColumn } from '../../design/columns.tsx'
import { TwoLines } from '../../design/Values.tsx'
import { dayFilter, filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, daysOf, ListPage } from '../shared/List.tsx'
import { RecordLink } from '../shared/links.tsx'
import { OrderStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'

const parsers = {
  ...filtersOf(ordersQuerySchema.shape, 'q', 'status', 'paymentStatus', 'paymentMethod', 'readyToShip', 'sort'),
  ...filtersOf(ordersQuerySchema.shape, 'customerId', 'couponId', 'variantId'),
  placedFrom: dayFilter,
  placedTo: dayFilter,
  paidFrom: dayFilter,
  paidTo: dayFilter,
}

/** All orders of the store. */
export function OrdersPage() {
  const filters = useFilters(parsers)
  const { status, ...others } = filters.values
  const known = useLinkedNames(others)
  return (
    <ListPage
      page="orders"
      operation="listAdminOrders"
      query={{ ...others, status: status && [status] }}
      filters={filters}
      views={[
        { label: t('filters.all'), values: {} },
        { label: t('orderStatus.unshipped'), values: { readyToShip: 'true' } },
        { label: t('paymentStatus.unpaid'), values: { status: 'unshipped', readyToShip: 'false' } },
        { label: t('orderStatus.shipped'), values: { status: 'shipped' } },
      ]}
      fields={[
        choiceOf(filters, 'status', t('fields.status'), value => t(`orderStatus.${value}`)),
        choiceOf(filters, 'paymentStatus', t('fields.payment'), value => t(`paymentStatus.${value}`)),
        choiceOf(filters, 'paymentMethod', t('fields.paymentMethod'), value => t(`paymentMethod.${value}`)),
        choiceOf(filters, 'readyToShip', t('orders.readyToShip'), value => t(`orders.isReady.${value}`)),
        daysOf('placed', t('orders.placedAt'), t('orders.placedFrom'), t('orders.placedTo')),
        daysOf('paid', t('payments.paidAt'), t('orders.paidFrom'), t('orders.paidTo')),
      ]}
      links={[
        {
          name: 'customerId',
          text: (id, first) => t('orders.only.customer', { name: first?.buyerName || known.customer || id }),
        },
        { name: 'couponId', text: id => t('orders.only.coupon', { name: known.coupon ?? id }) },
        { name: 'variantId', text: id => t('orders.only.variant', { name: known.variant ?? id }) },
      ]}
      icon={ShoppingBag}
      columns={orderColumns()}
    />
  )
}

function orderColumns(): Columns<Schemas['OrderListItem']> {
  return [
    titleColumn('id', t('fields.order'), ({ id }) => <RecordLink to="orders" id={id} />),
    timeColumn('placedAt', t('orders.placedAt'), { sort: 'placedAt', place: 'rest' }),
    column('buyer', t('orders.buyer'), { place: 'line' }, ({ customerId, buyerName, recipientName }) => (
      <TwoLines below={recipientName && recipientName !== buyerName && t('orders.to', { name: recipientName })}>
        <RecordLink to="customers" id={customerId} name={buyerName} />
      </TwoLines>
    )),
    moneyColumn('total', t('orders.total'), { sort: 'total', place: 'aside' }),
    column('payment', t('fields.payment'), ({ paymentStatus, paymentMethod }) => (
      <TwoLines below={paymentMethod && t(`paymentMethod.${paymentMethod}`)}>
        <PaymentStatusBadge status={paymentStatus} />
      </TwoLines>
    )),
    column('status', t('fields.status'), { place: 'state' }, ({ status }) => <OrderStatusBadge status={status} />),
  ]
}

/** The names of the records by which a link has filtered the list, for administrators who may see them. */
function useLinkedNames({ customerId, couponId = '', variantId = '' }: QueryOf<'listAdminOrders'>) {
  const { can } = useSession()
  const coupon = useRead('getCoupon', { id: couponId }, { enabled: couponId !== '' && can('coupons.view') })
  const stock = useRead('listStock', { variantId }, { enabled: variantId !== '' && can('inventory.view') })
  return { customer: useKnownCustomer(customerId), coupon: coupon.data?.code, variant: stock.data?.data[0]?.sku }
}
