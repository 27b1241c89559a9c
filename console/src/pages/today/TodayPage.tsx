import { t } from 'i18next'
import { CalendarOff, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { type ItemOf, useRead } from '../../app/client.ts'
import { useCampgrounds, useSession, useToday } from '../../app/session.ts'
import { type Columns, column, endColumn, moneyColumn, timeColumn, titleColumn } from '../../design/columns.tsx'
import { cx } from '../../design/cx.ts'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { DayText } from '../../design/Values.tsx'
import { daysBetween } from '../../lib/days.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { RecordLink } from '../shared/links.tsx'
import { BookingStatusBadge } from '../shared/StatusBadges.tsx'
import { nextClosure } from './next-closure.ts'
import { OccupancyStrip } from './OccupancyStrip.tsx'
import { type CountedTile, lowStock, tileIdsOf, tiles, useTiles } from './tiles.ts'
import './today.css'

/** The work of the day: numbers with links, the next work of the role, the next nights, and the next closure. */
export function TodayPage() {
  const { administrator, can } = useSession()
  const today = useToday()
  const ids = tileIdsOf(administrator.role).filter(id => can(...tiles[id].permissions))
  const { shown, empty } = useTiles(ids)
  return (
    <>
      <PageHeader title={t('today.page')} subtitle={formatDay(today, 'full')} />
      <ul className="today-tiles">
        {shown.map(tile => (
          <li key={tile.id}>
            <TodayTile {...tile} />
          </li>
        ))}
      </ul>
      {empty.length > 0 && (
        <p className="row today-empty muted">
          {t('today.empty')}
          {empty.map(id => (
            <Link key={id} to={tiles[id].to}>
              {t(`today.tiles.${id}`)}
            </Link>
          ))}
        </p>
      )}
      <NextWork />
      {can('bookings.view') && <OccupancyStrip />}
      {can('closures.view') && <NextClosure />}
    </>
  )
}

/** A number of the day, which leads to the list behind it. */
function TodayTile({ id, count, isFailed }: CountedTile) {
  const { icon: Icon, asks, to } = tiles[id]
  const tone = count ? asks : undefined
  return (
    <Link to={to} className={cx('card today-tile', tone && `today-tile-${tone}`)}>
      <span className="today-tile-icon">
        <Icon aria-hidden />
      </span>
      <span className="today-tile-count">
        {isFailed ? (
          <TriangleAlert aria-label={t('states.failed')} />
        ) : count === undefined ? (
          <span className="skeleton today-tile-wait" role="status" aria-label={t('states.loading')} />
        ) : (
          formatNumber(count)
        )}
      </span>
      <strong>{t(`today.tiles.${id}`)}</strong>
      <span className="today-tile-hint">{t(`today.hints.${id}`, { below: lowStock })}</span>
    </Link>
  )
}

/** How many rows a list of the next work has. */
const size = 5

/** The next work of the administrator's role: the orders that wait longest, or the guests who arrive today. */
function NextWork() {
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
function NextClosure() {
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
