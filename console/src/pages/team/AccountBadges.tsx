import { useTranslation } from 'react-i18next'
import type { Schemas } from '../../app/client.ts'
import { Badge } from '../../design/Badge.tsx'

const tones = { admin: 'notice', operator: 'info', warehouse: 'neutral' } as const

export function RoleBadge({ role }: Pick<Schemas['AdminUser'], 'role'>) {
  const { t } = useTranslation()
  return <Badge tone={tones[role]}>{t(`roles.${role}`)}</Badge>
}

/** Whether an account can be used, and whether somebody has signed in with it yet. */
export function ActiveBadge({ account }: { account: Pick<Schemas['AdminUser'], 'active' | 'firebaseUid'> }) {
  const { t } = useTranslation()
  if (!account.active) return <Badge tone="danger">{t('team.isActive.false')}</Badge>
  if (account.firebaseUid === null) return <Badge tone="notice">{t('team.notBound')}</Badge>
  return <Badge tone="positive">{t('team.isActive.true')}</Badge>
}
