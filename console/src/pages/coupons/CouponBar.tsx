import { useTranslation } from 'react-i18next'
import { Legend } from '../../design/charts/Legend.tsx'
import { formatNumber } from '../../lib/format.ts'

type CouponUseProps = { used: number; applied: number; limit: number | null }
type CouponBarProps = CouponUseProps & { limit: number }

/**
 * How much of a coupon's limit is used, and how much is on unpaid orders. The numbers stand next to it, so screen readers skip
 * the picture. A page that shows it draws the patterns once.
 */
export function CouponBar({ used, applied, limit }: CouponBarProps) {
  const whole = Math.max(limit, used + applied, 1)
  const share = (claims: number) => `${(100 * claims) / whole}%`
  return (
    <svg className="coupon-bar" aria-hidden>
      <rect className="coupon-bar-left" y="2" width="100%" height="14" rx="3" />
      <rect className="coupon-bar-used" y="2" width={share(used)} height="14" rx="3" />
      {applied > 0 && (
        <>
          <rect className="coupon-bar-applied" x={share(used)} y="2" width={share(applied)} height="14" />
          <rect fill="url(#hatch)" x={share(used)} y="2" width={share(applied)} height="14" />
        </>
      )}
    </svg>
  )
}

/** How much of a coupon is used: the numbers, with the bar where there is a limit. */
export function CouponUse({ used, applied, limit }: CouponUseProps) {
  const { t } = useTranslation()
  const left = limit === null ? undefined : Math.max(0, limit - used - applied)
  return (
    <div className="stack-tight">
      {limit !== null && <CouponBar used={used} applied={applied} limit={limit} />}
      <Legend
        items={[
          {
            id: 'used',
            swatch: <rect className="coupon-bar-used" y="1" width="20" height="12" rx="3" />,
            label: t('coupons.usedCount', { count: used, number: formatNumber(used) }),
          },
          {
            id: 'applied',
            swatch: (
              <>
                <rect className="coupon-bar-applied" y="1" width="20" height="12" rx="3" />
                <rect fill="url(#hatch)" y="1" width="20" height="12" rx="3" />
              </>
            ),
            label: t('coupons.appliedCount', { count: applied, number: formatNumber(applied) }),
          },
          {
            id: 'left',
            swatch: <rect className="coupon-bar-left" y="1" width="20" height="12" rx="3" />,
            label:
              left === undefined
                ? t('coupons.noLimit')
                : t('coupons.leftCount', { count: left, number: formatNumber(left) }),
          },
        ]}
      />
    </div>
  )
}
