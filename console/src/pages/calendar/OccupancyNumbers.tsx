import { t } from 'i18next'
import { CalendarX, Tent } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type Schemas, useRead } from '../../app/client.ts'
import { useCampgroundName } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { EmptyState, LoadedList } from '../../design/Loaded.tsx'
import { Message } from '../../design/Message.tsx'
import { DaySpan, DayText, Phone } from '../../design/Values.tsx'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { BookingStatusBadge, PaymentStatusBadge } from '../shared/StatusBadges.tsx'
import type { Night, Zone } from './filling.ts'

/** The numbers of the heat map, as a table. */
export function OccupancyNumbers({ zones }: { zones: readonly Zone[] }) {
  const columns: Columns<ZoneNight> = [
    titleColumn('zone', t('calendar.zone'), ({ zone }) => `${zone.campgroundName} · ${zone.type}`),
    column('night', t('calendar.night'), ({ night }) => <DayText day={night.date} style="weekday" />),
    ...siteColumns(),
    column('closed', t('calendar.closed'), ({ night }) => (night.closed ? t('calendar.yes') : t('calendar.no'))),
  ]
  return (
    <DataTable
      label={t('calendar.map')}
      columns={columns}
      items={zones.flatMap(zone => zone.nights.map(night => ({ zone, night })))}
      keyOf={({ zone, night }) => `${zone.zoneId} ${night.date}`}
      isDense
    />
  )
}

function ZonesOfNight({ zones, date }: { zones: readonly Zone[]; date: string }) {
  const columns: Columns<ZoneNight> = [
    titleColumn('zone', t('calendar.zone'), ({ zone }) => zone.type),
    ...siteColumns(),
  ]
  const rows = zones.flatMap(zone => zone.nights.filter(night => night.date === date).map(night => ({ zone, night })))
  return (
    <DataTable label={t('calendar.map')} columns={columns} items={rows} keyOf={({ zone }) => zone.zoneId} isDense />
  )
}

type ZoneNight = { zone: Zone; night: Night }

function siteColumns(): Columns<ZoneNight> {
  return [
    endColumn('sites', t('calendar.columns.sites'), ({ zone }) => formatNumber(zone.totalSites)),
    ...(['confirmed', 'paid', 'held', 'free'] as const).map(id =>
      endColumn(id, t(`calendar.columns.${id}`), ({ night }: ZoneNight) => formatNumber(night[id])),
    ),
  ]
}

type NightDialogProps = {
  night: string
  campgroundId: string
  zones: readonly Zone[]
  close(): void
  /** Opens the form of a closure, for administrators who may close nights. */
  closeNights: (() => void) | undefined
}

/** A night at a campground: how full it is, and who stays. */
export function NightDialog({ night, campgroundId, zones, close, closeNights }: NightDialogProps) {
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
