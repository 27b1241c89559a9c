import { CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { useCampgroundName } from '../../app/shared-queries.ts'
import { Button } from '../../design/Button.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { textFilter, useFilters } from '../../lib/filters.ts'
import { CampgroundField } from '../shared/CampgroundField.tsx'
import { CsvButton } from '../shared/CsvButton.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { ClosureNights, ClosureStateBadge } from './ClosureNights.tsx'
import { type Closure, type ClosureDates, useClosures } from './queries.ts'

const parsers = { campgroundId: textFilter }

/** The nights on which campgrounds are closed. */
export function ClosuresPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const nameOf = useCampgroundName()
  const filters = useFilters(parsers)
  const { campgroundId } = filters.values
  const closures = useClosures({ ...filters.values, page: filters.page })
  const columns: readonly Column<Closure>[] = [
    {
      id: 'nights',
      header: t('closures.nights'),
      isTitle: true,
      cell: closure => (
        <Link to={`/closures/${closure.id}`}>
          <ClosureNights closure={closure} />
        </Link>
      ),
    },
    { id: 'campground', header: t('fields.campground'), cell: closure => nameOf(closure.campgroundId) },
    { id: 'reason', header: t('closures.reason'), cell: ({ reason }) => reason, isWide: true },
    { id: 'state', header: t('fields.status'), cell: closure => <ClosureStateBadge closure={closure} /> },
  ]
  return (
    <>
      <PageHeader title={t('pages.closures')}>
        {can('closures.edit') && <CreateClosure initial={{ campgroundId }} />}
      </PageHeader>
      <FilterBar
        filters={filters}
        search={<CampgroundField value={campgroundId} onChange={id => filters.set({ campgroundId: id })} />}
        end={<CsvButton read={() => client().admin.listAdminClosures.csv(filters.values)} />}
      />
      <LoadedList
        query={closures}
        filters={filters}
        empty={
          <EmptyState icon={CalendarX} title={t('closures.none')}>
            {t('closures.noneHint')}
          </EmptyState>
        }
      >
        {items => (
          <DataTable label={t('pages.closures')} columns={columns} items={items} keyOf={({ id }) => String(id)} />
        )}
      </LoadedList>
    </>
  )
}

/** Closes nights, and then shows the closure. */
function CreateClosure({ initial }: { initial: ClosureDates }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Button variant="primary" icon={CalendarX} onPress={() => setCreating(true)}>
        {t('closures.create')}
      </Button>
      {isCreating && (
        <ClosureDialog
          initial={initial}
          close={() => setCreating(false)}
          saved={({ id }) => void navigate(`/closures/${id}`)}
        />
      )}
    </>
  )
}
