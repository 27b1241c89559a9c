import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { column, endColumn, moneyColumn, titleColumn } from '../../design/column-kinds.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, DayText, Id, Money } from '../../design/Values.tsx'
import { BookingStatusBadge, OrderStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import type { Customer } from './queries.ts'

/** The newest orders of a customer. */
export function RecentOrders({ customer: { id, recentOrders } }: { customer: Customer }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const columns: Column<Schemas['OrderListItem']>[] = [
    titleColumn('id', t('fields.order'), ({ id }) => <RecordLink id={id} to="orders" isOpen={can('orders.view')} />),
    column('placed', t('orders.placedAt'), ({ placedAt }) => <DateTime at={placedAt} />),
    endColumn('total', t('orders.total'), ({ total }) => <Money amount={total} />),
    column('payment', t('fields.payment'), ({ paymentStatus }) => <PaymentStatusBadge status={paymentStatus} />),
    column('status', t('fields.status'), ({ status }) => <OrderStatusBadge status={status} />),
  ]
  return (
    <Recent kind="orders" customerId={id}>
      {recentOrders.length > 0 && (
        <DataTable
          label={t('customers.orders')}
          columns={columns}
          items={recentOrders}
          keyOf={({ id }) => id}
          isDense
        />
      )}
    </Recent>
  )
}

/** The newest bookings of a customer. */
export function RecentBookings({ customer: { id, recentBookings } }: { customer: Customer }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const columns: Column<Schemas['BookingListItem']>[] = [
    titleColumn('id', t('fields.booking'), ({ bookingId }) => (
      <RecordLink id={bookingId} to="bookings" isOpen={can('bookings.view')} />
    )),
    column('campground', t('fields.campground'), ({ campgroundName }) => campgroundName),
    column('stay', t('fields.stay'), ({ checkIn, checkOut }) => (
      <span>
        <DayText day={checkIn} /> – <DayText day={checkOut} />
      </span>
    )),
    moneyColumn('finalAmount', t('fields.amount')),
    column('status', t('fields.status'), ({ status }) => <BookingStatusBadge status={status} />),
  ]
  return (
    <Recent kind="bookings" customerId={id}>
      {recentBookings.length > 0 && (
        <DataTable
          label={t('customers.bookings')}
          columns={columns}
          items={recentBookings}
          keyOf={({ bookingId }) => bookingId}
          isDense
        />
      )}
    </Recent>
  )
}

type RecentProps = { kind: 'orders' | 'bookings'; customerId: string; children: ReactNode }

/** A section with the newest, if there are any, and the way to all. */
function Recent({ kind, customerId, children }: RecentProps) {
  const { t } = useTranslation()
  const { can } = useSession()
  const all = <Link to={`/${kind}?customerId=${encodeURIComponent(customerId)}`}>{t(`customers.all.${kind}`)}</Link>
  return (
    <Section title={t(`customers.${kind}`)} isCard={false} actions={can(`${kind}.view`) && all}>
      {children || <p className="muted">{t(`customers.noneOf.${kind}`)}</p>}
    </Section>
  )
}

function RecordLink({ id, to, isOpen }: { id: string; to: 'orders' | 'bookings'; isOpen: boolean }) {
  return isOpen ? (
    <Link to={`/${to}/${encodeURIComponent(id)}`}>
      <Id>{id}</Id>
    </Link>
  ) : (
    <Id>{id}</Id>
  )
}
