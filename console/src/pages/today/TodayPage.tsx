import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '../../app/session.ts'
import { useToday } from '../../app/shared-queries.ts'
import { cx } from '../../design/cx.ts'
import { PageHeader } from '../../design/PageHeader.tsx'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { NextClosure } from './NextClosure.tsx'
import { NextWork } from './NextWork.tsx'
import { OccupancyStrip } from './OccupancyStrip.tsx'
import { lowStock, type TileId, tileIdsOf, tiles, useTile } from './tiles.ts'
import './today.css'

/** The work of the day: numbers with links, the next work of the role, the next nights, and the next closure. */
export function TodayPage() {
  const { t } = useTranslation()
  const { administrator, can } = useSession()
  const today = useToday()
  const shown = tileIdsOf(administrator.role).filter(id => can(...tiles[id].permissions))
  return (
    <>
      <PageHeader title={t('today.page')} subtitle={formatDay(today, 'full')} />
      <ul className="today-tiles">
        {shown.map(id => (
          <li key={id}>
            <TodayTile id={id} />
          </li>
        ))}
      </ul>
      <NextWork />
      {can('bookings.view') && <OccupancyStrip />}
      {can('closures.view') && <NextClosure />}
    </>
  )
}

/** A number of the day, which leads to the list behind it. */
function TodayTile({ id }: { id: TileId }) {
  const { t } = useTranslation()
  const { data: count, error } = useTile(id)
  const { icon: Icon, asks, to } = tiles[id]
  const tone = count ? asks : undefined
  return (
    <Link to={to} className={cx('card today-tile', tone && `today-tile-${tone}`)}>
      <span className="today-tile-icon">
        <Icon aria-hidden />
      </span>
      <span className="today-tile-count">
        {error && count === undefined ? (
          <TriangleAlert aria-label={t('states.failed')} />
        ) : count === undefined ? (
          <span className="today-tile-wait" role="status" aria-label={t('states.loading')} />
        ) : (
          formatNumber(count)
        )}
      </span>
      <span className="today-tile-label">{t(`today.tiles.${id}`)}</span>
      <span className="today-tile-hint">{t(`today.hints.${id}`, { below: lowStock })}</span>
    </Link>
  )
}
