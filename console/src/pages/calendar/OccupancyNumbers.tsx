import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../app/format.ts'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { DayText } from '../../design/Values.tsx'
import type { Night, Zone } from './filling.ts'

type Row = { zone: Zone; night: Night }

/** What the heat map shows, as a table. */
export function OccupancyNumbers({ zones }: { zones: readonly Zone[] }) {
  const { t } = useTranslation()
  const number = (id: 'confirmed' | 'paid' | 'held' | 'free'): Column<Row> => ({
    id,
    header: t(`calendar.columns.${id}`),
    cell: ({ night }) => formatNumber(night[id]),
    align: 'end',
  })
  const columns: readonly Column<Row>[] = [
    {
      id: 'zone',
      header: t('calendar.zone'),
      cell: ({ zone }) => `${zone.campgroundName} · ${zone.type}`,
      isTitle: true,
    },
    { id: 'night', header: t('calendar.night'), cell: ({ night }) => <DayText day={night.date} style="weekday" /> },
    {
      id: 'sites',
      header: t('calendar.columns.sites'),
      cell: ({ zone }) => formatNumber(zone.totalSites),
      align: 'end',
    },
    number('confirmed'),
    number('paid'),
    number('held'),
    number('free'),
    {
      id: 'closed',
      header: t('calendar.closed'),
      cell: ({ night }) => (night.closed ? t('calendar.yes') : t('calendar.no')),
    },
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
