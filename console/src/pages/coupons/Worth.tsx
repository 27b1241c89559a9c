import { useTranslation } from 'react-i18next'
import { formatMoney, formatShare } from '../../lib/format.ts'
import type { Coupon } from './queries.ts'

/** What a coupon takes off: an amount, or a share with its cap. */
export function Worth({ coupon: { discountType, discountValue, maxDiscount } }: { coupon: Coupon }) {
  const { t } = useTranslation()
  if (discountType === 'fixed') return <span className="nowrap">{formatMoney(discountValue)}</span>
  return (
    <span className="stack-tight">
      <span>{formatShare(Number(discountValue) / 100)}</span>
      {maxDiscount !== null && (
        <small className="muted nowrap">{t('coupons.atMost', { amount: formatMoney(maxDiscount) })}</small>
      )}
    </span>
  )
}
