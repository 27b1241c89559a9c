import { type Schemas, useRead } from '../../app/client.ts'

export type Webhook = Schemas['Webhook']
export type WebhookWithSecret = Schemas['WebhookWithSecret']
export type Delivery = Schemas['WebhookDelivery']

/** All webhooks: the contract allows fewer than a page has. */
export const useWebhooks = () => useRead('listWebhooks', { size: 100 })
