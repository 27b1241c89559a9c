import { adminCampgroundsQuerySchema } from '@campstore/contract/admin/campgrounds'
import { t } from 'i18next'
import { Plus, TentTree } from 'lucide-react'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { Badge, Money, TwoLines } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, ListPage } from '../shared/List.tsx'
import { RecordLink } from '../shared/links.tsx'
import { type Campground, CampgroundDialog } from './CampgroundDialog.tsx'

const parsers = filtersOf(adminCampgroundsQuerySchema.shape, 'active')

/** All campgrounds, including ones that cannot be booked. */
export function CampgroundsPage() {
  const filters = useFilters(parsers)
  const columns: Columns<Campground> = [
    titleColumn('name', t('coupons.name'), { isWide: true }, ({ id, name, region, images }) => (
      <TwoLines picture={images[0] ?? null} below={region}>
        <RecordLink to="campgrounds" id={id} name={name} />
      </TwoLines>
    )),
    endColumn('zones', t('fields.zones'), campground => formatNumber(openZones(campground).length)),
    endColumn('sites', t('calendar.columns.sites'), campground =>
      formatNumber(openZones(campground).reduce((sum, { totalSites }) => sum + totalSites, 0)),
    ),
    endColumn('price', t('products.priceFrom'), { place: 'aside' }, campground => (
      <LowestPrice of={openZones(campground)} />
    )),
    column('active', t('fields.status'), { place: 'state' }, ({ active }) => <ActiveBadge isActive={active} />),
  ]
  return (
    <ListPage
      page="campgrounds"
      actions={
        <DialogButton permissions={['campgrounds.edit']} icon={Plus} variant="primary" label={t('campgrounds.create')}>
          {close => <CampgroundDialog close={close} />}
        </DialogButton>
      }
      operation="listAdminCampgrounds"
      query={filters.values}
      filters={filters}
      fields={[choiceOf(filters, 'active', t('fields.status'), active => t(`campgrounds.isActive.${active}`))]}
      icon={TentTree}
      columns={columns}
    />
  )
}

const openZones = ({ zones }: Campground) => zones.filter(({ active }) => active)

function LowestPrice({ of }: { of: ReturnType<typeof openZones> }) {
  const prices = of.map(({ priceWeekday }) => priceWeekday)
  const [lowest] = prices.toSorted((left, right) => Number(left) - Number(right))
  return lowest === undefined ? '–' : <Money amount={lowest} />
}

/** Whether a campground, a zone or a listing can be booked. */
export const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? 'positive' : 'neutral'}>{t(`campgrounds.isActive.${isActive}`)}</Badge>
)
