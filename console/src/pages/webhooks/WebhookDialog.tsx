import { type ChangeWebhook, createWebhookSchema } from '@campstore/contract/admin/webhooks'
import { eventTypes } from '@campstore/contract/messages/events'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useFormAction } from '../../app/form-action.ts'
import { CheckField } from '../../design/Field.tsx'
import { FormDialog } from '../../design/FormDialog.tsx'
import { type Bound, FormCheckField, FormTextField, useField } from '../../design/FormFields.tsx'
import type { Webhook, WebhookWithSecret } from './webhook.ts'

const formSchema = createWebhookSchema.extend({ active: z.boolean() })
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
      <FormTextField {...field('url')} label={t('webhooks.url')} hint={t('webhooks.urlHint')} />
      <FormTextField {...field('description')} label={t('products.description')} whenEmpty={null} />
      <EventTypesField {...field('eventTypes')} label={t('webhooks.eventTypes')} />
      {webhook && <FormCheckField {...field('active')} label={t('webhooks.isActive')} />}
    </FormDialog>
  )
}

/** The event types of a webhook. */
function EventTypesField<Fields extends FieldValues, Result>({ control, name, label }: Bound<Fields, Result>) {
  const { field, problem } = useField({ control, name })
  const chosen: readonly string[] = field.value
  return (
    <fieldset className="stack-tight">
      <legend>{label}</legend>
      {problem && <span className="field-problem">{problem}</span>}
      {eventTypes.map(type => (
        <CheckField
          key={type}
          label={<code>{type}</code>}
          isChecked={chosen.includes(type)}
          onChange={isChosen =>
            field.onChange(eventTypes.filter(one => (one === type ? isChosen : chosen.includes(one))))
          }
          onBlur={field.onBlur}
        />
      ))}
    </fieldset>
  )
}
