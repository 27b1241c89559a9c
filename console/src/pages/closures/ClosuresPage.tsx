import { adminClosuresQuerySchema } from '@campstore/contract/admin/closures'
import { t } from 'i18next'
import { CalendarX } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useCampgroundName } from '../../app/session.ts'
import { type Columns, column, titleColumn, wideColumn } from '../../design/columns.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { CampgroundField } from '../shared/CampgroundField.tsx'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { ListPage } from '../shared/List.tsx'
import { ClosureDialog } from './ClosureDialog.tsx'
import { ClosureNights, ClosureStateBadge } from './ClosureNights.tsx'
import type { Closure } from './closure.ts'

const parsers = filtersOf(adminClosuresQuerySchema.shape, 'campgroundId')

/** The nights on which campgrounds are closed. */
export function ClosuresPage() {
  const nameOf = useCampgroundName()
  const navigate = useNavigate()
  const filters = useFilters(parsers)
  const { campgroundId } = filters.values
  const columns: Columns<Closure> = [
    titleColumn('nights', t('closures.nights'), closure => (
      <Link to={`/closures/${closure.id}`}>
        <ClosureNights closure={closure} />
      </Link>
    )),
    column('campground', t('fields.campground'), { place: 'line' }, closure => nameOf(closure.campgroundId)),
    wideColumn('reason', t('fields.reason'), { place: 'rest' }, ({ reason }) => reason),
    column('state', t('fields.status'), { place: 'state' }, closure => <ClosureStateBadge closure={closure} />),
  ]
  return (
    <ListPage
      page="closures"
      actions={
        <DialogButton permissions={['closures.edit']} icon={CalendarX} variant="primary" label={t('closures.create')}>
          {close => (
            <ClosureDialog
              initial={{ campgroundId }}
              close={close}
              saved={({ id }) => void navigate(`/closures/${id}`)}
            />
          )}
        </DialogButton>
      }
      operation="listAdminClosures"
      query={filters.values}
      filters={filters}
      moreFields={<CampgroundField value={campgroundId} onChange={id => filters.set({ campgroundId: id })} />}
      icon={CalendarX}
      columns={columns}
    />
  )
}
