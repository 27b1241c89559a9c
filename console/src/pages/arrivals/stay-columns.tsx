import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Column } from '../../design/DataTable.tsx'
import { DayText, Email, Phone } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { BookingStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import type { Kind, Stay } from './queries.ts'

/** Columns of the guests of a day. */
export function useStayColumns(kind: Kind, showsCampground: boolean): Column<Stay>[] {
  const { t } = useTranslation()
  const arrival: Column<Stay>[] =
    kind === 'arriving'
      ? [{ id: 'arrival', header: t('arrivals.arrivalTime'), cell: ({ arrivalTime }) => arrivalTime ?? '–' }]
      : []
  return [
    {
      id: 'name',
      header: t('fields.guest'),
      isTitle: true,
      cell: ({ bookingId, customer }) => <Link to={`/bookings/${bookingId}`}>{customer.name}</Link>,
    },
    { id: 'contact', header: t('fields.contact'), cell: ({ customer }) => <Contact customer={customer} /> },
    ...arrival,
    { id: 'stay', header: t('fields.stay'), cell: stay => <Nights kind={kind} stay={stay} /> },
    { id: 'guests', header: t('fields.guests'), align: 'end', cell: ({ guestCount }) => guestCount },
    {
      id: 'zones',
      header: t('fields.zones'),
      cell: ({ zones, campgroundName }) => (
        <span className="stack-tight">
          <Lines lines={zones.map(zoneText)} />
          {showsCampground && <span className="muted">{campgroundName}</span>}
        </span>
      ),
    },
    { id: 'rentals', header: t('fields.rentals'), cell: ({ rentals }) => <Lines lines={rentals.map(rentalText)} /> },
    {
      id: 'state',
      header: t('fields.status'),
      cell: ({ status, paymentStatus }) => (
        <span className="arrivals-state">
          <BookingStatusBadge status={status} />
          <PaymentStatusBadge status={paymentStatus} />
        </span>
      ),
    },
  ]
}

function Contact({ customer: { phone, email, emailVerified } }: Pick<Stay, 'customer'>) {
  const { t } = useTranslation()
  return (
    <span className="stack-tight">
      {phone === null ? <span className="muted">{t('arrivals.noPhone')}</span> : <Phone number={phone} />}
      {email !== '' && (
        <span>
          <Email address={email} />
          {!emailVerified && <span className="muted"> ({t('fields.unverified')})</span>}
        </span>
      )}
    </span>
  )
}

/** How long it lasts, and the other end of it. */
function Nights({ kind, stay: { checkIn, checkOut } }: { kind: Kind; stay: Stay }) {
  const { t } = useTranslation()
  return (
    <span className="stack-tight">
      <span className="nowrap">{t('arrivals.nights', { count: daysBetween(checkIn, checkOut) })}</span>
      <span className="muted nowrap">
        {kind === 'arriving' && `${t('arrivals.until')} `}
        {kind === 'departing' && `${t('arrivals.since')} `}
        <DayText day={kind === 'arriving' ? checkOut : checkIn} style="weekday" />
        {kind === 'overdue' && (
          <>
            {' – '}
            <DayText day={checkOut} style="weekday" />
          </>
        )}
      </span>
    </span>
  )
}

const zoneText = ({ type, quantity }: Stay['zones'][number]) => ({ quantity, text: type })
const rentalText = ({ name, specification, quantity }: Stay['rentals'][number]) => ({
  quantity,
  text: specification === '' ? name : `${name}, ${specification}`,
})

function Lines({ lines }: { lines: readonly { quantity: number; text: string }[] }) {
  if (lines.length === 0) return <span className="muted">–</span>
  return (
    <ul className="arrivals-lines">
      {lines.map(({ quantity, text }) => (
        <li key={text}>
          <strong>{quantity} ×</strong> {text}
        </li>
      ))}
    </ul>
  )
}
