import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { useCampgroundOptions, useKnownCustomer } from '../../app/shared-queries.ts'
import { type Column, DataTable, type Selection } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterChips } from '../../design/FilterChips.tsx'
import { FilterDates, FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { DateTime, DayText, Id, Money } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { choiceFilter, dayFilter, textFilter, useFilters } from '../../lib/filters.ts'
import { BulkBookingAction } from '../shared/BulkBookingAction.tsx'
import { CsvButton } from '../shared/CsvButton.tsx'
import { BookingStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import { type BookingLine, useBookings } from './queries.ts'

const statuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const
const paymentStatuses = ['unpaid', 'paid'] as const
const sorts = [
  'createdAt,desc',
  'createdAt,asc',
  'checkIn,asc',
  'checkIn,desc',
  'checkOut,asc',
  'checkOut,desc',
  'finalAmount,asc',
  'finalAmount,desc',
] as const

const parsers = {
  q: textFilter,
  status: choiceFilter(statuses),
  paymentStatus: choiceFilter(paymentStatuses),
  campgroundId: textFilter,
  customerId: textFilter,
  checkInFrom: dayFilter,
  checkInTo: dayFilter,
  sort: choiceFilter(sorts),
}

/** All bookings, found by their filters. */
export function BookingsPage() {
  const { t } = useTranslation()
  const filters = useFilters(parsers)
  const { status, ...others } = filters.values
  const { customerId } = others
  const known = useKnownCustomer(customerId)
  const query = { ...others, ...(status && { status: [status] }) }
  const bookings = useBookings({ ...query, page: filters.page })
  return (
    <>
      <PageHeader title={t('pages.bookings')}>
        <CsvButton read={() => client().admin.listAdminBookings.csv(query)} />
      </PageHeader>
      <BookingFilterBar filters={filters} />
      {customerId && (
        <FilterChips
          chips={[
            {
              text: t('bookings.onlyCustomer', { name: bookings.data?.data[0]?.customer.name || known || customerId }),
              remove: () => filters.set({ customerId: undefined }),
            },
          ]}
        />
      )}
      <LoadedList
        query={bookings}
        rows={10}
        filters={filters}
        empty={
          <div className="card">
            <EmptyState icon={ClipboardList} title={t('bookings.none')}>
              {filters.count > 0 && t('filters.nothing')}
            </EmptyState>
          </div>
        }
      >
        {items => <BookingsTable bookings={items} filters={filters} />}
      </LoadedList>
    </>
  )
}

/** The bookings of a page, of which those that are paid and not confirmed can be confirmed together. */
function BookingsTable({ bookings, filters }: { bookings: readonly BookingLine[]; filters: BookingFilters }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const waiting = can('bookings.edit') ? bookings.filter(isWaiting).map(({ bookingId }) => bookingId) : []
  const selection: Selection<BookingLine> = {
    selected,
    onChange: setSelected,
    labelOf: ({ customer, bookingId }) => t('arrivals.select', { name: customer.name || bookingId }),
    isSelectable: isWaiting,
  }
  return (
    <div className="stack">
      {waiting.length > 0 && (
        <BulkBookingAction
          verb="confirm"
          all={waiting.length}
          chosen={waiting.filter(id => selected.has(id))}
          clear={() => setSelected(new Set())}
        />
      )}
      <DataTable
        label={t('pages.bookings')}
        columns={useColumns()}
        items={bookings}
        keyOf={({ bookingId }) => bookingId}
        selection={waiting.length > 0 ? selection : undefined}
        sort={{
          value: filters.values.sort ?? sorts[0],
          onChange: sort => filters.set({ sort: sorts.find(one => one === sort) }),
        }}
        isBroad
      />
    </div>
  )
}

const isWaiting = ({ status, paymentStatus }: BookingLine) => status === 'pending' && paymentStatus === 'paid'

type BookingFilters = ReturnType<typeof useFilters<typeof parsers>>

function BookingFilterBar({ filters }: { filters: BookingFilters }) {
  const { t } = useTranslation()
  const { values, set } = filters
  return (
    <FilterBar
      filters={filters}
      search={<SearchField label={t('bookings.search')} value={values.q ?? ''} onChange={q => set({ q })} />}
    >
      <FilterSelect
        label={t('bookings.status')}
        value={values.status}
        onChange={status => set({ status })}
        options={statuses.map(status => ({ value: status, label: t(`bookingStatus.${status}`) }))}
      />
      <FilterSelect
        label={t('bookings.payment')}
        value={values.paymentStatus}
        onChange={paymentStatus => set({ paymentStatus })}
        options={paymentStatuses.map(status => ({ value: status, label: t(`paymentStatus.${status}`) }))}
      />
      <FilterSelect
        label={t('bookings.campground')}
        value={values.campgroundId}
        onChange={campgroundId => set({ campgroundId })}
        options={useCampgroundOptions()}
      />
      <FilterDates
        labels={[t('bookings.checkInFrom'), t('bookings.checkInTo')]}
        from={values.checkInFrom}
        to={values.checkInTo}
        setFrom={checkInFrom => set({ checkInFrom })}
        setTo={checkInTo => set({ checkInTo })}
      />
    </FilterBar>
  )
}

function useColumns(): Column<BookingLine>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'id',
      header: t('bookings.booking'),
      isTitle: true,
      cell: ({ bookingId, customer }) => (
        <span className="stack-tight">
          <Link to={`/bookings/${bookingId}`}>{customer.name || bookingId}</Link>
          <small className="muted">
            <Id>{bookingId}</Id>
          </small>
        </span>
      ),
    },
    { id: 'campground', header: t('bookings.campground'), cell: ({ campgroundName }) => campgroundName },
    {
      id: 'checkIn',
      header: t('bookings.checkIn'),
      sort: 'checkIn',
      cell: ({ checkIn, checkOut }) => (
        <>
          <DayText day={checkIn} style="date" />{' '}
          <span className="muted nowrap">{t('arrivals.nights', { count: daysBetween(checkIn, checkOut) })}</span>
        </>
      ),
    },
    { id: 'guests', header: t('bookings.guests'), align: 'end', cell: ({ guestCount }) => guestCount },
    {
      id: 'status',
      header: t('bookings.status'),
      cell: ({ status, paymentStatus }) => (
        <span className="row">
          <BookingStatusBadge status={status} />
          <PaymentStatusBadge status={paymentStatus} />
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: t('bookings.createdAt'),
      sort: 'createdAt',
      cell: ({ createdAt }) => <DateTime at={createdAt} />,
    },
    {
      id: 'finalAmount',
      header: t('bookings.amount'),
      align: 'end',
      sort: 'finalAmount',
      cell: ({ finalAmount }) => <Money amount={finalAmount} />,
    },
  ]
}
