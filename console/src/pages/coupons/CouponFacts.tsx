import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, DayText, Facts, Id, Money } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { CouponUse } from './CouponBar.tsx'
import { type Coupon, useAppliedCount, useCouponReport } from './queries.ts'
import { Worth } from './Worth.tsx'

/** The conditions of a coupon. */
export function CouponFacts({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const { id, minSpend, startsAt, endsAt, usageLimit, createdAt, updatedAt } = coupon
  return (
    <Section title={t('coupons.conditions')}>
      <Facts
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
    </Section>
  )
}

/** How much of a coupon is used. */
export function CouponUseSection({ coupon: { id, usedCount, usageLimit } }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const { data: applied = 0 } = useAppliedCount(id)
  return (
    <Section title={t('coupons.use')}>
      <CouponUse used={usedCount} applied={applied} limit={usageLimit} />
    </Section>
  )
}

/** What a coupon cost in the last days. */
export function CouponCosts({ coupon: { id } }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const { from, to, query } = useCouponReport()
  return (
    <Section
      title={t('coupons.costs')}
      hint={
        <>
          <DayText day={from} /> – <DayText day={to} />
        </>
      }
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
                [t('coupons.discount')]: (
                  <strong>
                    <Money amount={line.discount} />
                  </strong>
                ),
              }}
            />
          )
        }}
      </Loaded>
    </Section>
  )
}
