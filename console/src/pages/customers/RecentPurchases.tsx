import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, moneyColumn, timeColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable, idOf } from '../../design/DataTable.tsx'
import { Section } from '../../design/Section.tsx'
import { DaySpan, TwoLines } from '../../design/Values.tsx'
import { RecordLink } from '../shared/RecordLink.tsx'
import { BookingStatusBadge, OrderStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import type { Customer } from './CustomerFacts.tsx'

/** The newest orders of a customer. */
export function RecentOrders({ customer: { id, recentOrders } }: { customer: Customer }) {
  const { t } = useTranslation()
  const columns: Columns<Schemas['OrderListItem']> = [
    titleColumn('id', t('fields.order'), ({ id }) => <RecordLink to="orders" id={id} />),
    timeColumn('placedAt', t('orders.placedAt')),
    moneyColumn('total', t('orders.total')),
    column('payment', t('fields.payment'), ({ paymentStatus }) => <PaymentStatusBadge status={paymentStatus} />),
    column('status', t('fields.status'), ({ status }) => <OrderStatusBadge status={status} />),
  ]
  return <Recent kind="orders" customerId={id} columns={columns} items={recentOrders} />
}

/** The newest bookings of a customer. */
export function RecentBookings({ customer: { id, recentBookings } }: { customer: Customer }) {
  const { t } = useTranslation()
  const columns: Columns<Schemas['BookingListItem']> = [
    titleColumn('id', t('fields.booking'), ({ bookingId }) => <RecordLink to="bookings" id={bookingId} />),
    column('stay', t('fields.stay'), ({ checkIn, checkOut, campgroundName }) => (
      <TwoLines below={campgroundName}>
        <DaySpan from={checkIn} to={checkOut} />
      </TwoLines>
    )),
    moneyColumn('finalAmount', t('fields.amount')),
    column('status', t('fields.status'), ({ status }) => <BookingStatusBadge status={status} />),
  ]
  return <Recent kind="bookings" customerId={id} columns={columns} items={recentBookings} />
}

type RecentProps<Item> = {
  kind: 'orders' | 'bookings'
  customerId: string
  columns: Columns<Item>
  items: readonly Item[]
}

/** A section with the newest, if there are any, and the way to all. */
function Recent<Item>({ kind, customerId, ...table }: RecentProps<Item>) {
  const { t } = useTranslation()
  const { can } = useSession()
  const title = t(`customers.${kind}`)
  const all = <Link to={`/${kind}?customerId=${encodeURIComponent(customerId)}`}>{t(`customers.all.${kind}`)}</Link>
  return (
    <Section title={title} isCard={false} actions={can(`${kind}.view`) && all}>
      <DataTable {...table} label={title} keyOf={idOf} empty={t(`customers.noneOf.${kind}`)} isDense />
    </Section>
  )
}
