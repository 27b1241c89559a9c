import { Tent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../app/session.ts'
import { useToday } from '../../app/shared-queries.ts'
import { DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import type { Day } from '../../lib/days.ts'
import { BulkBookingAction } from '../shared/BulkBookingAction.tsx'
import { type Kind, type Stay, useStays } from './queries.ts'
import { useStayColumns } from './stay-columns.tsx'

type StaysSectionProps = { kind: Kind; day: Day; campgroundId: string | undefined }

/** The stays of one kind, and the action that they wait for: arrivals are confirmed, departures completed. */
export function StaysSection({ kind, day, campgroundId }: StaysSectionProps) {
  const { t } = useTranslation()
  const query = useStays(kind, day, campgroundId)
  const count = query.data?.length
  // What is overdue is rare; a section without any would only be in the way.
  if (kind === 'overdue' && count === 0) return null
  return (
    <div id={kind} className="arrivals-part">
      <Section
        title={t(`arrivals.kinds.${kind}`, { count: count ?? 0 })}
        hint={kind === 'overdue' ? t('arrivals.overdueHint') : undefined}
        isCard={false}
      >
        <Loaded query={query} rows={3}>
          {stays =>
            stays.length === 0 ? (
              <div className="card">
                <EmptyState icon={Tent} title={t(`arrivals.none.${kind}`)} />
              </div>
            ) : (
              <StaysTable kind={kind} day={day} stays={stays} showsCampground={campgroundId === undefined} />
            )
          }
        </Loaded>
      </Section>
    </div>
  )
}

type StaysTableProps = { kind: Kind; day: Day; stays: readonly Stay[]; showsCampground: boolean }

function StaysTable({ kind, day, stays, showsCampground }: StaysTableProps) {
  const { t } = useTranslation()
  const { can } = useSession()
  const today = useToday()
  const columns = useStayColumns(kind, showsCampground)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isWaiting = ({ status, checkOut }: Stay) =>
    kind === 'arriving' ? status === 'pending' : status === 'confirmed' && checkOut <= today
  const waiting = stays.filter(isWaiting)
  const chosen = waiting.filter(({ bookingId }) => selected.has(bookingId)).map(({ bookingId }) => bookingId)
  return (
    <>
      {can('bookings.edit') && waiting.length > 0 && (
        <BulkBookingAction
          verb={kind === 'arriving' ? 'confirm' : 'complete'}
          all={waiting.length}
          chosen={chosen}
          clear={() => setSelected(new Set())}
        />
      )}
      <DataTable
        label={t(`arrivals.kinds.${kind}`, { count: stays.length })}
        key={day}
        columns={columns}
        items={stays}
        keyOf={({ bookingId }) => bookingId}
        selection={
          can('bookings.edit') && waiting.length > 0
            ? {
                selected,
                onChange: setSelected,
                labelOf: ({ customer }) => t('arrivals.select', { name: customer.name }),
                isSelectable: isWaiting,
              }
            : undefined
        }
        isBroad
      />
    </>
  )
}
