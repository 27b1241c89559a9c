import {
  testEventType,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '@campstore/contract/admin/webhook-deliveries'
import { webhookRoutes } from '@campstore/contract/admin/webhooks'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { connectionOf } from '@campstore/database/em-connection'
import type { ServiceContext } from '@campstore/service/dependencies'
import { findDelivery, insertDelivery, makeDue } from '../persistence/webhook-deliveries.ts'
import { presentDelivery, presentDeliveryDetail } from '../presenters.ts'
import { requireWebhook, type WebhookContext } from './manage-webhooks.ts'
import { type Author, recordedWrite } from './recorded-write.ts'

/** One delivery with its body and its attempts. Throws NOT_FOUND. */
export async function readDelivery(
  { database }: Pick<ServiceContext, 'database'>,
  id: string,
): Promise<WebhookDeliveryDetail> {
  const delivery = await findDelivery(database.requests, id)
  if (!delivery) throw deliveryNotFound()
  return presentDeliveryDetail(delivery)
}

const deliveryNotFound = () => new ApiError('NOT_FOUND', text('delivery.notFound'))

/**
 * Sends a delivery again with the same id, whether or not it was delivered.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT while its webhook is not active, and while it is being sent
 */
export async function redeliver(deps: WebhookContext, id: string, author: Author): Promise<WebhookDelivery> {
  const write = { route: webhookRoutes.redeliverWebhook, targetId: id, request: null, author }
  const due = await recordedWrite(deps, write, async em => {
    const tx = connectionOf(em)
    const found = await findDelivery(tx, id)
    if (!found) throw deliveryNotFound()
    const { active } = await requireWebhook(em, found.webhookId)
    if (!active) throw new ApiError('CONFLICT', text('delivery.inactive'))
    const row = await makeDue(tx, id, deps.clock())
    if (!row) throw new ApiError('CONFLICT', text('delivery.inProgress'))
    const after = presentDelivery(row)
    return { result: after, targetId: id, before: presentDelivery(found), after }
  })
  deps.webhooks.due()
  return due
}

/**
 * Sends an event `webhook.test` to a webhook, also when it asks for other event types.
 *
 * @throws {ApiError} NOT_FOUND; CONFLICT while the webhook is not active
 */
export async function sendTestEvent(deps: WebhookContext, webhookId: string, author: Author): Promise<WebhookDelivery> {
  const write = { route: webhookRoutes.testWebhook, targetId: webhookId, request: null, author }
  const delivery = await recordedWrite(deps, write, async em => {
    const { active } = await requireWebhook(em, webhookId)
    if (!active) throw new ApiError('CONFLICT', text('webhook.inactive'))
    const now = deps.clock()
    const row = await insertDelivery(connectionOf(em), deps.newId(), webhookId, testEvent(deps, webhookId, now), now)
    const after = presentDelivery(row)
    return { result: after, targetId: webhookId, before: null, after }
  })
  deps.webhooks.due()
  return delivery
}

/** An event of this service, in the form of the others (docs/contract/messages.md#events). */
function testEvent({ newId }: Pick<ServiceContext, 'newId'>, webhookId: string, now: Date) {
  const id = newId()
  const event = {
    specversion: '1.0',
    id,
    source: '/campstore/admin',
    type: testEventType,
    subject: webhookId,
    time: now.toISOString(),
    datacontenttype: 'application/json',
    data: {},
  }
  return { id, type: testEventType, body: JSON.stringify(event) }
}
