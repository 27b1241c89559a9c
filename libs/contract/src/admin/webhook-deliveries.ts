import { z } from 'zod'
import { eventTypes } from '../messages/events.ts'
import { timestampSchema } from '../schemas.ts'
import { idFilter, instants, oneOf, pageQuery } from './fields.ts'

/** Type of the event that staff send to try a webhook. */
export const testEventType = 'webhook.test'

const deliveredTypes = [...eventTypes, testEventType] as const

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** One event for one webhook, as a line of the delivery log. */
export const webhookDeliverySchema = z.strictObject({
  id: z.string().describe('Delivery id'),
  webhookId: z.string().describe('Webhook id'),
  eventId: z.string().describe('Id of the event, also sent as the header `webhook-id`'),
  eventType: z.enum(deliveredTypes).describe('Type of the event'),
  status: z.enum(deliveryStatuses).describe('`pending` until an attempt succeeds; `failed` after the last attempt'),
  attemptCount: z.int().describe('Number of attempts so far'),
  createdAt: timestampSchema.describe('When the event was queued for the webhook'),
  nextAttemptAt: timestampSchema.nullable().describe('Earliest time of the next attempt; null unless it is pending'),
  completedAt: timestampSchema.nullable().describe('When it was delivered or failed; null while it is pending'),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/** One attempt of a delivery. */
export const webhookAttemptSchema = z.strictObject({
  number: z.int().describe('1 for the first attempt'),
  at: timestampSchema.describe('Start of the attempt'),
  durationMs: z.int().describe('How long it took, in milliseconds'),
  status: z.int().nullable().describe('HTTP status of the response; null if none'),
  error: z.string().nullable().describe('Why there is no response; null if there is one'),
  response: z.string().describe('Start of the response body, at most 1,000 bytes'),
})
export type WebhookAttempt = z.infer<typeof webhookAttemptSchema>

/** A delivery with its body and its attempts. */
export const webhookDeliveryDetailSchema = webhookDeliverySchema.extend({
  body: z.string().describe('Body of the request: the event, exactly as it is signed'),
  attempts: z.array(webhookAttemptSchema).describe('The last 50 attempts, oldest first'),
})
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetailSchema>

export const webhookDeliveriesQuerySchema = pageQuery({
  webhookId: idFilter.describe('Only deliveries of this webhook'),
  status: oneOf(deliveryStatuses).describe('State of the delivery'),
  eventType: oneOf(deliveredTypes).describe('Type of the event'),
  eventId: idFilter.describe('Only deliveries of this event'),
  ...instants('created', 'creation'),
})
export type WebhookDeliveriesQuery = z.output<typeof webhookDeliveriesQuerySchema>
