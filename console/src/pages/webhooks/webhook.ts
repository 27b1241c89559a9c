import type { Schemas } from '../../app/client.ts'
import { useRead } from '../../app/read.ts'

export type Webhook = Schemas['Webhook']
export type WebhookWithSecret = Schemas['WebhookWithSecret']
export type Delivery = Schemas['WebhookDelivery']

/** All webhooks: the contract allows fewer than a page has. */
export const useWebhooks = () => useRead('listWebhooks', { size: 100 })
