import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type QueryOf, type Schemas } from '../../app/client.ts'
import { choiceFilter, textFilter } from '../../lib/filters.ts'

export type Webhook = Schemas['Webhook']
export type WebhookWithSecret = Schemas['WebhookWithSecret']
export type Delivery = Schemas['WebhookDelivery']

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** The filters of the delivery log, as the URL has them. */
export const deliveryFilters = { webhookId: textFilter, status: choiceFilter(deliveryStatuses) }

/** All webhooks: the contract allows fewer than a page has. */
export const useWebhooks = () =>
  useQuery({ queryKey: ['webhooks'], queryFn: () => client().admin.listWebhooks({ size: 100 }) })

export const useDeliveries = (fields: QueryOf<'listWebhookDeliveries'>) =>
  useQuery({
    queryKey: ['deliveries', fields],
    queryFn: () => client().admin.listWebhookDeliveries(fields),
    placeholderData: keepPreviousData,
  })

export const useDelivery = (id: string) =>
  useQuery({ queryKey: ['deliveries', 'detail', id], queryFn: () => client().admin.getWebhookDelivery({ id }) })
