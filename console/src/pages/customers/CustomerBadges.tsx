import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { Badge, type BadgeTone } from '../../design/Badge.tsx'

const statusTones = { active: 'positive', suspended: 'danger', deleted: 'neutral' } as const

export function CustomerStatusBadge({ status }: { status: Schemas['AdminCustomer']['status'] }) {
  const { t } = useTranslation()
  return <Badge tone={statusTones[status]}>{t(`customers.statuses.${status}`)}</Badge>
}

const tierTones: Record<Schemas['AdminCustomer']['tier'], BadgeTone> = {
  bronze: 'neutral',
  silver: 'info',
  gold: 'notice',
  platinum: 'positive',
}

export function TierBadge({ tier }: { tier: Schemas['AdminCustomer']['tier'] }) {
  const { t } = useTranslation()
  return <Badge tone={tierTones[tier]}>{t(`customers.tiers.${tier}`)}</Badge>
}
