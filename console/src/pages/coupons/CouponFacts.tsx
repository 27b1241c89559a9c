import { t } from 'i18next'
import { Link } from 'react-router'
import { useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Legend, Part, Swatch } from '../../design/charts/charts.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { FactsSection, Section } from '../../design/Section.tsx'
import { DateTime, DaySpan, Facts, Id, Money, TwoLines } from '../../design/Values.tsx'
import { formatMoney, formatNumber, formatShare } from '../../lib/format.ts'
import { badgeOf } from '../shared/StatusBadges.tsx'
import { type Coupon, type CouponState, stateOf, useCouponReport } from './coupon.ts'

/** The conditions of a coupon. */
export function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { id, minSpend, startsAt, endsAt, usageLimit, createdAt, updatedAt } = coupon
  return (
    <FactsSection
      title={t('coupons.conditions')}
      of={{
        [t('fields.discount')]: <Worth coupon={coupon} />,
        [t('coupons.minSpend')]: <Money amount={minSpend} />,
        [t('coupons.startsAt')]: <DateTime at={startsAt} />,
        [t('coupons.endsAt')]: <DateTime at={endsAt} />,
        [t('coupons.usageLimit')]: usageLimit === null ? t('coupons.noLimit') : formatNumber(usageLimit),
        [t('fields.createdAt')]: <DateTime at={createdAt} />,
        [t('fields.updatedAt')]: <DateTime at={updatedAt} />,
        [t('fields.id')]: <Id>{id}</Id>,
      }}
    />
  )
}

/** How much of a coupon is used. */
export function CouponUseSection({ coupon: { id, usedCount, usageLimit } }: { coupon: Coupon }) {
  const { can } = useSession()
  // Customers' coupons on unpaid orders.
  const fields = { couponId: id, status: 'applied', size: 1 } as const
  const applied = useRead('listCouponClaims', fields, { enabled: can('customers.view') }).data?.meta.totalElements
  return (
    <Section title={t('coupons.use')}>
      <CouponUse used={usedCount} applied={applied} limit={usageLimit} />
    </Section>
  )
}

/** The cost of a coupon in the last days. */
export function CouponCosts({ coupon: { id } }: { coupon: Coupon }) {
  const { from, to, query } = useCouponReport()
  return (
    <Section
      title={t('coupons.costs')}
      hint={<DaySpan from={from} to={to} />}
      actions={<Link to={`/orders?couponId=${encodeURIComponent(id)}`}>{t('coupons.allOrders')}</Link>}
    >
      <Loaded query={query} rows={1}>
        {lines => {
          const line = lines.find(({ couponId }) => couponId === id)
          if (line === undefined || line.used === 0) return <p className="muted">{t('coupons.noCosts')}</p>
          return (
            <Facts
              of={{
                [t('coupons.orders')]: formatNumber(line.used),
                [t('coupons.subtotal')]: <Money amount={line.subtotal} />,
                [t('coupons.discount')]: <strong>{formatMoney(line.discount)}</strong>,
              }}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}

type CouponUseProps = { used: number; applied: number | undefined; limit: number | null }

/** How much of a limit is used, or on unpaid orders, as the numbers next to it. A page draws the patterns once. */
export function CouponBar({ used, applied, limit }: CouponUseProps & { applied: number; limit: number }) {
  const whole = Math.max(limit, used + applied, 1)
  const share = (claims: number) => `${(100 * claims) / whole}%`
  return (
    <svg className="piece-bar" aria-hidden>
      <rect fill="var(--surface-sunken)" className="piece-bar-left" y="2" width="100%" height="14" rx="3" />
      <rect fill="var(--series-1)" y="2" width={share(used)} height="14" rx="3" />
      {applied > 0 && (
        <Part color="series-2" pattern="url(#hatch)" x={share(used)} y="2" width={share(applied)} height="14" />
      )}
    </svg>
  )
}

/** How much of a coupon is used: the numbers, with a bar if it has a limit. */
function CouponUse({ used, applied, limit }: CouponUseProps) {
  const left = limit === null || applied === undefined ? undefined : Math.max(0, limit - used - applied)
  const unused = <Swatch color="surface-sunken" className="piece-bar-left" />
  const counted = (kind: 'used' | 'applied' | 'left', count: number) =>
    t(`coupons.${kind}Count`, { count, number: formatNumber(count) })
  return (
    <div className="stack-tight">
      {limit !== null && applied !== undefined && <CouponBar used={used} applied={applied} limit={limit} />}
      <Legend
        of={{
          [counted('used', used)]: <Swatch color="series-1" />,
          ...(applied !== undefined && {
            [counted('applied', applied)]: <Swatch color="series-2" pattern="url(#hatch)" />,
          }),
          ...(left !== undefined && { [counted('left', left)]: unused }),
          [t('coupons.noLimit')]: limit === null && unused,
        }}
      />
    </div>
  )
}

/** The discount of a coupon: an amount, or a percentage with its maximum. */
export function Worth({ coupon: { discountType, discountValue, maxDiscount } }: { coupon: Coupon }) {
  if (discountType === 'fixed') return <span className="nowrap">{formatMoney(discountValue)}</span>
  return (
    <TwoLines below={maxDiscount !== null && t('coupons.atMost', { amount: formatMoney(maxDiscount) })}>
      {formatShare(Number(discountValue) / 100)}
    </TwoLines>
  )
}

const StateBadge = badgeOf<CouponState>(
  { running: 'positive', planned: 'info', over: 'neutral', usedUp: 'notice', inactive: 'neutral' },
  state => t(`coupons.states.${state}`),
)

export const CouponStateBadge = ({ coupon }: { coupon: Coupon }) => <StateBadge status={stateOf(coupon, Date.now())} />
