import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/client.ts'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { EmptyState } from '../../design/EmptyState.tsx'
import { FilterBar } from '../../design/FilterBar.tsx'
import { FilterSelect } from '../../design/FilterFields.tsx'
import { LoadedList } from '../../design/LoadedList.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime } from '../../design/Values.tsx'
import { useFilters } from '../../lib/filters.ts'
import { CsvButton } from '../shared/CsvButton.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { type Delivery, deliveryFilters, deliveryStatuses, useDeliveries, useWebhooks } from './queries.ts'
import { DeliveryBadge } from './WebhookBadges.tsx'

/** What was sent to webhooks, or is to be sent. */
export function DeliveriesSection() {
  const { t } = useTranslation()
  const filters = useFilters(deliveryFilters)
  const { webhookId, status } = filters.values
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
    { id: 'at', header: t('webhooks.at'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
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
      <FilterBar
        filters={filters}
        end={<CsvButton read={() => client().admin.listWebhookDeliveries.csv(filters.values)} />}
      >
        <FilterSelect
          label={t('webhooks.webhook')}
          value={webhookId}
          onChange={webhookId => filters.set({ webhookId })}
          options={webhooks.map(({ id, url }) => ({ value: id, label: url }))}
        />
        <FilterSelect
          label={t('fields.status')}
          value={status}
          onChange={status => filters.set({ status })}
          options={deliveryStatuses.map(value => ({ value, label: t(`webhooks.deliveryStatus.${value}`) }))}
        />
      </FilterBar>
      <LoadedList
        query={useDeliveries({ ...filters.values, page: filters.page })}
        filters={filters}
        empty={<EmptyState icon={ScrollText} title={t('webhooks.noDeliveries')} />}
      >
        {items => (
          <DataTable label={t('webhooks.deliveries')} columns={columns} items={items} keyOf={({ id }) => id} isDense />
        )}
      </LoadedList>
      {openId !== undefined && <DeliveryDialog id={openId} close={() => setOpenId(undefined)} />}
    </Section>
  )
}
