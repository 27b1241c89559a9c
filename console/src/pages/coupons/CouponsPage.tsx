import { couponsQuerySchema } from '@campstore/contract/admin/coupons'
import { t } from 'i18next'
import { Plus, TicketPercent } from 'lucide-react'
import { Patterns } from '../../design/charts/charts.tsx'
import { type Columns, column, endColumn, timeColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { Money, TwoLines } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, ListPage } from '../shared/List.tsx'
import { RecordLink } from '../shared/links.tsx'
import { CouponDialog } from './CouponDialog.tsx'
import { CouponBar, CouponStateBadge, Worth } from './CouponFacts.tsx'
import { type Coupon, useCouponReport } from './coupon.ts'

const parsers = filtersOf(couponsQuerySchema.shape, 'q', 'status', 'sort')

/** All coupons, with how much of each is used. */
export function CouponsPage() {
  const filters = useFilters(parsers)
  const report = useCouponReport().query.data
  const appliedOf = (id: string) => report?.find(({ couponId }) => couponId === id)?.applied ?? 0
  const columns: Columns<Coupon> = [
    titleColumn('code', t('coupons.coupon'), { sort: 'code', isWide: true }, ({ id, code, name }) => (
      <TwoLines below={name}>
        <RecordLink to="coupons" id={id} name={code} />
      </TwoLines>
    )),
    column('worth', t('fields.discount'), { place: 'aside' }, coupon => <Worth coupon={coupon} />),
    endColumn('minSpend', t('coupons.minSpend'), ({ minSpend }) =>
      Number(minSpend) > 0 ? <Money amount={minSpend} /> : '–',
    ),
    wideColumn('use', t('coupons.use'), ({ id, usedCount, usageLimit }) => (
      <span className="stack-tight">
        <small className="muted">
          {usageLimit === null
            ? t('coupons.usedWithoutLimit', { used: formatNumber(usedCount) })
            : t('coupons.usedOfLimit', { used: formatNumber(usedCount), limit: formatNumber(usageLimit) })}
        </small>
        {usageLimit !== null && report && <CouponBar used={usedCount} applied={appliedOf(id)} limit={usageLimit} />}
      </span>
    )),
    timeColumn('endsAt', t('coupons.endsAt'), { sort: 'endsAt', place: 'line' }),
    column('state', t('fields.status'), { place: 'state' }, coupon => <CouponStateBadge coupon={coupon} />),
  ]
  return (
    <>
      <Patterns />
      <ListPage
        page="coupons"
        actions={
          <DialogButton permissions={['coupons.edit']} icon={Plus} variant="primary" label={t('coupons.create')}>
            {close => <CouponDialog close={close} />}
          </DialogButton>
        }
        operation="listAdminCoupons"
        query={filters.values}
        filters={filters}
        fields={[choiceOf(filters, 'status', t('fields.status'), status => t(`coupons.statuses.${status}`))]}
        icon={TicketPercent}
        columns={columns}
      />
    </>
  )
}
