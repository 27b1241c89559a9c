import { useTranslation } from 'react-i18next'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { DayText } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { Night, Zone } from './filling.ts'

/** The numbers of the heat map, as a table. */
export function OccupancyNumbers({ zones }: { zones: readonly Zone[] }) {
  const { t } = useTranslation()
  const columns: Columns<ZoneNight> = [
    titleColumn('zone', t('calendar.zone'), ({ zone }) => `${zone.campgroundName} · ${zone.type}`),
    column('night', t('calendar.night'), ({ night }) => <DayText day={night.date} style="weekday" />),
    ...useSiteColumns(),
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

/** The zones of a campground on one night. */
export function ZonesOfNight({ zones, date }: { zones: readonly Zone[]; date: string }) {
  const { t } = useTranslation()
  const columns: Columns<ZoneNight> = [
    titleColumn('zone', t('calendar.zone'), ({ zone }) => zone.type),
    ...useSiteColumns(),
  ]
  const rows = zones.flatMap(zone => zone.nights.filter(night => night.date === date).map(night => ({ zone, night })))
  return (
    <DataTable label={t('calendar.map')} columns={columns} items={rows} keyOf={({ zone }) => zone.zoneId} isDense />
  )
}

type ZoneNight = { zone: Zone; night: Night }

/** The sites of a zone on a night: all, taken and free. */
function useSiteColumns(): Columns<ZoneNight> {
  const { t } = useTranslation()
  return [
    endColumn('sites', t('calendar.columns.sites'), ({ zone }) => formatNumber(zone.totalSites)),
    ...(['confirmed', 'paid', 'held', 'free'] as const).map(id =>
      endColumn(id, t(`calendar.columns.${id}`), ({ night }: ZoneNight) => formatNumber(night[id])),
    ),
  ]
}
