import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '../../design/Badge.tsx'
import { type CouponState, stateOf } from './coupon-state.ts'
import type { Coupon } from './queries.ts'

const tones: Record<CouponState, BadgeTone> = {
  running: 'positive',
  planned: 'info',
  over: 'neutral',
  usedUp: 'notice',
  inactive: 'neutral',
}

export function CouponStateBadge({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation()
  const state = stateOf(coupon, Date.now())
  return <Badge tone={tones[state]}>{t(`coupons.states.${state}`)}</Badge>
}
