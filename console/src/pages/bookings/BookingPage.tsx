import { t } from 'i18next'
import { Ban, CalendarCheck, CalendarRange, CircleCheck, Pencil } from 'lucide-react'
import { useSession, useToday } from '../../app/session.ts'
import { type Columns, endColumn, moneyColumn, titleColumn } from '../../design/columns.tsx'
import { FactsSection } from '../../design/Section.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { DateTime, DayText, Id, Phone, Sum, Sums, TwoLines } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { AttendanceBadge, AttendanceButtons } from '../shared/Attendance.tsx'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { HistorySection } from '../shared/HistorySection.tsx'
import { CheckedEmail, RecordLink } from '../shared/links.tsx'
import { NotesSection } from '../shared/NotesSection.tsx'
import { PaymentsSection } from '../shared/PaymentsSection.tsx'
import { CancelDialog, CancelPaidDialog } from '../shared/ReasonDialogs.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { BookingStatusBadge, PaymentStatusBadge, RefundStatusBadge } from '../shared/StatusBadges.tsx'
import type { Booking } from './booking.ts'
import { ChangeContactDialog, ChangeStayDialog } from './ChangeDialogs.tsx'

/** One booking: zones and prices, history, customer and payments. */
export function BookingPage() {
  const { can } = useSession()
  return (
    <RecordPage
      list="bookings"
      operation="getAdminBooking"
      title={(booking, id) => (booking ? titleOf(booking) : t('bookings.title', { id }))}
      badge={booking => (
        <>
          <BookingStatusBadge status={booking.status} />
          <PaymentStatusBadge status={booking.paymentStatus} />
          <RefundStatusBadge {...booking} />
          <AttendanceBadge attendance={booking.attendance} />
        </>
      )}
      subtitle={booking => <Summary booking={booking} />}
      actions={booking => can('bookings.edit') && <BookingActions booking={booking} />}
      side={booking => (
        <>
          <Customer booking={booking} />
          <NotesSection kind="Booking" id={booking.bookingId} notes={booking.notes} />
          <HistorySection record={booking} />
        </>
      )}
    >
      {booking => (
        <>
          <StayFacts booking={booking} />
          <BookingPrices booking={booking} />
          <PaymentsSection
            target={{ kind: 'booking', id: booking.bookingId }}
            cost={booking.finalAmount}
            refunds={booking.refunds}
            isRefundable={booking.paymentStatus === 'paid'}
          />
        </>
      )}
    </RecordPage>
  )
}

const titleOf = ({ bookingId, contact, customer, checkIn, checkOut }: Booking): string =>
  `${(contact?.name ?? customer.name) || bookingId} · ${t('arrivals.nights', { count: daysBetween(checkIn, checkOut) })}`

const Summary = ({ booking: { bookingId, campgroundName, checkIn, checkOut } }: { booking: Booking }) => (
  <>
    <Id>{bookingId}</Id> · {campgroundName} · <DayText day={checkIn} style="weekday" /> –{' '}
    <DayText day={checkOut} style="weekday" />
  </>
)

function StayFacts({ booking }: { booking: Booking }) {
  const { campgroundName, region, checkIn, checkOut, guestCount, arrivalTime, contact } = booking
  const nights = t('arrivals.nights', { count: daysBetween(checkIn, checkOut) })
  return (
    <FactsSection
      title={t('fields.stay')}
      of={{
        [t('fields.campground')]: <TwoLines below={region}>{campgroundName}</TwoLines>,
        [t('bookings.checkIn')]: <DayText day={checkIn} style="full" />,
        [t('bookings.checkOut')]: <DayText day={checkOut} style="full" />,
        [t('bookings.nights')]: <TwoLines below={t('bookings.nightKinds', booking)}>{nights}</TwoLines>,
        [t('fields.guests')]: guestCount,
        [t('arrivals.arrivalTime')]: arrivalTime ?? '–',
        [t('attendance.contact')]: contact && (
          <TwoLines below={<Phone number={contact.phone} />}>{contact.name}</TwoLines>
        ),
        [t('fields.paymentMethod')]: t(`paymentMethod.${booking.paymentMethod}`),
        [t('payments.paidAt')]: booking.paidAt && <DateTime at={booking.paidAt} />,
        [t('bookings.heldUntil')]: booking.status === 'pending' && booking.paymentStatus === 'unpaid' && (
          <DateTime at={booking.checkoutExpiresAt} />
        ),
      }}
    />
  )
}

const Customer = ({ booking: { customer } }: { booking: Booking }) => (
  <FactsSection
    title={t('fields.customer')}
    of={{
      [t('fields.name')]: <RecordLink to="customers" id={customer.id} name={customer.name} />,
      [t('fields.phone')]: customer.phone === null ? '–' : <Phone number={customer.phone} />,
      [t('fields.email')]: <CheckedEmail address={customer.email} isVerified={customer.emailVerified} />,
      [t('fields.id')]: <Id>{customer.id}</Id>,
    }}
  />
)

/** The actions that a booking's state allows (docs/contract/states.md). */
function BookingActions({ booking }: { booking: Booking }) {
  const today = useToday()
  const { bookingId: id, status, paymentStatus, checkOut, finalAmount, refunds, cancellation } = booking
  const target = { kind: 'booking' as const, id }
  const isPaid = paymentStatus === 'paid'
  const isOpen = status === 'pending' || status === 'confirmed'
  const next =
    status === 'pending' && isPaid ? 'confirm' : status === 'confirmed' && checkOut <= today ? 'complete' : undefined
  return (
    <>
      <DialogButton isOffered={isOpen && isPaid} label={t('bookings.actions.change')} icon={CalendarRange}>
        {close => <ChangeStayDialog booking={booking} close={close} />}
      </DialogButton>
      <DialogButton isOffered={isOpen && isPaid && today <= checkOut} label={t('bookings.contact.title')} icon={Pencil}>
        {close => <ChangeContactDialog booking={booking} close={close} />}
      </DialogButton>
      <DialogButton isOffered={isOpen && isPaid} label={t('bookings.actions.cancelPaid')} icon={Ban}>
        {close => (
          <CancelPaidDialog
            target={target}
            cost={finalAmount}
            refunds={refunds}
            cancellation={cancellation}
            close={close}
          />
        )}
      </DialogButton>
      <DialogButton isOffered={status === 'pending' && !isPaid} label={t('bookings.actions.cancel')} icon={Ban}>
        {close => <CancelDialog target={target} close={close} />}
      </DialogButton>
      <AttendanceButtons booking={booking} />
      {next && (
        <AskingButton
          variant="primary"
          icon={next === 'confirm' ? CalendarCheck : CircleCheck}
          label={t(next === 'confirm' ? 'bookings.actions.confirm' : 'orders.actions.complete')}
          title={t(`arrivals.ask.${next}`, { count: 1 })}
          hint={t(`arrivals.askHint.${next}`)}
          run={admin => (next === 'confirm' ? admin.confirmBooking({ id }) : admin.completeBooking({ id }))}
          done={() => t(`arrivals.done.${next}`, { count: 1 })}
          failed={t(`bookings.failed.${next}`)}
        />
      )}
    </>
  )
}

type Line = {
  id: string
  name: string
  detail: string
  quantity: number
  priceWeekday: string
  priceHoliday: string
  lineTotal: string
  /** Agreed prices of nights, where they are not those of all nights. */
  nights: Booking['zones'][number]['nights']
}

/** Zones and rentals with their prices as booked, and their sum. */
function BookingPrices({ booking }: { booking: Booking }) {
  const nightOf = ({ night, quantity, price }: NonNullable<Line['nights']>[number]) =>
    t('bookings.prices.night', { night: formatDay(night), quantity, price: formatMoney(price) })
  const columns: Columns<Line> = [
    titleColumn('name', t('fields.item'), { isWide: true }, ({ name, detail, nights }) => (
      <TwoLines below={[detail, ...(nights ?? []).map(nightOf)].join(' · ')}>{name}</TwoLines>
    )),
    endColumn('quantity', t('fields.quantity'), ({ quantity }) => quantity),
    moneyColumn('priceWeekday', t('settings.kinds.weekday')),
    moneyColumn('priceHoliday', t('settings.kinds.holiday')),
    moneyColumn('lineTotal', t('bookings.prices.total')),
  ]
  return (
    <TableSection title={t('bookings.prices.title')} columns={columns} items={linesOf(booking)} isDense>
      <BookingSums pricing={booking.pricing} />
    </TableSection>
  )
}

const linesOf = ({ zones, rentals }: Booking): Line[] => [
  ...zones.map(zone => ({ ...zone, id: zone.zoneId, name: zone.type, detail: zone.zoneId })),
  ...rentals.map(rental => ({
    ...rental,
    id: rental.rentalListingId,
    detail: [rental.specification, rental.sku].filter(Boolean).join(' · '),
  })),
]

function BookingSums({ pricing: { zoneTotal, rentalTotal, discount, finalAmount } }: Pick<Booking, 'pricing'>) {
  const sums = [
    { label: t('fields.zones'), amount: zoneTotal },
    { label: t('fields.rentals'), amount: rentalTotal },
    { label: t('fields.discount'), amount: `-${discount}` },
  ].filter(({ amount }) => Number(amount) !== 0)
  return (
    <Sums>
      {sums.map(({ label, amount }) => (
        <Sum key={label} label={label} amount={amount} />
      ))}
      <Sum label={t('bookings.prices.final')} amount={finalAmount} isFinal />
    </Sums>
  )
}
