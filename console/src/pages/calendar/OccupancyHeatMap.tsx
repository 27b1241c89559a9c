import { t } from 'i18next'
import { type KeyboardEvent, type MouseEvent, memo, useState } from 'react'
import { useHolidayWeekdays } from '../../app/session.ts'
import { cx } from '../../design/cx.ts'
import { weekdayOf } from '../../lib/days.ts'
import { formatDay } from '../../lib/format.ts'
import { byCampground, type Night, stepOf, steps, type Zone } from './filling.ts'
import './heat-map.css'

type OccupancyHeatMapProps = {
  zones: readonly Zone[]
  today: string
  openNight(campgroundId: string, night: string): void
}

type Place = readonly [row: number, column: number]
const moves: Readonly<Record<string, Place>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Zones × nights in five steps, with the free sites. The Tab key stops once, and the arrow keys move within it. */
export function OccupancyHeatMap({ zones, today, openNight }: OccupancyHeatMapProps) {
  const [[activeRow, activeColumn], setActive] = useState<Place>([0, 0])
  const dates = zones[0]?.nights.map(({ date }) => date) ?? []
  const campgrounds = byCampground(zones)
  const rows = campgrounds.flatMap(({ zones: its }) => its)
  const focused: Place = [Math.min(activeRow, zones.length - 1), Math.min(activeColumn, dates.length - 1)]
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = moves[event.key]
    if (step === undefined) return
    event.preventDefault()
    const place: Place = [
      Math.max(0, Math.min(zones.length - 1, focused[0] + step[0])),
      Math.max(0, Math.min(dates.length - 1, focused[1] + step[1])),
    ]
    setActive(place)
    event.currentTarget.querySelector<HTMLElement>(`[data-place="${place.join()}"]`)?.focus()
  }
  const press = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
    const [row = -1, column = -1] = cell?.dataset.place?.split(',').map(Number) ?? []
    const [zone, night] = [rows[row], dates[column]]
    if (!zone || !night) return
    setActive([row, column])
    openNight(zone.campgroundId, night)
  }
  return (
    <div className="heat-map card">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are walked through with the arrow keys is a grid */}
      <table role="grid" aria-label={t('calendar.map')} aria-readonly onKeyDown={move} onClick={press}>
        <Head dates={dates} today={today} />
        {campgrounds.map(({ campgroundId, campgroundName, zones: its }) => (
          <tbody key={campgroundId}>
            <tr className="heat-map-group">
              <th scope="rowgroup" colSpan={dates.length + 1}>
                <span className="heat-map-name">{campgroundName}</span>
              </th>
            </tr>
            {its.map(zone => (
              <ZoneRow
                key={zone.zoneId}
                zone={zone}
                row={rows.indexOf(zone)}
                stop={rows[focused[0]] === zone ? focused[1] : undefined}
              />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Head({ dates, today }: { dates: readonly string[]; today: string }) {
  const holidayWeekdays = useHolidayWeekdays()
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{t('calendar.zone')}</span>
        </th>
        {dates.map(date => (
          <th
            key={date}
            scope="col"
            className={cx('heat-map-date', holidayWeekdays.includes(weekdayOf(date)) && 'heat-map-weekend')}
            aria-current={date === today ? 'date' : undefined}
          >
            <span className="visually-hidden">{formatDay(date, 'weekday')}</span>
            <span aria-hidden>
              <small>{formatDay(date, 'narrow')}</small>
              <b>{Number(date.slice(8))}</b>
              <small>{date === dates[0] || date.endsWith('-01') ? formatDay(date, 'month') : ' '}</small>
            </span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

type ZoneRowProps = {
  zone: Zone
  row: number
  /** The column of the cell that the Tab key reaches, if it is in this row. */
  stop: number | undefined
}

/** Memoized: a year of campgrounds has thousands of cells, and an arrow key changes two. */
const ZoneRow = memo(function ZoneRow({ zone, row, stop }: ZoneRowProps) {
  const isOpen = zone.active && zone.totalSites > 0
  const told = ({ date, free, held, closed }: Night) =>
    [
      `${formatDay(date, 'weekday')}, ${zone.type}`,
      isOpen ? t('calendar.freeOf', { free, total: zone.totalSites }) : t('calendar.notBookable'),
      ...(held > 0 ? [t('calendar.heldSites', { count: held })] : []),
      ...(closed ? [t('calendar.closed')] : []),
    ].join(', ')
  return (
    <tr>
      <th scope="row">
        {zone.type}
        <br />
        <small className="muted">{t('calendar.sites', { count: zone.totalSites })}</small>
      </th>
      {zone.nights.map((night, column) => (
        <td key={night.date}>
          <button
            type="button"
            className={cx(
              'night heat-cell',
              isOpen ? `fill-${steps.indexOf(stepOf(zone, night))}` : 'heat-cell-off',
              night.closed && 'heat-cell-closed',
              night.held > 0 && 'heat-cell-held',
            )}
            data-place={`${row},${column}`}
            tabIndex={column === stop ? 0 : -1}
            aria-label={told(night)}
            title={told(night)}
          >
            <span>{isOpen ? night.free : '–'}</span>
          </button>
        </td>
      ))}
    </tr>
  )
})
