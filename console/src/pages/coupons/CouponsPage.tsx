import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { client } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { Patterns } from '../../design/charts/Patterns.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { SearchField } from '../../design/SearchField.tsx'
import { DateTime, Money } from '../../design/Values.tsx'
import { useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { CouponBar } from './CouponBar.tsx'
import { CouponDialog } from './CouponDialog.tsx'
import { CouponStateBadge } from './CouponStateBadge.tsx'
import { type Coupon, couponFilters, couponStatuses, useCouponReport, useCoupons } from './queries.ts'
import { Worth } from './Worth.tsx'
import './coupons.css'

/** All coupons, with how much of each is used. */
export function CouponsPage() {
  const { t } = useTranslation()
  const { can } = useSession()
  const filters = useFilters(couponFilters)
  const { q, status, sort } = filters.values
  const coupons = useCoupons({ ...filters.values, page: filters.page })
  const columns = useColumns()
  return (
    <>
      <Patterns />
      <PageHeader title={t('pages.coupons')}>{can('coupons.edit') && <CreateCoupon />}</PageHeader>
      <FilterBar
        filters={filters}
        search={<SearchField label={t('coupons.search')} value={q ?? ''} onChange={q => filters.set({ q })} />}
        end={<CsvButton read={() => client().admin.listAdminCoupons.csv(filters.values)} />}
      >
        <FilterSelect
          label={t('fields.status')}
          value={status}
          onChange={status => filters.set({ status })}
          options={couponStatuses.map(value => ({ value, label: t(`coupons.statuses.${value}`) }))}
        />
      </FilterBar>
      <LoadedList
        query={coupons}
        rows={8}
        filters={filters}
        empty={
          <EmptyState icon={TicketPercent} title={t('coupons.none')}>
            {filters.count > 0 && t('coupons.noneHint')}
          </EmptyState>
        }
      >
        {items => (
          <DataTable
            isBroad
            label={t('pages.coupons')}
            columns={columns}
            items={items}
            keyOf={({ id }) => id}
            sort={{
              value: sort ?? 'createdAt,desc',
              onChange: value => filters.set({ sort: couponFilters.sort(value) }),
            }}
          />
        )}
      </LoadedList>
    </>
  )
}

/** Creates a coupon, and then shows it. */
function CreateCoupon() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  return (
    <>
      <Button icon={Plus} variant="primary" onPress={() => setCreating(true)}>
        {t('coupons.create')}
      </Button>
      {isCreating && (
        <CouponDialog
          close={() => setCreating(false)}
          saved={({ id }) => void navigate(`/coupons/${encodeURIComponent(id)}`)}
        />
      )}
    </>
  )
}

function useColumns(): Column<Coupon>[] {
  const { t } = useTranslation()
  const report = useCouponReport().query.data
  const appliedOf = (id: string) => report?.find(({ couponId }) => couponId === id)?.applied ?? 0
  return [
    {
      id: 'code',
      header: t('coupons.coupon'),
      sort: 'code',
      isTitle: true,
      cell: ({ id, code, name }) => (
        <span className="stack-tight coupon-name">
          <Link to={`/coupons/${encodeURIComponent(id)}`}>{code}</Link>
          <small className="muted">{name}</small>
        </span>
      ),
    },
    { id: 'worth', header: t('coupons.worth'), cell: coupon => <Worth coupon={coupon} /> },
    {
      id: 'minSpend',
      header: t('coupons.minSpend'),
      align: 'end',
      cell: ({ minSpend }) => (Number(minSpend) > 0 ? <Money amount={minSpend} /> : '–'),
    },
    {
      id: 'use',
      header: t('coupons.use'),
      isWide: true,
      cell: ({ id, usedCount, usageLimit }) => (
        <span className="stack-tight">
          {usageLimit !== null && <CouponBar used={usedCount} applied={appliedOf(id)} limit={usageLimit} />}
          <small className="muted">
            {usageLimit === null
              ? t('coupons.usedWithoutLimit', { used: formatNumber(usedCount) })
              : t('coupons.usedOfLimit', { used: formatNumber(usedCount), limit: formatNumber(usageLimit) })}
          </small>
        </span>
      ),
    },
    {
      id: 'ends',
      header: t('coupons.endsAt'),
      sort: 'endsAt',
      cell: ({ endsAt }) => <DateTime at={endsAt} />,
    },
    { id: 'state', header: t('fields.status'), cell: coupon => <CouponStateBadge coupon={coupon} /> },
  ]
}
