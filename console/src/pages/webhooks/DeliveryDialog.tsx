import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import type { Schemas } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { type Column, DataTable } from '../../design/DataTable.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { DateTime, Facts, Id } from '../../design/Values.tsx'
import { useDelivery } from './queries.ts'
import { DeliveryBadge } from './WebhookBadges.tsx'

/** A delivery: what is sent, and what the receiver answered. */
export function DeliveryDialog({ id, close }: { id: string; close(): void }) {
  const { t } = useTranslation()
  const { can } = useSession()
  const query = useDelivery(id)
  const again = useAction({
    run: admin => admin.redeliverWebhook({ id }),
    done: () => t('webhooks.sentAgain'),
    failed: t('webhooks.notSentAgain'),
  })
  return (
    <Dialog
      title={query.data?.eventType ?? t('webhooks.delivery')}
      close={close}
      isWide
      actions={
        can('webhooks.edit') && (
          <Button isPending={again.isPending} onPress={() => again.mutate()}>
            {t('webhooks.sendAgain')}
          </Button>
        )
      }
    >
      <Loaded query={query}>{delivery => <DeliveryFacts delivery={delivery} />}</Loaded>
    </Dialog>
  )
}

function DeliveryFacts({ delivery }: { delivery: Schemas['WebhookDeliveryDetail'] }) {
  const { t } = useTranslation()
  const { eventId, status, createdAt, nextAttemptAt, body, attempts } = delivery
  const columns: readonly Column<Schemas['WebhookAttempt']>[] = [
    { id: 'at', header: t('fields.time'), isTitle: true, cell: ({ at }) => <DateTime at={at} /> },
    { id: 'answer', header: t('webhooks.answer'), cell: ({ status, error }) => status ?? error },
    { id: 'took', header: t('webhooks.took'), align: 'end', cell: ({ durationMs }) => `${durationMs} ms` },
    { id: 'response', header: t('webhooks.response'), isWide: true, cell: ({ response }) => <Id>{response}</Id> },
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
