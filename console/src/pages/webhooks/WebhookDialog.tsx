import { type ChangeWebhook, createWebhookSchema } from '@campstore/contract/admin/webhooks'
import { eventTypes } from '@campstore/contract/messages/events'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { FormCheckField, FormChecksField, FormDialog, FormTextField } from '../../design/Form.tsx'
import type { Webhook, WebhookWithSecret } from './webhook.ts'

/** As the API refuses it after everything else. Development may call its own machine. */
const isSafe = (url: string) => /^https:|^http:\/\/(?:localhost|127\.|\[::1\])/.test(url)

const formSchema = createWebhookSchema.extend({
  url: createWebhookSchema.shape.url.refine(isSafe, 'must be an https address'),
  active: z.boolean(),
})
type WebhookForm = z.output<typeof formSchema>

type WebhookDialogProps = {
  /** The webhook to change; without it, a new one. */
  webhook?: Webhook
  close(): void
  /** Called with a new one, whose secret is shown once. */
  created?(webhook: WebhookWithSecret): void
}

/** A new webhook, or a change of one. */
export function WebhookDialog({ webhook, close, created }: WebhookDialogProps) {
  const { t } = useTranslation()
  const { field, dialog } = useFormAction({
    schema: formSchema,
    values: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? null,
      eventTypes: webhook?.eventTypes ?? [],
      active: webhook?.active ?? true,
    },
    async run(admin, { active, ...fields }: WebhookForm) {
      if (!webhook) return admin.createWebhook(fields)
      const changes: ChangeWebhook = active === webhook.active ? fields : { ...fields, active }
      await admin.changeWebhook({ id: webhook.id, ...changes })
    },
    done: () => t(webhook ? 'webhooks.changed' : 'webhooks.created'),
    failed: t('webhooks.notSaved'),
    closeWhenDone: close,
    onDone: webhook => webhook && created?.(webhook),
  })
  return (
    <FormDialog
      title={t(webhook ? 'webhooks.change' : 'webhooks.create')}
      action={t(webhook ? 'actions.save' : 'actions.create')}
      {...dialog}
    >
      <FormTextField {...field('url', t('webhooks.url'), t('webhooks.urlHint'))} />
      <FormTextField {...field('description', t('products.description'))} whenEmpty={null} />
      <FormChecksField
        {...field('eventTypes', t('webhooks.eventTypes'))}
        options={eventTypes.map(value => ({ value, label: <code>{value}</code> }))}
      />
      {webhook && <FormCheckField {...field('active', t('webhooks.isActive'))} />}
    </FormDialog>
  )
}
