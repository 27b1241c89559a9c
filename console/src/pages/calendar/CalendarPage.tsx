import { t } from 'i18next'
import { Backpack, Tent } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { client, type Schemas, useRead } from '../../app/client.ts'
import { useSession, useToday } from '../../app/session.ts'
import { Legend, Numbers, Part, Patterns, PieceBar, Swatch } from '../../design/charts/charts.tsx'
import { type Column, type Columns, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { SelectField } from '../../design/Field.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { DayPicker } from '../../design/pickers.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Tabs } from '../../design/Tabs.tsx'
import { Badge, ItemName } from '../../design/Values.tsx'
import { choiceFilter, dayFilter, type Filters, textFilter, useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { ClosureDialog } from '../closures/ClosureDialog.tsx'
import type { ClosureDates } from '../closures/closure.ts'
import { CampgroundField } from '../shared/CampgroundField.tsx'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { steps, type Zone } from './filling.ts'
import { OccupancyHeatMap } from './OccupancyHeatMap.tsx'
import { NightDialog, OccupancyNumbers } from './OccupancyNumbers.tsx'

/** The occupancy of the zones by night, and the rentals. */
export function CalendarPage() {
  const { can } = useSession()
  const filters = useFilters(calendarFilters)
  const today = useToday()
  const occupancy = <OccupancyTab filters={filters} today={today} />
  return (
    <>
      <Patterns />
      <PageHeader title={t('calendar.page')} />
      {can('inventory.view') ? (
        <Tabs
          label={t('calendar.page')}
          selected={filters.values.tab ?? 'occupancy'}
          onSelect={tab => filters.set({ tab: tab === 'occupancy' ? undefined : tab })}
          tabs={[
            { id: 'occupancy', title: t('calendar.columns.sites'), content: occupancy },
            { id: 'rentals', title: t('fields.rentals'), content: <RentalsTab filters={filters} today={today} /> },
          ]}
        />
      ) : (
        occupancy
      )}
    </>
  )
}

/** The number of shown nights, unless the URL says another. */
const defaultDays = '31'
const ranges = ['14', '31', '62', '92'] as const

type OccupancyTabProps = { filters: CalendarFilters; today: string }

function OccupancyTab({ filters, today }: OccupancyTabProps) {
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
        <DayPicker value={from} today={today} step={Number(days)} onChange={day => filters.set({ from: day })} />
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
  const [closing, setClosing] = useState<ClosureDates>()
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
                  setClosing({ campgroundId: at, closureType: 'date_range', startDate: night, endDate: night })
                  close()
                }
              : undefined
          }
        />
      )}
      {closing && <ClosureDialog initial={closing} close={() => setClosing(undefined)} />}
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
const calendarFilters = {
  tab: choiceFilter(['occupancy', 'rentals']),
  campgroundId: textFilter,
  from: dayFilter,
  days: choiceFilter(ranges),
  day: dayFilter,
  /** The night whose stays are shown, and the campground. */
  night: dayFilter,
  at: textFilter,
}
type CalendarFilters = Filters<typeof calendarFilters>

type Load = Schemas['RentalLoad']

/** The rentals of each location on a day: a bar per variant, with its numbers in the same row. */
function RentalsTab({ filters, today }: { filters: CalendarFilters; today: string }) {
  const { campgroundId, day = today } = filters.values
  const query = { ...(campgroundId && { campgroundId }), day }
  const rentals = useRead('listRentals', query, { keepsPrevious: true })
  return (
    <div className="stack">
      <search className="filter-bar row no-print">
        <CampgroundField value={campgroundId} onChange={id => filters.set({ campgroundId: id })} />
        <DayPicker value={day} today={today} onChange={next => filters.set({ day: next })} />
        <div className="filter-bar-end">
          <CsvButton read={() => client().admin.listRentals.csv(query)} />
        </div>
      </search>
      <Loaded query={rentals}>
        {loads =>
          loads.length === 0 ? (
            <EmptyState icon={Backpack} title={t('calendar.noRentals')} />
          ) : (
            <>
              <LoadLegend />
              {[...Map.groupBy(loads, ({ locationId }) => locationId)].map(([id, its]) => (
                <RentalLoads key={id} title={its[0]?.locationName ?? id} loads={its} />
              ))}
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function RentalLoads({ title, loads }: { title: string; loads: readonly Load[] }) {
  const scale = Math.max(...loads.map(({ onHand, out }) => Math.max(onHand, out)))
  const number = (id: 'out' | 'onHand' | 'leaving' | 'returning'): Column<Load> =>
    endColumn(id, t(`calendar.columns.${id}`), id === 'leaving' || id === 'returning' ? { place: 'state' } : {}, load =>
      formatNumber(load[id]),
    )
  const columns: Columns<Load> = [
    titleColumn('item', t('fields.item'), load => <ItemName of={load}>{load.name}</ItemName>),
    wideColumn('load', t('calendar.columns.load'), ({ onHand, out }) => (
      <PieceBar onHand={onHand} taken={out} scale={scale} />
    )),
    number('out'),
    number('onHand'),
    endColumn('free', t('calendar.columns.freePieces'), { place: 'state' }, ({ free }) =>
      free < 0 ? <Badge tone="danger">{t('calendar.short', { count: -free })}</Badge> : formatNumber(free),
    ),
    number('leaving'),
    number('returning'),
  ]
  return (
    <TableSection title={title} columns={columns} items={loads} keyOf={({ variantId, day }) => `${variantId} ${day}`} />
  )
}

const LoadLegend = () => (
  <Legend
    of={{
      [t('calendar.columns.out')]: <Swatch color="series-1" inset={2} />,
      [t('calendar.columns.onHand')]: <Swatch color="fill-2" />,
      [t('calendar.shortLegend')]: <Swatch color="series-4" inset={2} pattern="url(#hatch)" />,
    }}
  />
)
