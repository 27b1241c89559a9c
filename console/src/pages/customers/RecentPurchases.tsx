import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
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
  const all = <Link to={`/orders?customerId=${encodeURIComponent(id)}`}>{t('customers.allOrders')}</Link>
  return (
    <Section title={t('customers.orders')} isCard={false} actions={can('orders.view') && all}>
      {recentOrders.length === 0 ? (
        <p className="muted">{t('customers.noOrders')}</p>
      ) : (
        <DataTable
          label={t('customers.orders')}
          columns={columns}
          items={recentOrders}
          keyOf={({ id }) => id}
          isDense
        />
      )}
    </Section>
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
    {
      id: 'amount',
      header: t('fields.amount'),
      align: 'end',
      cell: ({ finalAmount }) => <Money amount={finalAmount} />,
    },
    { id: 'status', header: t('fields.status'), cell: ({ status }) => <BookingStatusBadge status={status} /> },
  ]
  const all = <Link to={`/bookings?customerId=${encodeURIComponent(id)}`}>{t('customers.allBookings')}</Link>
  return (
    <Section title={t('customers.bookings')} isCard={false} actions={can('bookings.view') && all}>
      {recentBookings.length === 0 ? (
        <p className="muted">{t('customers.noBookings')}</p>
      ) : (
        <DataTable
          label={t('customers.bookings')}
          columns={columns}
          items={recentBookings}
          keyOf={({ bookingId }) => bookingId}
          isDense
        />
      )}
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
