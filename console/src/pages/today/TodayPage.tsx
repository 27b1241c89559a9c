import { t } from 'i18next'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useSession, useToday } from '../../app/session.ts'
import { cx } from '../../design/cx.ts'
import { PageHeader } from '../../design/PageHeader.tsx'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { NextClosure, NextWork } from './NextSections.tsx'
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
