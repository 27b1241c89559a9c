import { webhookDeliveriesQuerySchema } from '@campstore/contract/admin/webhook-deliveries'
import { t } from 'i18next'
import { Plus, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { type Schemas, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Columns, column, endColumn, titleColumn, wideColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import { Section } from '../../design/Section.tsx'
import { DateTime, Facts, Id } from '../../design/Values.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { ActionButton, DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, List } from '../shared/List.tsx'
import { CopyButton } from '../shared/OutputButtons.tsx'
import { type Delivery, DeliveryBadge, useWebhooks, WebhookDialog, WebhooksTable } from './WebhooksTable.tsx'

/** Other systems that receive events, and the deliveries to them. */
export function WebhooksPage() {
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <PageHeader title={t('webhooks.page')}>
        <DialogButton permissions={['webhooks.edit']} icon={Plus} variant="primary" label={t('webhooks.create')}>
          {close => <WebhookDialog close={close} created={webhook => setSecret(webhook.secret)} />}
        </DialogButton>
      </PageHeader>
      <div className="stack">
        <WebhooksTable showSecret={setSecret} />
        <DeliveriesSection />
      </div>
      {secret !== undefined && <SecretDialog secret={secret} close={() => setSecret(undefined)} />}
    </>
  )
}

/** The secret of a webhook, which is not shown again. */
const SecretDialog = ({ secret, close }: { secret: string; close(): void }) => (
  <Dialog
    title={t('webhooks.secret')}
    close={close}
    actions={
      <>
        <Button slot="close">{t('actions.close')}</Button>
        <CopyButton variant="primary" text={secret} />
      </>
    }
  >
    <p>{t('webhooks.secretHint')}</p>
    <p>
      <Id>{secret}</Id>
    </p>
  </Dialog>
)

const parsers = filtersOf(webhookDeliveriesQuerySchema.shape, 'webhookId', 'status')

/** The deliveries to webhooks, sent or pending. */
function DeliveriesSection() {
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
