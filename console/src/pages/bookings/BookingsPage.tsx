import { bookingsQuerySchema } from '@campstore/contract/admin/bookings'
import { t } from 'i18next'
import { ClipboardList } from 'lucide-react'
import { useCampgroundOptions, useKnownCustomer } from '../../app/session.ts'
import { type Columns, column, dayColumn, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { DayText, Id, TwoLines } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { dayFilter, filtersOf, useFilters } from '../../lib/filters.ts'
import { AttendanceBadge } from '../shared/Attendance.tsx'
import { useBulkBookings } from '../shared/BulkBookingAction.tsx'
import { choiceOf, daysOf, ListPage } from '../shared/List.tsx'
import { RecordLink } from '../shared/links.tsx'
import { BookingStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import type { BookingLine } from './booking.ts'

const parsers = {
  ...filtersOf(bookingsQuerySchema.shape, 'q', 'status', 'paymentStatus', 'campgroundId', 'customerId', 'sort'),
  checkInFrom: dayFilter,
  checkInTo: dayFilter,
}

/** All bookings; paid and unconfirmed ones can be confirmed together. */
export function BookingsPage() {
  const filters = useFilters(parsers)
  const bulkOf = useBulkBookings('confirm', isWaiting)
  const { status, ...others } = filters.values
  const known = useKnownCustomer(others.customerId)
  return (
    <ListPage
      page="bookings"
      operation="listAdminBookings"
      query={{ ...others, status: status && [status] }}
      filters={filters}
      views={[
        { label: t('filters.all'), values: {} },
        { label: t('today.tiles.toConfirm'), values: { status: 'pending', paymentStatus: 'paid' } },
        { label: t('paymentStatus.unpaid'), values: { status: 'pending', paymentStatus: 'unpaid' } },
        { label: t('bookingStatus.confirmed'), values: { status: 'confirmed' } },
      ]}
      fields={[
        choiceOf(filters, 'status', t('fields.status'), value => t(`bookingStatus.${value}`)),
        choiceOf(filters, 'paymentStatus', t('fields.payment'), value => t(`paymentStatus.${value}`)),
        { name: 'campgroundId', label: t('fields.campground'), options: useCampgroundOptions() },
        daysOf('checkIn', t('bookings.checkIn'), t('bookings.checkInFrom'), t('bookings.checkInTo')),
      ]}
      links={[
        {
          name: 'customerId',
          text: (id, first) => t('orders.only.customer', { name: first?.customer.name || known || id }),
        },
      ]}
      icon={ClipboardList}
      columns={bookingColumns()}
      selection={bookings => bulkOf(bookings).selection}
      above={bookings => bulkOf(bookings).above}
    />
  )
}

const isWaiting = ({ status, paymentStatus }: BookingLine) => status === 'pending' && paymentStatus === 'paid'

function bookingColumns(): Columns<BookingLine> {
  return [
    titleColumn('id', t('fields.booking'), ({ bookingId, customer }) => (
      <TwoLines below={<Id>{bookingId}</Id>}>
        <RecordLink to="bookings" id={bookingId} name={customer.name} />
      </TwoLines>
    )),
    column('campground', t('fields.campground'), ({ campgroundName }) => campgroundName),
    column('checkIn', t('bookings.checkIn'), { sort: 'checkIn', place: 'line' }, ({ checkIn, checkOut }) => (
      <TwoLines below={t('arrivals.nights', { count: daysBetween(checkIn, checkOut) })}>
        <DayText day={checkIn} />
      </TwoLines>
    )),
    endColumn('guests', t('fields.guests'), ({ guestCount }) => guestCount),
    column('status', t('fields.status'), { place: 'state' }, ({ status, paymentStatus, attendance }) => (
      <span className="row">
        {attendance ? <AttendanceBadge attendance={attendance} /> : <BookingStatusBadge status={status} />}
        <PaymentStatusBadge status={paymentStatus} />
      </span>
    )),
    dayColumn('createdAt', t('bookings.createdAt'), { sort: 'createdAt', isExtra: true }),
    moneyColumn('finalAmount', t('fields.amount'), { sort: 'finalAmount', place: 'aside' }),
  ]
}
