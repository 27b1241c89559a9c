import { t } from 'i18next'
import { Tent } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Legend, Numbers, Part } from '../../design/charts/charts.tsx'
import { SelectField } from '../../design/Field.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { DayPicker } from '../../design/pickers.tsx'
import { choiceFilter, dayFilter, type Filters, textFilter } from '../../lib/filters.ts'
import { ClosureDialog } from '../closures/ClosureDialog.tsx'
import { CampgroundField } from '../shared/CampgroundField.tsx'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { steps, type Zone } from './filling.ts'
import { OccupancyHeatMap } from './OccupancyHeatMap.tsx'
import { NightDialog, OccupancyNumbers } from './OccupancyNumbers.tsx'

/** The number of shown nights, unless the URL says another. */
const defaultDays = '31'
const ranges = ['14', '31', '62', '92'] as const

type OccupancyTabProps = { filters: CalendarFilters; today: string }

export function OccupancyTab({ filters, today }: OccupancyTabProps) {
  const { can } = useSession()
  const { campgroundId, from = today, days = defaultDays } = filters.values
  const query = { ...(campgroundId && { campgroundId }), from, days: Number(days) }
  const occupancy = useRead('listOccupancy', query, { keepsPrevious: true })
  return (
    <div className="stack">
      <search className="filter-bar row no-print">
        <CampgroundField value={campgroundId} onChange={id => filters.set({ campgroundId: id })} />
        <SelectField
          label={t('calendar.range')}
          value={days}
          onChange={value => filters.set({ days: value === '' || value === defaultDays ? undefined : value })}
          options={ranges.map(value => ({ value, label: t('arrivals.nights', { count: Number(value) }) }))}
        />
        <DayPicker
          value={from}
          today={today}
          step={Number(days)}
          onChange={day => filters.set({ from: day === today ? undefined : day })}
        />
        <div className="filter-bar-end">
          <CsvButton read={() => client().admin.listOccupancy.csv(query)} />
        </div>
      </search>
      <Loaded query={occupancy} rows={12}>
        {zones =>
          zones.length === 0 ? (
            <EmptyState
              icon={Tent}
              title={t('calendar.noZones')}
              hint={can('campgrounds.view') && <Link to="/campgrounds">{t('campgrounds.page')}</Link>}
            />
          ) : (
            <Occupancy zones={zones} filters={filters} today={today} />
          )
        }
      </Loaded>
    </div>
  )
}

function Occupancy({ zones, filters, today }: OccupancyTabProps & { zones: readonly Zone[] }) {
  const { night, at } = filters.values
  const { can } = useSession()
  const [closing, setClosing] = useState<{ campgroundId: string; night: string }>()
  const close = () => filters.set({ night: undefined, at: undefined })
  return (
    <>
      <FillingLegend />
      <OccupancyHeatMap
        zones={zones}
        today={today}
        openNight={(campgroundId, date) => filters.set({ night: date, at: campgroundId })}
      />
      <Numbers>{() => <OccupancyNumbers zones={zones} />}</Numbers>
      {night && at && (
        <NightDialog
          night={night}
          campgroundId={at}
          zones={zones.filter(zone => zone.campgroundId === at)}
          close={close}
          closeNights={
            can('closures.view', 'closures.edit')
              ? () => {
                  setClosing({ campgroundId: at, night })
                  close()
                }
              : undefined
          }
        />
      )}
      {closing && (
        <ClosureDialog
          initial={{
            campgroundId: closing.campgroundId,
            closureType: 'date_range',
            startDate: closing.night,
            endDate: closing.night,
          }}
          close={() => setClosing(undefined)}
        />
      )}
    </>
  )
}

function FillingLegend() {
  const shape = { x: 0.5, y: 0.5, width: 19, height: 13, rx: 3 }
  const shades = steps.map((step, index) => [
    t(`calendar.steps.${step}`),
    <rect key={step} className={`fill-swatch fill-${index}`} {...shape} />,
  ])
  return (
    <Legend
      of={{
        ...Object.fromEntries(shades),
        [t('calendar.closed')]: <Part className="fill-swatch fill-0" pattern="url(#hatch)" {...shape} />,
        [t('calendar.held')]: <rect className="heat-cell-ring" x="1.5" y="1.5" width="17" height="11" rx="3" />,
      }}
    />
  )
}

/** The calendar's parameters of the URL. */
export const calendarFilters = {
  tab: choiceFilter(['occupancy', 'rentals']),
  campgroundId: textFilter,
  from: dayFilter,
  days: choiceFilter(ranges),
  day: dayFilter,
  /** The night whose stays are shown, and the campground. */
  night: dayFilter,
  at: textFilter,
}
export type CalendarFilters = Filters<typeof calendarFilters>
