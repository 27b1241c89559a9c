import { t } from 'i18next'
import { Backpack, Printer } from 'lucide-react'
import { client, type Schemas, useRead } from '../../app/client.ts'
import { useCampgroundOptions, useSession, useToday } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { SearchField } from '../../design/FilterBar.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { DayPicker } from '../../design/pickers.tsx'
import { Section } from '../../design/Section.tsx'
import { Badge, ItemName } from '../../design/Values.tsx'
import type { Day } from '../../lib/days.ts'
import { dayFilter, textFilter, useFilters } from '../../lib/filters.ts'
import { formatDay } from '../../lib/format.ts'
import { CampgroundField } from '../shared/CampgroundField.tsx'
import { CsvButton } from '../shared/OutputButtons.tsx'
import { StaysSection } from './StaysSection.tsx'
import './arrivals.css'

const parsers = { day: dayFilter, campgroundId: textFilter, q: textFilter }

/** The arrivals and departures of a day, and the equipment to hand out and take back. People print it and carry it. */
export function ArrivalsPage() {
  const { can } = useSession()
  const today = useToday()
  const filters = useFilters(parsers)
  const { day = today, campgroundId, q } = filters.values
  const stays = { day, campgroundId, q }
  const campgrounds = useCampgroundOptions()
  const campground = campgrounds.find(({ value }) => value === campgroundId)?.label
  return (
    <>
      <PageHeader
        title={t('arrivals.page')}
        subtitle={[formatDay(day, 'full'), campground].filter(Boolean).join(' · ')}
      >
        <CsvButton read={() => client().admin.listStays.csv({ kind: 'arriving', ...stays })} />
        <Button icon={Printer} onPress={() => print()}>
          {t('actions.print')}
        </Button>
      </PageHeader>
      <search className="filter-bar row no-print">
        <SearchField label={t('bookings.search')} value={q ?? ''} onChange={q => filters.set({ q })} />
        <DayPicker value={day} today={today} onChange={day => filters.set({ day })} />
        <CampgroundField value={campgroundId} onChange={campgroundId => filters.set({ campgroundId })} />
      </search>
      <div className="stack">
        <StaysSection kind="arriving" {...stays} />
        <StaysSection kind="departing" {...stays} />
        <StaysSection kind="overdue" {...stays} />
        {can('bookings.view', 'inventory.view') && <RentalCounter day={day} campgroundId={campgroundId} />}
      </div>
    </>
  )
}

/** The equipment that rental counters hand out to arriving guests and take back from departing ones. */
function RentalCounter({ day, campgroundId }: { day: Day; campgroundId: string | undefined }) {
  const rentals = useRead('listRentals', { day, campgroundId })
  const columns: Columns<Schemas['RentalLoad']> = [
    titleColumn('item', t('arrivals.counter.item'), { isWide: true }, load => (
      <ItemName of={load}>{load.name}</ItemName>
    )),
    column('location', t('arrivals.counter.location'), { place: 'line' }, ({ locationName }) => locationName),
    endColumn('leaving', t('calendar.columns.leaving'), { place: 'state' }, ({ leaving }) => (
      <Pieces count={leaving} />
    )),
    endColumn('returning', t('calendar.columns.returning'), { place: 'state' }, ({ returning }) => (
      <Pieces count={returning} />
    )),
    endColumn('out', t('arrivals.counter.out'), ({ out, onHand }) => `${out} / ${onHand}`),
    endColumn('free', t('calendar.columns.freePieces'), ({ free }) =>
      free < 0 ? <Badge tone="danger">{t('calendar.short', { count: -free })}</Badge> : free,
    ),
  ]
  return (
    <Section title={t('arrivals.counter.title')} hint={t('arrivals.counter.hint')} isCard={false}>
      <Loaded query={rentals} rows={3}>
        {loads => (
          <DataTable
            label={t('arrivals.counter.title')}
            columns={columns}
            items={loads.filter(({ leaving, returning, free }) => leaving > 0 || returning > 0 || free < 0)}
            keyOf={({ locationId, variantId }) => `${locationId} ${variantId}`}
            empty={<EmptyState icon={Backpack} title={t('arrivals.counter.none')} isCard />}
            isDense
          />
        )}
      </Loaded>
    </Section>
  )
}

const Pieces = ({ count }: { count: number }) =>
  count === 0 ? <span className="muted">–</span> : <strong>{count}</strong>
