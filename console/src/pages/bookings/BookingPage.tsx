import {
  Ban,
  CalendarCheck,
  CalendarRange,
  CircleCheck,
  CircleDot,
  Clock,
  CreditCard,
  HandCoins,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { actorText, isGoodwill } from '../../app/history.ts'
import { useSession } from '../../app/session.ts'
import { useToday } from '../../app/shared-queries.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Button } from '../../design/Button.tsx'
import { Columns } from '../../design/Columns.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { Timeline, type TimelineEntry } from '../../design/Timeline.tsx'
import { DateTime, DayText, Email, Facts, Id, Phone } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { AskingButton } from '../shared/AskingButton.tsx'
import { AttendanceBadge, AttendanceButtons } from '../shared/Attendance.tsx'
import { CancelDialog, CancelPaidDialog } from '../shared/CancelDialogs.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { PaymentsSection } from '../shared/PaymentsSection.tsx'
import { RecordLink } from '../shared/RecordLink.tsx'
import { BookingStatusBadge, PaymentStatusBadge, RefundStatusBadge } from '../shared/StatusBadges.tsx'
import { BookingPrices } from './BookingPrices.tsx'
import { ChangeStayDialog } from './ChangeStayDialog.tsx'
import { type Booking, useBooking } from './queries.ts'
import './booking.css'

/** One booking: zones and prices, history, customer and payments. */
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
              <RefundStatusBadge {...booking} />
              <AttendanceBadge attendance={booking.attendance} />
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
                <NotesSection kind="Booking" id={id} notes={booking.notes} />
                <BookingTimeline booking={booking} />
              </>
            }
          >
            <StayFacts booking={booking} />
            <BookingPrices booking={booking} />
            <PaymentsSection
              target={{ kind: 'booking', id }}
              cost={booking.finalAmount}
              refunds={booking.refunds}
              isRefundable={booking.paymentStatus === 'paid'}
            />
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
          [t('attendance.contact')]: booking.contact && (
            <>
              {booking.contact.name} <Phone number={booking.contact.phone} />
            </>
          ),
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
  return (
    <Section title={t('fields.customer')}>
      <Facts
        of={{
          [t('fields.name')]: (
            <RecordLink to="customers" id={customer.id}>
              {customer.name}
            </RecordLink>
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

/** The actions that a booking's state allows (docs/contract/states.md). */
function BookingActions({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  const today = useToday()
  const [isCancelling, setCancelling] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const { bookingId: id, status, paymentStatus, checkOut, finalAmount, cancellation } = booking
  const target = { kind: 'booking' as const, id }
  const isPaid = paymentStatus === 'paid'
  const isOpen = status === 'pending' || status === 'confirmed'
  const close = () => setCancelling(false)
  return (
    <>
      {isOpen && isPaid && (
        <Button icon={CalendarRange} onPress={() => setChanging(true)}>
          {t('bookings.actions.change')}
        </Button>
      )}
      {isOpen && (isPaid || status === 'pending') && (
        <Button icon={Ban} onPress={() => setCancelling(true)}>
          {t(isPaid ? 'bookings.actions.cancelPaid' : 'bookings.actions.cancel')}
        </Button>
      )}
      <AttendanceButtons booking={booking} />
      {status === 'pending' && isPaid && (
        <AskingButton
          variant="primary"
          icon={CalendarCheck}
          label={t('bookings.actions.confirm')}
          title={t('arrivals.ask.confirm', { count: 1 })}
          hint={t('arrivals.askHint.confirm')}
          action={{
            run: admin => admin.confirmBooking({ id }),
            done: () => t('arrivals.done.confirm', { count: 1 }),
            failed: t('bookings.failed.confirm'),
          }}
        />
      )}
      {status === 'confirmed' && checkOut <= today && (
        <AskingButton
          variant="primary"
          icon={CircleCheck}
          label={t('orders.actions.complete')}
          title={t('arrivals.ask.complete', { count: 1 })}
          hint={t('arrivals.askHint.complete')}
          action={{
            run: admin => admin.completeBooking({ id }),
            done: () => t('arrivals.done.complete', { count: 1 }),
            failed: t('bookings.failed.complete'),
          }}
        />
      )}
      {isChanging && <ChangeStayDialog booking={booking} close={() => setChanging(false)} />}
      {isCancelling &&
        (isPaid ? (
          <CancelPaidDialog target={target} cost={finalAmount} cancellation={cancellation} close={close} />
        ) : (
          <CancelDialog target={target} close={close} />
        ))}
    </>
  )
}

const icons: Partial<Record<string, LucideIcon>> = {
  pending: Clock,
  confirmed: CalendarCheck,
  completed: CircleCheck,
  cancelled: Ban,
}

/** Texts of the service that repeat the title and the person. */
const expired = 'the hold ended'
const refundDone = 'refund done'
const usual = ['paid', 'cancelled by the member', expired, refundDone]

/** Texts of the service about attendance, and how the console says each. */
const attendances: Readonly<Record<string, 'arrived' | 'no-show' | 'done.none'>> = {
  arrived: 'arrived',
  'no-show': 'no-show',
  'attendance withdrawn': 'done.none',
}

/** The history of a booking: held, paid, confirmed, completed or cancelled, and by whom. */
function BookingTimeline({ booking }: { booking: Booking }) {
  const { t } = useTranslation()
  return (
    <Section title={t('fields.history')}>
      <Timeline label={t('fields.history')} entries={useEntries(booking)} />
    </Section>
  )
}

function useEntries({ statusHistory, paidAt, refunds, changes: ofStay }: Booking): TimelineEntry[] {
  const { t } = useTranslation()
  const changes = statusHistory.map(({ from, to, at, actor, reason }, index): TimelineEntry => {
    const isRefundDue = from === to && isGoodwill(at, refunds)
    const isRefund = isRefundDue || reason === refundDone
    const isPayment = from === to && actor.type === 'payment' && !isRefund
    const isApplied = isPayment && (reason ?? 'paid') === 'paid'
    const isChange = from === to && ofStay.some(change => change.at === at && change.reason === reason)
    const attended = from === to && actor.type === 'admin' ? attendances[reason ?? ''] : undefined
    return {
      id: `${at} ${index}`,
      at,
      icon: isPayment ? CreditCard : isRefund ? HandCoins : isChange ? CalendarRange : (icons[to] ?? CircleDot),
      title: attended
        ? t(`attendance.${attended}`)
        : reason === expired
          ? t('orders.events.expired')
          : isChange
            ? t('bookings.timeline.changed')
            : isRefund
              ? t(`refundStatus.${isRefundDue ? 'due' : 'done'}`)
              : isPayment
                ? t(isApplied ? 'paymentStatus.paid' : 'orders.events.payment')
                : titleOf(from, to),
      by: [actorText(t, actor), attended || usual.includes(reason ?? '') ? null : reason].filter(Boolean).join(' · '),
      tone: to === 'cancelled' || (isPayment && !isApplied) ? 'danger' : from === null ? 'neutral' : 'positive',
    }
  })
  const isTold = changes.some(({ icon, tone }) => icon === CreditCard && tone === 'positive')
  const payment: TimelineEntry[] =
    paidAt === null || isTold
      ? []
      : [{ id: 'paid', at: paidAt, icon: CreditCard, title: t('paymentStatus.paid'), tone: 'positive' }]
  return [...changes, ...payment].sort((one, other) => one.at.localeCompare(other.at))

  function titleOf(from: string | null, to: string): string {
    if (from === null) return t('bookings.timeline.held')
    return t(`bookingStatus.${to}`, { defaultValue: to })
  }
}
