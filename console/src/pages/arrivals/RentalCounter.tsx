import { t } from 'i18next'
import { Backpack } from 'lucide-react'
import { type Schemas, useRead } from '../../app/client.ts'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { Badge, ItemName } from '../../design/Values.tsx'
import type { Day } from '../../lib/days.ts'

/** The equipment that rental counters hand out to arriving guests and take back from departing ones. */
export function RentalCounter({ day, campgroundId }: { day: Day; campgroundId: string | undefined }) {
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
