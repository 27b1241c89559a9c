import { t } from 'i18next'
import { CalendarOff } from 'lucide-react'
import { Link } from 'react-router'
import { type ItemOf, useRead } from '../../app/client.ts'
import { useCampgrounds, useSession, useToday } from '../../app/session.ts'
import { type Columns, column, endColumn, moneyColumn, timeColumn, titleColumn } from '../../design/columns.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { DayText } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { formatNumber } from '../../lib/format.ts'
import { RecordLink } from '../shared/links.tsx'
import { BookingStatusBadge } from '../shared/StatusBadges.tsx'
import { nextClosure } from './next-closure.ts'

/** How many rows a list of the next work has. */
const size = 5

/** The next work of the administrator's role: the orders that wait longest, or the guests who arrive today. */
export function NextWork() {
  const { administrator, can } = useSession()
  if (administrator.role === 'warehouse') return can('orders.view') && <NextOrders />
  return can('bookings.view') && <NextArrivals />
}

function NextArrivals() {
  const columns: Columns<ItemOf<'listStays'>> = [
    titleColumn('guest', t('fields.guest'), ({ bookingId, customer }) => (
      <RecordLink to="bookings" id={bookingId} name={customer.name} />
    )),
    column('arrival', t('arrivals.arrivalTime'), { place: 'aside' }, ({ arrivalTime }) => arrivalTime ?? '–'),
    column('campground', t('fields.campground'), { place: 'line' }, ({ campgroundName }) => campgroundName),
    column('stay', t('fields.stay'), ({ checkIn, checkOut }) =>
      t('arrivals.nights', { count: daysBetween(checkIn, checkOut) }),
    ),
    endColumn('guests', t('fields.guests'), ({ guestCount }) => guestCount),
    column('state', t('fields.status'), { place: 'state' }, ({ status }) => <BookingStatusBadge status={status} />),
  ]
  const day = useToday()
  return (
    <TableSection
      title={t('today.tiles.arriving')}
      empty={t('arrivals.none.arriving')}
      actions={<Link to="/arrivals">{t('arrivals.page')}</Link>}
      items={useRead('listStays', { kind: 'arriving', day, size })}
      rows={size}
      columns={columns}
    />
  )
}

function NextOrders() {
  const columns: Columns<ItemOf<'listPickingList'>> = [
    titleColumn('order', t('fields.order'), ({ id }) => <RecordLink to="orders" id={id} />),
    timeColumn('readyAt', t('packing.readySince'), { place: 'line' }),
    endColumn('quantity', t('fields.quantity'), ({ items }) =>
      formatNumber(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    ),
    moneyColumn('toCollect', t('packing.collect'), { place: 'aside' }),
  ]
  return (
    <TableSection
      title={t('today.tiles.toPack')}
      empty={t('packing.none')}
      actions={<Link to="/packing">{t('packing.page')}</Link>}
      items={useRead('listPickingList', { shippable: 'true', size })}
      rows={size}
      columns={columns}
    />
  )
}

/** The next or current closure of a bookable campground. */
export function NextClosure() {
  const today = useToday()
  const { data: campgrounds } = useCampgrounds()
  const closures = useRead('listAdminClosures', { size: 100 })
  return (
    <Section title={t('today.closure.title')} actions={<Link to="/closures">{t('today.closure.all')}</Link>}>
      <Loaded query={closures} rows={1}>
        {({ data }) => {
          const nameOf = (id: string) => campgrounds?.find(campground => campground.id === id)?.name
          const next = nextClosure(
            data.filter(({ campgroundId }) => nameOf(campgroundId) !== undefined),
            today,
          )
          if (next === undefined) return <p className="muted">{t('today.closure.none')}</p>
          const { closure, night } = next
          return (
            <p className="today-closure">
              <CalendarOff aria-hidden />
              <span>
                <strong>{nameOf(closure.campgroundId)}</strong>{' '}
                {closure.closureType === 'weekly' ? t('today.closure.weekly') : null}{' '}
                <DayText day={night} style="weekday" />
                {closure.endDate !== null && closure.endDate !== night && (
                  <>
                    {' – '}
                    <DayText day={closure.endDate} style="weekday" />
                  </>
                )}
                <span className="muted"> · {closure.reason}</span>
              </span>
            </p>
          )
        }}
      </Loaded>
    </Section>
  )
}
