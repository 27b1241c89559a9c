import { z } from 'zod'
import { eventTypes } from '../messages/events.ts'
import { pagingFields, timestampSchema } from '../schemas.ts'
import { idFilter, inOrder, instantFrom, instantTo, oneOf } from './fields.ts'

/** Type of the event that staff send to try a webhook. */
export const testEventType = 'webhook.test'

const deliveredTypes = [...eventTypes, testEventType] as const

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One event for one webhook, as a line of the delivery log. */
export const webhookDeliverySchema = z.strictObject({
  id: z
    .string()
    .describe('Delivery id')
    .meta({ examples: ['01998f42-1b3c-7d10-9a2e-4f5061728394'] }),
  webhookId: z
    .string()
    .describe('Webhook id')
    .meta({ examples: ['01998f41-7a10-7c22-8d2b-5e6f7a8b9c01'] }),
  eventId: z
    .string()
    .describe('Id of the event, also sent as the header `webhook-id`')
    .meta({ examples: ['01998f42-1a00-7b3e-8f11-0a1b2c3d4e5f'] }),
  eventType: z
    .enum(deliveredTypes)
    .describe('Type of the event')
    .meta({ examples: ['booking.paid'] }),
  status: z
    .enum(deliveryStatuses)
    .describe('`pending` until an attempt succeeds; `failed` after the last attempt')
    .meta({ examples: ['pending'] }),
  attemptCount: z
    .int()
    .describe('Number of attempts so far')
    .meta({ examples: [1] }),
  createdAt: timestampSchema
    .describe('When the event was queued for the webhook')
    .meta({ examples: ['2026-11-20T08:04:11.250Z'] }),
  nextAttemptAt: timestampSchema
    .nullable()
    .describe('Earliest time of the next attempt; null unless it is pending')
    .meta({ examples: ['2026-11-20T08:04:22.020Z'] }),
  completedAt: timestampSchema
    .nullable()
    .describe('When it was delivered or failed; null while it is pending')
    .meta({ examples: [null] }),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/** One attempt of a delivery. */
export const webhookAttemptSchema = z.strictObject({
  number: z.int().describe('1 for the first attempt'),
  at: timestampSchema.describe('Start of the attempt'),
  durationMs: z.int().describe('How long it took, in milliseconds'),
  status: z.int().nullable().describe('HTTP status of the response; null without one'),
  error: z.string().nullable().describe('Why there is no response; null if there is one'),
  response: z.string().describe('Start of the response body, at most 1,000 bytes'),
})
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>

/** A delivery with its body and its attempts. */
export const webhookDeliveryDetailSchema = webhookDeliverySchema.extend({
  body: z
    .string()
    .describe('Body of the request: the event, exactly as it is signed')
    .meta({ examples: ['{"specversion":"1.0","id":"01998f42-1a00-7b3e-8f11-0a1b2c3d4e5f","type":"booking.paid"}'] }),
  attempts: z
    .array(webhookAttemptSchema)
    .describe('The last 50 attempts, oldest first')
    .meta({
      examples: [
        [{ number: 1, at: '2026-11-20T08:04:11.300Z', durationMs: 84, status: 503, error: null, response: 'busy' }],
      ],
    }),
})
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetailSchema>

export const webhookDeliveriesQuerySchema = z
  .object({
    ...pagingFields,
    webhookId: idFilter.describe('Only deliveries of this webhook'),
    status: oneOf(deliveryStatuses).describe('State of the delivery'),
    eventType: oneOf(deliveredTypes).describe('Type of the event'),
    eventId: idFilter.describe('Only deliveries of this event'),
    createdFrom: instantFrom.describe('Earliest creation: a timestamp or a date'),
    createdTo: instantTo.describe('Latest creation: a timestamp or a date; not before `createdFrom`'),
  })
  .superRefine(inOrder('createdFrom', 'createdTo'))
export type WebhookDeliveriesQuery = z.output<typeof webhookDeliveriesQuerySchema>
