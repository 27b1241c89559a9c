import { webhookDeliveriesQuerySchema } from '@campstore/contract/admin/webhook-deliveries'
import { t } from 'i18next'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { type Schemas, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { type Columns, column, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Facts, Id } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { ActionButton } from '../shared/DialogButtons.tsx'
import { choiceOf, List } from '../shared/List.tsx'
import { type Delivery, DeliveryBadge, useWebhooks } from './WebhooksTable.tsx'

const parsers = filtersOf(webhookDeliveriesQuerySchema.shape, 'webhookId', 'status')

/** The deliveries to webhooks, sent or pending. */
export function DeliveriesSection() {
  const filters = useFilters(parsers)
  const webhooks = useWebhooks().data?.data ?? []
  const [openId, setOpenId] = useState<string>()
  const columns: Columns<Delivery> = [
    titleColumn('type', t('webhooks.event'), ({ id, eventType }) => (
      <button type="button" className="link-button" onClick={() => setOpenId(id)}>
        {eventType}
      </button>
    )),
    column('at', t('fields.time'), { place: 'line' }, ({ createdAt }) => <DateTime at={createdAt} />),
    wideColumn(
      'webhook',
      t('webhooks.webhook'),
      { place: 'rest' },
      delivery => webhooks.find(({ id }) => id === delivery.webhookId)?.url ?? '–',
    ),
    endColumn('attempts', t('webhooks.attempts'), ({ attemptCount }) => attemptCount),
    column('state', t('fields.status'), { place: 'state' }, ({ status }) => <DeliveryBadge status={status} />),
  ]
  return (
    <Section title={t('webhooks.deliveries')} isCard={false}>
      <List
        label={t('webhooks.deliveries')}
        operation="listWebhookDeliveries"
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
      />
      {openId !== undefined && <DeliveryDialog id={openId} close={() => setOpenId(undefined)} />}
    </Section>
  )
}

/** A delivery: its request, and the receiver's response. */
function DeliveryDialog({ id, close }: { id: string; close(): void }) {
  const { can } = useSession()
  const query = useRead('getWebhookDelivery', { id })
  return (
    <Dialog
      title={query.data?.eventType ?? t('webhooks.delivery')}
      close={close}
      isWide
      actions={
        can('webhooks.edit') && (
          <ActionButton
            label={t('webhooks.sendAgain')}
            run={admin => admin.redeliverWebhook({ id })}
            done={() => t('webhooks.sentAgain')}
            failed={t('webhooks.notSentAgain')}
          />
        )
      }
    >
      <Loaded query={query}>{delivery => <DeliveryFacts delivery={delivery} />}</Loaded>
    </Dialog>
  )
}

function DeliveryFacts({ delivery }: { delivery: Schemas['WebhookDeliveryDetail'] }) {
  const { eventId, status, createdAt, nextAttemptAt, body, attempts } = delivery
  const columns: Columns<Schemas['WebhookAttempt']> = [
    titleColumn('at', t('fields.time'), ({ at }) => <DateTime at={at} />),
    column('answer', t('webhooks.answer'), ({ status, error }) => status ?? error),
    endColumn('took', t('webhooks.took'), ({ durationMs }) => `${durationMs} ms`),
    wideColumn('response', t('webhooks.response'), ({ response }) => <Id>{response}</Id>),
  ]
  return (
    <>
      <Facts
        of={{
          [t('fields.status')]: <DeliveryBadge status={status} />,
          [t('webhooks.eventId')]: <Id>{eventId}</Id>,
          [t('fields.time')]: <DateTime at={createdAt} />,
          [t('webhooks.next')]: nextAttemptAt === null ? '–' : <DateTime at={nextAttemptAt} />,
        }}
      />
      <div>
        <h3>{t('webhooks.body')}</h3>
        <pre className="code-block">{body}</pre>
      </div>
      <DataTable
        label={t('webhooks.attempts')}
        columns={columns}
        items={attempts.toReversed()}
        keyOf={({ number }) => String(number)}
        isDense
      />
    </>
  )
}
