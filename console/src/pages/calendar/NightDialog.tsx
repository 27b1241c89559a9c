import { CalendarX, Tent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Schemas, useRead } from '../../app/client.ts'
import { useCampgroundName } from '../../app/shared-queries.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { LoadedList } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { DaySpan, Phone } from '../../design/Values.tsx'
import { formatDay } from '../../lib/format.ts'
import { BookingStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import type { Zone } from './filling.ts'
import { ZonesOfNight } from './OccupancyNumbers.tsx'

type NightDialogProps = {
  night: string
  campgroundId: string
  /** The zones of the campground. */
  zones: readonly Zone[]
  close(): void
  /** Opens the form of a closure, for administrators who may close nights. */
  closeNights: (() => void) | undefined
}

/** A night at a campground: how full it is, and who stays. */
export function NightDialog({ night, campgroundId, zones, close, closeNights }: NightDialogProps) {
  const { t } = useTranslation()
  const nameOf = useCampgroundName()
  const [page, setPage] = useState(0)
  const stays = useRead(
    'listStays',
    // Unpaid holds too.
    { campgroundId, day: night, page, kind: 'staying', paymentStatus: ['paid', 'unpaid'], size: 50 },
    { keepsPrevious: true },
  )
  const isClosed = zones.some(zone => zone.nights.some(({ date, closed }) => date === night && closed))
  return (
    <Dialog
      title={`${zones[0]?.campgroundName ?? nameOf(campgroundId)}, ${formatDay(night, 'full')}`}
      close={close}
      isWide
      actions={
        closeNights && (
          <Button icon={CalendarX} onPress={closeNights}>
            {t('closures.create')}
          </Button>
        )
      }
    >
      {isClosed && <Message tone="notice">{t('calendar.closedNight')}</Message>}
      <h3>{t('calendar.stays')}</h3>
      <LoadedList
        query={stays}
        rows={4}
        filters={{ setPage }}
        empty={<EmptyState icon={Tent} title={t('calendar.noStays')} />}
      >
        {items => <StaysOfNight stays={items} />}
      </LoadedList>
      <h3>{t('fields.zones')}</h3>
      <ZonesOfNight zones={zones} date={night} />
    </Dialog>
  )
}

function StaysOfNight({ stays }: { stays: readonly Schemas['Stay'][] }) {
  const { t } = useTranslation()
  const columns: Columns<Schemas['Stay']> = [
    titleColumn('guest', t('fields.guest'), ({ bookingId, customer }) => (
      <Link to={`/bookings/${bookingId}`}>{customer.name || bookingId}</Link>
    )),
    column('zones', t('fields.zones'), ({ zones }) =>
      zones.map(({ type, quantity }) => `${quantity} × ${type}`).join(', '),
    ),
    column('nights', t('fields.stay'), ({ checkIn, checkOut }) => <DaySpan from={checkIn} to={checkOut} style="day" />),
    column('phone', t('fields.phone'), ({ customer }) => (customer.phone ? <Phone number={customer.phone} /> : '–')),
    column('status', t('fields.status'), ({ status, paymentStatus }) => (
      <span className="row">
        <BookingStatusBadge status={status} />
        {paymentStatus !== 'paid' && <PaymentStatusBadge status={paymentStatus} />}
      </span>
    )),
  ]
  return <DataTable label={t('calendar.stays')} columns={columns} items={stays} isDense />
}
