import { useQuery } from '@tanstack/react-query'
import { client, type Schemas } from '../../app/client.ts'

export type Webhook = Schemas['Webhook']
export type WebhookWithSecret = Schemas['WebhookWithSecret']
export type Delivery = Schemas['WebhookDelivery']

/** All webhooks: the contract allows fewer than a page has. */
export const useWebhooks = () =>
  useQuery({ queryKey: ['webhooks'], queryFn: () => client().admin.listWebhooks({ size: 100 }) })

export const useDelivery = (id: string) =>
  useQuery({ queryKey: ['deliveries', 'detail', id], queryFn: () => client().admin.getWebhookDelivery({ id }) })
