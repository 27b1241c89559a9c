import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { moneyColumn } from '../../design/column-kinds.tsx'
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
    {
      id: 'id',
      header: t('fields.order'),
      isTitle: true,
      cell: ({ id }) => <RecordLink id={id} to="orders" isOpen={can('orders.view')} />,
    },
    { id: 'placed', header: t('orders.placedAt'), cell: ({ placedAt }) => <DateTime at={placedAt} /> },
    { id: 'total', header: t('orders.total'), align: 'end', cell: ({ total }) => <Money amount={total} /> },
    {
      id: 'payment',
      header: t('fields.payment'),
      cell: ({ paymentStatus }) => <PaymentStatusBadge status={paymentStatus} />,
    },
    { id: 'status', header: t('fields.status'), cell: ({ status }) => <OrderStatusBadge status={status} /> },
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
    {
      id: 'id',
      header: t('fields.booking'),
      isTitle: true,
      cell: ({ bookingId }) => <RecordLink id={bookingId} to="bookings" isOpen={can('bookings.view')} />,
    },
    { id: 'campground', header: t('fields.campground'), cell: ({ campgroundName }) => campgroundName },
    {
      id: 'stay',
      header: t('fields.stay'),
      cell: ({ checkIn, checkOut }) => (
        <span>
          <DayText day={checkIn} /> – <DayText day={checkOut} />
        </span>
      ),
    },
    moneyColumn('finalAmount', t('fields.amount')),
    { id: 'status', header: t('fields.status'), cell: ({ status }) => <BookingStatusBadge status={status} /> },
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
