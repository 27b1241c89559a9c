import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { useSession } from '../../app/session.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Columns } from '../../design/Columns.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, DayText, Email, Facts, Id, Phone } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { PaymentsSection } from '../shared/PaymentsSection.tsx'
import { BookingStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import { BookingActions } from './BookingActions.tsx'
import { BookingPrices } from './BookingPrices.tsx'
import { BookingTimeline } from './BookingTimeline.tsx'
import { type Booking, useBooking } from './queries.ts'
import './booking.css'

/** One booking: what was booked and at which price, what happened to it, who booked, and what was paid. */
export function BookingPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { can } = useSession()
  const query = useBooking(id)
  const booking = query.data
  return (
    <>
      <PageHeader
        title={t('bookings.title', { id })}
        back={<BackLink to="bookings" />}
        badge={
          booking && (
            <>
              <BookingStatusBadge status={booking.status} />
              <PaymentStatusBadge status={booking.paymentStatus} />
            </>
          )
        }
        subtitle={booking && <Summary booking={booking} />}
      >
        {booking && can('bookings.edit') && <BookingActions booking={booking} />}
      </PageHeader>
      <Loaded query={query} rows={10}>
        {booking => (
          <Columns
            side={
              <>
                <Customer booking={booking} />
                <BookingTimeline booking={booking} />
              </>
            }
          >
            <StayFacts booking={booking} />
            <BookingPrices booking={booking} />
            <PaymentsSection target={{ kind: 'booking', id }} />
          </Columns>
        )}
      </Loaded>
    </>
  )
}

const Summary = ({ booking: { campgroundName, checkIn, checkOut } }: { booking: Booking }) => (
  <>
    {campgroundName} · <DayText day={checkIn} style="weekday" /> – <DayText day={checkOut} style="weekday" />
  </>
)

function StayFacts({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const { campgroundName, region, checkIn, checkOut, guestCount, arrivalTime, weekdayCount, holidayCount } = booking
  const nights = t('arrivals.nights', { count: daysBetween(checkIn, checkOut) })
  return (
    <Section title={t('fields.stay')}>
      <Facts
        of={{
          [t('fields.campground')]: (
            <>
              {campgroundName} <span className="muted">{region}</span>
            </>
          ),
          [t('bookings.checkIn')]: <DayText day={checkIn} style="full" />,
          [t('bookings.checkOut')]: <DayText day={checkOut} style="full" />,
          [t('bookings.nights')]: (
            <>
              {nights} <span className="muted">{t('bookings.nightKinds', { weekdayCount, holidayCount })}</span>
            </>
          ),
          [t('fields.guests')]: guestCount,
          [t('arrivals.arrivalTime')]: arrivalTime ?? '–',
          [t('fields.paymentMethod')]: t(`paymentMethod.${booking.paymentMethod}`),
          [t('payments.paidAt')]: booking.paidAt && <DateTime at={booking.paidAt} />,
          [t('bookings.heldUntil')]: booking.status === 'pending' && booking.paymentStatus === 'unpaid' && (
            <DateTime at={booking.checkoutExpiresAt} />
          ),
        }}
      />
    </Section>
  )
}

function Customer({ booking: { customer } }: { booking: Booking }) {
  const { t } = useTranslation()
  const { can } = useSession()
  return (
    <Section title={t('fields.customer')}>
      <Facts
        of={{
          [t('fields.name')]: can('customers.view') ? (
            <Link to={`/customers/${customer.id}`}>{customer.name}</Link>
          ) : (
            customer.name
          ),
          [t('fields.phone')]: customer.phone === null ? '–' : <Phone number={customer.phone} />,
          [t('fields.email')]: (
            <>
              {customer.email === '' ? '–' : <Email address={customer.email} />}
              {customer.email !== '' && !customer.emailVerified && (
                <span className="muted"> ({t('fields.unverified')})</span>
              )}
            </>
          ),
          [t('fields.id')]: <Id>{customer.id}</Id>,
        }}
      />
    </Section>
  )
}
