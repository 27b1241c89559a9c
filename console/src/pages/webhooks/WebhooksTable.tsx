import { createWebhookSchema } from '@campstore/contract/admin/webhooks'
import { eventTypes as allEventTypes } from '@campstore/contract/messages/events'
import { t } from 'i18next'
import { KeyRound, Pencil, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { z } from 'zod'
import { useAction } from '../../app/actions.ts'
import { type Schemas, useRead } from '../../app/client.ts'
import { useFormAction } from '../../app/form-action.ts'
import { useSession } from '../../app/session.ts'
import { IconButton } from '../../design/Button.tsx'
import { type Columns, column, endColumn, titleColumn } from '../../design/columns.tsx'
import { DataTable } from '../../design/DataTable.tsx'
import { FormCheckField, FormChecksField, FormDialog, FormTextField } from '../../design/Form.tsx'
import { EmptyState, Loaded } from '../../design/Loaded.tsx'
import { Badge } from '../../design/Values.tsx'
import { AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { badgeOf } from '../shared/StatusBadges.tsx'

/** The webhooks, each with its actions. */
export function WebhooksTable({ showSecret }: { showSecret(secret: string): void }) {
  const { can } = useSession()
  const columns: Columns<Webhook> = [
    titleColumn('url', t('webhooks.url'), { isWide: true }, ({ url }) => <span className="mono">{url}</span>),
    column('description', t('products.description'), ({ description }) => description ?? '–'),
    column('types', t('webhooks.eventTypes'), ({ eventTypes }) => eventTypes.join(', ')),
    column('state', t('fields.status'), webhook => <WebhookBadge webhook={webhook} />),
    can('webhooks.edit') &&
      endColumn('actions', t('webhooks.actions'), webhook => <RowActions webhook={webhook} showSecret={showSecret} />),
  ]
  const nothing = { icon: WebhookIcon, title: t('webhooks.none'), hint: t('webhooks.noneHint') }
  return (
    <Loaded query={useWebhooks()}>
      {({ data }) => (
        <DataTable
          label={t('webhooks.page')}
          columns={columns}
          items={data}
          empty={<EmptyState {...nothing} isCard />}
        />
      )}
    </Loaded>
  )
}

function RowActions({ webhook, showSecret }: { webhook: Webhook; showSecret(secret: string): void }) {
  const { id, url } = webhook
  const test = useAction({
    run: admin => admin.testWebhook({ id }),
    done: () => t('webhooks.tested'),
    failed: t('webhooks.notTested'),
  })
  return (
    <span className="row data-table-actions">
      <IconButton
        icon={Send}
        label={t('webhooks.testOne', { url })}
        isDisabled={!webhook.active}
        onPress={() => test.mutate()}
      />
      <DialogButton isIconOnly icon={Pencil} label={t('actions.editOne', { name: url })}>
        {close => <WebhookDialog webhook={webhook} close={close} />}
      </DialogButton>
      <AskingButton
        isIconOnly
        icon={KeyRound}
        label={t('webhooks.rotateOne', { url })}
        title={t('webhooks.rotateTitle')}
        hint={t('webhooks.rotateHint')}
        confirm={t('webhooks.rotate')}
        run={admin => admin.rotateWebhookSecret({ id })}
        failed={t('webhooks.notRotated')}
        onDone={({ secret }) => showSecret(secret)}
      />
      <AskingButton
        isIconOnly
        icon={Trash2}
        label={t('webhooks.removeOne', { url })}
        title={t('webhooks.removeTitle')}
        hint={t('webhooks.removeHint')}
        confirm={t('webhooks.remove')}
        isDangerous
        run={admin => admin.deleteWebhook({ id })}
        done={() => t('webhooks.removed')}
        failed={t('webhooks.notRemoved')}
      />
    </span>
  )
}

/** Whether a webhook gets events, and whether they arrive. */
function WebhookBadge({ webhook }: { webhook: Webhook }) {
  if (webhook.disabledReason === 'gone') return <Badge tone="danger">{t('webhooks.states.gone')}</Badge>
  if (webhook.disabledAt !== null) return <Badge tone="danger">{t('webhooks.states.disabled')}</Badge>
  if (!webhook.active) return <Badge tone="neutral">{t('webhooks.states.inactive')}</Badge>
  if (webhook.failingSince !== null) return <Badge tone="notice">{t('webhooks.states.failing')}</Badge>
  return <Badge tone="positive">{t('webhooks.states.active')}</Badge>
}

export const DeliveryBadge = badgeOf({ pending: 'notice', delivered: 'positive', failed: 'danger' }, status =>
  t(`webhooks.deliveryStatus.${status}`),
)

/** As the API refuses it after everything else. Development may call its own machine. */
const isSafe = (url: string) => /^https:|^http:\/\/(?:localhost|127\.|\[::1\])/.test(url)

const formSchema = createWebhookSchema.extend({
  url: createWebhookSchema.shape.url.refine(isSafe, 'must be an https address'),
  active: z.boolean(),
})

type WebhookDialogProps = {
  webhook?: Webhook
  close(): void
  /** Called with a new one, whose secret is shown once. */
  created?(webhook: WebhookWithSecret): void
}

/** A new webhook, or a change of one. */
export function WebhookDialog({ webhook, close, created }: WebhookDialogProps) {
  const { url = '', description = null, eventTypes = [], active = true } = webhook ?? {}
  const { field, dialog } = useFormAction({
    schema: formSchema,
    values: { url, description, eventTypes, active },
    isChange: webhook !== undefined,
    async run(admin, { active: _, ...fields }, changed) {
      if (!webhook) return admin.createWebhook(fields)
      await admin.changeWebhook({ id: webhook.id, ...changed })
    },
    done: () => t(webhook ? 'webhooks.changed' : 'webhooks.created'),
    failed: t('webhooks.notSaved'),
    close,
    onDone: webhook => webhook && created?.(webhook),
  })
  return (
    <FormDialog title={t(webhook ? 'webhooks.change' : 'webhooks.create')} {...dialog}>
      <FormTextField {...field('url', t('webhooks.url'), t('webhooks.urlHint'))} />
      <FormTextField {...field('description', t('products.description'))} whenEmpty={null} />
      <FormChecksField
        {...field('eventTypes', t('webhooks.eventTypes'))}
        options={allEventTypes.map(value => ({ value, label: <code>{value}</code> }))}
      />
      {webhook && <FormCheckField {...field('active', t('webhooks.isActive'))} />}
    </FormDialog>
  )
}

export type Webhook = Schemas['Webhook']
type WebhookWithSecret = Schemas['WebhookWithSecret']
export type Delivery = Schemas['WebhookDelivery']

/** All webhooks: the contract allows fewer than a page has. */
export const useWebhooks = () => useRead('listWebhooks', { size: 100 })
