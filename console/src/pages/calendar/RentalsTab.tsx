import { t } from 'i18next'
import { Backpack } from 'lucide-react'
import { client, type Schemas, useRead } from '../../app/client.ts'
import { Legend, PieceBar, Swatch } from '../../design/charts/charts.tsx'
import { type Column, type Columns, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { DayPicker } from '../../design/pickers.tsx'
import { TableSection } from '../../design/TableSection.tsx'
import { Badge, ItemName } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { CampgroundField } from '../shared/CampgroundField.tsx'
import { CsvButton } from '../shared/OutputButtons.tsx'
import type { CalendarFilters } from './OccupancyTab.tsx'

type Load = Schemas['RentalLoad']

/** The rentals of each location on a day: a bar per variant, with its numbers in the same row. */
export function RentalsTab({ filters, today }: { filters: CalendarFilters; today: string }) {
  const { campgroundId, day = today } = filters.values
  const query = { ...(campgroundId && { campgroundId }), day }
  const rentals = useRead('listRentals', query, { keepsPrevious: true })
  return (
    <div className="stack">
      <search className="filter-bar row no-print">
        <CampgroundField value={campgroundId} onChange={id => filters.set({ campgroundId: id })} />
        <DayPicker
          value={day}
          today={today}
          onChange={next => filters.set({ day: next === today ? undefined : next })}
        />
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
