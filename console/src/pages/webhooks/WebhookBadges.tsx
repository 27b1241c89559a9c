import { useTranslation } from 'react-i18next'
import { Badge } from '../../design/Badge.tsx'
import type { Delivery, Webhook } from './queries.ts'

/** Whether events are sent to a webhook, and whether they arrive. */
export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  if (webhook.disabledReason === 'gone') return <Badge tone="danger">{t('webhooks.states.gone')}</Badge>
  if (webhook.disabledAt !== null) return <Badge tone="danger">{t('webhooks.states.disabled')}</Badge>
  if (!webhook.active) return <Badge tone="neutral">{t('webhooks.states.inactive')}</Badge>
  if (webhook.failingSince !== null) return <Badge tone="notice">{t('webhooks.states.failing')}</Badge>
  return <Badge tone="positive">{t('webhooks.states.active')}</Badge>
}

const tones = { pending: 'notice', delivered: 'positive', failed: 'danger' } as const

export function DeliveryBadge({ status }: Pick<Delivery, 'status'>) {
  const { t } = useTranslation()
  return <Badge tone={tones[status]}>{t(`webhooks.deliveryStatus.${status}`)}</Badge>
}
