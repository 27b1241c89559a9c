import { webhookDeliveriesQuerySchema } from '@campstore/contract/admin/webhook-deliveries'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import type { Column } from '../../design/DataTable.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { choiceOf, List } from '../shared/List.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { type Delivery, useWebhooks } from './queries.ts'
import { DeliveryBadge } from './WebhookBadges.tsx'

const parsers = filtersOf(webhookDeliveriesQuerySchema.shape, 'webhookId', 'status')

/** What was sent to webhooks, or is to be sent. */
export function DeliveriesSection() {
  const { t } = useTranslation()
  const filters = useFilters(parsers)
  const webhooks = useWebhooks().data?.data ?? []
  const [openId, setOpenId] = useState<string>()
  const columns: readonly Column<Delivery>[] = [
    {
      id: 'type',
      header: t('webhooks.event'),
      isTitle: true,
      cell: ({ id, eventType }) => (
        <button type="button" className="link-button" onClick={() => setOpenId(id)}>
          {eventType}
        </button>
      ),
    },
    { id: 'at', header: t('fields.time'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    {
      id: 'webhook',
      header: t('webhooks.webhook'),
      isWide: true,
      cell: delivery => webhooks.find(({ id }) => id === delivery.webhookId)?.url ?? '–',
    },
    { id: 'attempts', header: t('webhooks.attempts'), align: 'end', cell: ({ attemptCount }) => attemptCount },
    { id: 'state', header: t('fields.status'), cell: ({ status }) => <DeliveryBadge status={status} /> },
  ]
  return (
    <Section title={t('webhooks.deliveries')} isCard={false}>
      <List
        label={t('webhooks.deliveries')}
        operation={() => client().admin.listWebhookDeliveries}
        query={filters.values}
        filters={filters}
        fields={[
          {
            name: 'webhookId',
            label: t('webhooks.webhook'),
            options: webhooks.map(({ id, url }) => ({ value: id, label: url })),
          },
          choiceOf(filters, 'status', t('fields.status'), status => t(`webhooks.deliveryStatus.${status}`)),
        ]}
        icon={ScrollText}
        none={t('webhooks.noDeliveries')}
        columns={columns}
        keyOf={({ id }) => id}
        isDense
      />
      {openId !== undefined && <DeliveryDialog id={openId} close={() => setOpenId(undefined)} />}
    </Section>
  )
}
