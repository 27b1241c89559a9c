import type { UseQueryResult } from '@tanstack/react-query'
import { t } from 'i18next'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type QueryOf, type Schemas, useRead } from '../../app/client.ts'
import { type Columns, column, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable, type Selection } from '../../design/DataTable.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { type PageMeta, Pager } from '../../design/Pager.tsx'
import { DaySpan, Email, Phone } from '../../design/Values.tsx'
import { BookingStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import { affectedOf, type ClosureDates } from './closure.ts'

export type Affected = Schemas['AffectedBooking']

type AffectedTableProps = {
  bookings: readonly Affected[]
  /** Names the table, unless it lists the affected bookings. */
  label?: string
  selection?: Selection<Affected> | undefined
}

/** Bookings that a closure affects, and how to contact their guests. */
export function AffectedTable({ bookings, label, selection }: AffectedTableProps) {
  const columns: Columns<Affected> = [
    titleColumn('guest', t('fields.guest'), ({ bookingId, customer }) => (
      <Link to={`/bookings/${bookingId}`}>{customer.name || bookingId}</Link>
    )),
    column('contact', t('fields.contact'), ({ customer: { phone, email } }) => (
      <span className="stack-tight">
        {phone && <Phone number={phone} />}
        {email && <Email address={email} />}
        {!phone && !email && '–'}
      </span>
    )),
    column('stay', t('fields.stay'), ({ checkIn, checkOut }) => <DaySpan from={checkIn} to={checkOut} style="day" />),
    column('status', t('fields.status'), ({ status, paymentStatus }) => (
      <span className="row">
        <BookingStatusBadge status={status} />
        <PaymentStatusBadge status={paymentStatus} />
      </span>
    )),
    moneyColumn('finalAmount', t('fields.amount')),
  ]
  return (
    <DataTable
      label={label ?? t('closures.affected')}
      columns={columns}
      items={bookings}
      selection={selection}
      isDense
    />
  )
}

/** Shows, before nights are closed, which bookings that affects. Unless `hint` says what becomes of them, they can be cancelled later. */
export function AffectedPreview({ dates, hint }: { dates: ClosureDates; hint?: string }) {
  const query = affectedOf(dates)
  if (query === undefined) return <p className="muted">{t('closures.datesFirst')}</p>
  return <AffectedOf query={query} hint={hint ?? t('closures.affectedHint')} />
}

function AffectedOf({ query, hint }: { query: QueryOf<'listAffectedBookings'>; hint: string }) {
  const wanted = JSON.stringify(query)
  const [page, setPage] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other dates begin with the first page
  useEffect(() => setPage(0), [wanted])
  const affected = useRead('listAffectedBookings', { ...query, page, size: 10 }, { keepsPrevious: true })
  return <AffectedList affected={affected} setPage={setPage} hint={hint} />
}

type AffectedListProps = {
  affected: UseQueryResult<{ data: readonly Affected[]; meta: PageMeta }>
  setPage(page: number): void
  /** What becomes of them, after their number. */
  hint: string
}

/** How many bookings a change affects, and which. */
export const AffectedList = ({ affected, setPage, hint }: AffectedListProps) => (
  <section className="stack" aria-label={t('closures.affected')} aria-live="polite" aria-busy={affected.isFetching}>
    <Loaded query={affected} rows={3}>
      {({ data, meta }) =>
        meta.totalElements === 0 ? (
          <Message tone="positive">{t('closures.noneAffected')}</Message>
        ) : (
          <>
            <Message tone="notice">
              <strong>{t('closures.affectedCount', { count: meta.totalElements })}</strong> {hint}
            </Message>
            <div>
              <AffectedTable bookings={data} />
              <Pager meta={meta} filters={{ setPage }} />
            </div>
          </>
        )
      }
    </Loaded>
  </section>
)
