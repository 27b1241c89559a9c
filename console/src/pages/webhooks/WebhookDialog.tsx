import { type ChangeWebhook, createWebhookSchema } from '@campstore/contract/admin/webhooks'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { FormDialog } from '../../design/FormDialog.tsx'
import { FormCheckField, FormTextField } from '../../design/FormFields.tsx'
import { EventTypesField } from './EventTypesField.tsx'
import type { Webhook, WebhookWithSecret } from './queries.ts'

const formSchema = createWebhookSchema.extend({ active: z.boolean() })
type WebhookForm = z.output<typeof formSchema>

type WebhookDialogProps = {
  /** The webhook that is changed; a new one without it. */
  webhook?: Webhook
  close(): void
  /** Called with a new one, whose secret is shown once. */
  created?(webhook: WebhookWithSecret): void
}

/** A new webhook, or a change of one. */
export function WebhookDialog({ webhook, close, created }: WebhookDialogProps) {
  const { t } = useTranslation()
  const { control, dialog } = useFormAction({
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
    onDone(webhook) {
      close()
      if (webhook) created?.(webhook)
    },
  })
  return (
    <FormDialog
      title={t(webhook ? 'webhooks.change' : 'webhooks.create')}
      close={close}
      action={t(webhook ? 'actions.save' : 'actions.create')}
      {...dialog}
    >
      <FormTextField control={control} name="url" label={t('webhooks.url')} hint={t('webhooks.urlHint')} />
      <FormTextField control={control} name="description" label={t('webhooks.description')} whenEmpty={null} />
      <EventTypesField control={control} name="eventTypes" label={t('webhooks.eventTypes')} />
      {webhook && <FormCheckField control={control} name="active" label={t('webhooks.isActive')} />}
    </FormDialog>
  )
}
