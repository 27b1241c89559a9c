import { useTranslation } from 'react-i18next'
import { useSession } from '../../app/session.ts'
import { useToday } from '../../app/shared-queries.ts'
import { PageHeader } from '../../design/PageHeader.tsx'
import { formatDay } from '../../lib/format.ts'
import { NextClosure } from './NextClosure.tsx'
import { OccupancyStrip } from './OccupancyStrip.tsx'
import { type TileId, tiles } from './queries.ts'
import { TodayTile } from './TodayTile.tsx'
import './today.css'

/** What the day asks for: numbers that lead on, the next nights, and the next closure. */
export function TodayPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const today = useToday()
  // The keys of `tiles` are the ids.
  const shown = (Object.keys(tiles) as TileId[]).filter(id => can(...tiles[id].permissions))
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
      {can('bookings.view') && <OccupancyStrip />}
      {can('closures.view') && <NextClosure />}
    </>
  )
}
