import { z } from 'zod'
import { changed, created, declareAdminRoutes, pageOf, removed } from '../declare.ts'
import { eventTypes } from '../messages/events.ts'
import { timestampSchema } from '../schemas.ts'
import { text } from '../text.ts'
import { issue } from '../texts/text.ts'
import { pageQuery, textInput, yesOrNo } from './fields.ts'
import {
  webhookDeliveriesQuerySchema,
  webhookDeliveryDetailSchema,
  webhookDeliverySchema,
} from './webhook-deliveries.ts'

/** The most webhooks at a time. */
export const maxWebhooks = 50

const askedFor = z
  .array(z.enum(eventTypes))
  .min(1)
  .max(eventTypes.length)
  .superRefine((types, ctx) => {
    for (const [index, type] of types.entries()) {
      if (types.indexOf(type) < index)
        ctx.addIssue({ code: 'custom', path: [index], message: issue('must.notRepeatValue') })
    }
  })
  .describe('Types of the events to send')

/** Longest address, both as given and as stored. */
const maxLength = 2_048

/** Characters that a reader of an address does not see, or sees in another order; parsing would drop or encode them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/** An address that requests can be sent to; the service decides which hosts are allowed. */
function isReceiver(address: string): boolean {
  if (unseen.test(address) || !URL.canParse(address)) return false
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' && !href.includes('#')
}

const url = text()
  .trim()
  .min(1)
  .max(maxLength)
  .refine(isReceiver, issue('must.beReceiver'))
  // The normalised address is stored and called.
  .transform(address => new URL(address).href)
  .pipe(z.string().max(maxLength))
  .describe('Address that receives the events by POST; https')

const description = textInput(200).nullable().describe('Description; null if none')

const active = z.boolean().describe('Whether events are sent to it')

/** Why the service has deactivated a webhook. */
export const disabledReasonSchema = z.enum(['failing', 'gone'])
export type DisabledReason = z.infer<typeof disabledReasonSchema>

/** A webhook: an address and the types of the events that it receives (docs/contract/admin.md#webhooks). */
export const webhookSchema = z.strictObject({
  id: z.string().describe('Webhook id'),
  url: z.string().describe('Address that receives the events'),
  description,
  eventTypes: z.array(z.enum(eventTypes)).describe('Types of the events to send'),
  active,
  failingSince: timestampSchema.nullable().describe('When attempts began to fail; null if the last one succeeded'),
  disabledAt: timestampSchema.nullable().describe('When the service deactivated it; null otherwise'),
  disabledReason: disabledReasonSchema
    .nullable()
    .describe('Why: `failing` after days without a success, `gone` after a response 410; null if `disabledAt` is null'),
  previousSecretUntil: timestampSchema.nullable().describe('When the previous secret stops signing; null if none'),
  createdAt: timestampSchema.describe('Creation'),
  updatedAt: timestampSchema.describe('Last change'),
})
export type Webhook = z.infer<typeof webhookSchema>

/** A webhook with its secret, which only creation and rotation show. */
export const webhookWithSecretSchema = webhookSchema.extend({
  secret: z.string().describe('Secret that signs its requests; shown only once'),
})
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>

export const createWebhookSchema = z.strictObject({ url, description: description.default(null), eventTypes: askedFor })
export type CreateWebhook = z.output<typeof createWebhookSchema>

export const changeWebhookSchema = z.strictObject({ url, description, eventTypes: askedFor, active }).partial()
export type ChangeWebhook = z.output<typeof changeWebhookSchema>

export const webhooksQuerySchema = pageQuery({ active: yesOrNo.describe('Whether events are sent to it') })
export type WebhooksQuery = z.output<typeof webhooksQuerySchema>

export const webhookRoutes = declareAdminRoutes('webhooks', undefined, {
  listWebhooks: {
    summary: 'Lists webhooks, oldest first',
    endpoint: 'GET /api/admin/webhooks',
    ...pageOf(webhooksQuerySchema, webhookSchema),
  },
  getWebhook: { summary: 'Reads a webhook', endpoint: 'GET /api/admin/webhooks/{id}', data: webhookSchema },
  createWebhook: {
    summary: 'Creates a webhook, and shows its secret once',
    endpoint: 'POST /api/admin/webhooks',
    body: createWebhookSchema,
    ...created(webhookWithSecretSchema),
    errors: ['CONFLICT'],
  },
  changeWebhook: {
    summary: 'Changes address, description or event types of a webhook, or whether events are sent to it',
    endpoint: 'PATCH /api/admin/webhooks/{id}',
    body: changeWebhookSchema,
    data: webhookSchema,
  },
  deleteWebhook: {
    summary: 'Deletes a webhook with its delivery log',
    endpoint: 'DELETE /api/admin/webhooks/{id}',
    ...removed,
  },
  rotateWebhookSecret: {
    summary: 'Gives a webhook a new secret and shows it once; the previous one also signs for 24 hours',
    endpoint: 'POST /api/admin/webhooks/{id}/rotate-secret',
    data: webhookWithSecretSchema,
  },
  testWebhook: {
    summary: 'Sends an event `webhook.test` to a webhook',
    endpoint: 'POST /api/admin/webhooks/{id}/test',
    ...created(webhookDeliverySchema),
    errors: ['CONFLICT'],
  },
  listWebhookDeliveries: {
    summary: 'Lists deliveries to webhooks, sent and pending, newest first',
    endpoint: 'GET /api/admin/webhook-deliveries',
    ...pageOf(webhookDeliveriesQuerySchema, webhookDeliverySchema),
  },
  getWebhookDelivery: {
    summary: 'Reads a delivery with its body and its attempts',
    endpoint: 'GET /api/admin/webhook-deliveries/{id}',
    data: webhookDeliveryDetailSchema,
  },
  redeliverWebhook: {
    summary: 'Sends a delivery again, now and with retries for three more days',
    endpoint: 'POST /api/admin/webhook-deliveries/{id}/redeliver',
    ...changed(webhookDeliverySchema),
  },
})
