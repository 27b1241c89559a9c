import {
  testEventType,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '@campstore/contract/admin/webhook-deliveries'
import {
  type ChangeWebhook,
  type CreateWebhook,
  maxWebhooks,
  type Webhook,
  type WebhooksQuery,
  type WebhookWithSecret,
  webhookRoutes,
} from '@campstore/contract/admin/webhooks'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { connectionOf } from '@campstore/database/em-connection'
import type { FoundPage } from '@campstore/database/pagination'
import type { ServiceContext } from '@campstore/service/dependencies'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { previousSecretMs } from '../domain/webhook-retries.ts'
import { newWebhookSecret } from '../domain/webhook-signature.ts'
import { WebhookEntity, type WebhookRow } from '../persistence/entities.ts'
import { findDelivery, insertDelivery, makeDue } from '../persistence/webhook-deliveries.ts'
import { deleteResponses, lockWebhookChanges } from '../persistence/webhooks.ts'
import { presentDelivery, presentDeliveryDetail, presentWebhook } from '../presenters.ts'
import type { PrivateAddresses } from '../public-address.ts'
import { requireReceiver } from '../webhook-target.ts'
import type { WebhookSignals } from '../webhooks.ts'
import { type Author, type OwnWrite, recordedWrite } from './recorded-write.ts'

/** The dependencies of the webhooks' use cases. */
export type WebhookContext = ServiceContext & { webhooks: WebhookSignals; privateAddresses: PrivateAddresses }

/** One page of the webhooks, oldest first, and how many there are. */
export async function findWebhooks(
  { database }: WebhookContext,
  { active, page, size }: WebhooksQuery,
): Promise<FoundPage<WebhookRow>> {
  const where = { deletedAt: null, ...(active !== undefined && { active }) }
  const paging = { orderBy: { createdAt: 'asc', id: 'asc' }, limit: size, offset: page * size } as const
  const [items, totalElements] = await (await database.em()).findAndCount(WebhookEntity, where, paging)
  return { items, totalElements }
}

/** One webhook. Throws NOT_FOUND. */
export const readWebhook = async (deps: WebhookContext, id: string): Promise<Webhook> =>
  presentWebhook(await requireWebhook(await deps.database.em(), id), deps.clock())

/** A webhook that is not deleted, for a change under its lock: sending may deactivate it meanwhile. Throws NOT_FOUND. */
function requireWebhook(em: EntityManager, id: string, lockMode: LockMode = LockMode.NONE): Promise<WebhookRow> {
  const failHandler = () => new ApiError('NOT_FOUND', text('webhook.notFound'))
  return em.findOneOrFail(WebhookEntity, { id, deletedAt: null }, { lockMode, failHandler })
}

/**
 * Adds a webhook. The response is the only one with its secret, which the audit log does not have either. Throws
 * VALIDATION_ERROR for an address that nothing is sent to; CONFLICT where there are too many; SERVICE_UNAVAILABLE where its
 * events cannot be received from now on.
 */
export async function createWebhook(
  deps: WebhookContext,
  fields: CreateWebhook,
  author: Author,
): Promise<WebhookWithSecret> {
  const write = { route: webhookRoutes.createWebhook, targetId: null, request: fields, author }
  return recordedWrite(deps, write, async em => {
    requireReceiver(fields.url, deps.privateAddresses)
    await lockWebhookChanges(connectionOf(em))
    if ((await em.count(WebhookEntity, { deletedAt: null })) >= maxWebhooks)
      throw new ApiError('CONFLICT', text('webhook.tooMany', { limit: maxWebhooks }))
    const at = deps.clock()
    const secret = newWebhookSecret()
    const row = em.create(WebhookEntity, { ...fields, id: deps.newId(), secret, createdAt: at, updatedAt: at })
    await em.flush()
    await deps.webhooks.wanted(fields.eventTypes)
    const after = presentWebhook(row, at)
    return { result: { ...after, secret }, targetId: row.id, before: null, after }
  })
}

/**
 * Changes a webhook. Pending deliveries go to the new address. Throws NOT_FOUND; VALIDATION_ERROR for an address that nothing
 * is sent to; SERVICE_UNAVAILABLE where the events that it asks for now cannot be received from now on.
 */
export function changeWebhook(
  deps: WebhookContext,
  id: string,
  changes: ChangeWebhook,
  author: Author,
): Promise<Webhook> {
  const write = { route: webhookRoutes.changeWebhook, targetId: id, request: changes, author }
  return writeWebhook(deps, write, id, async (em, row) => {
    if (changes.url !== undefined && changes.url !== row.url) requireReceiver(changes.url, deps.privateAddresses)
    em.assign(row, changes)
    // Days of failures do not count when it is active again.
    if (changes.active) em.assign(row, { disabledAt: null, disabledReason: null, failingSince: null })
    const asksForMore = changes.active || changes.eventTypes !== undefined
    if (row.active && asksForMore) await deps.webhooks.wanted(row.eventTypes)
  })
}

/**
 * Gives a webhook a new secret. The one before also signs for a day, so that receivers can change it without losing an
 * event. Throws NOT_FOUND.
 */
export async function rotateSecret(deps: WebhookContext, id: string, author: Author): Promise<WebhookWithSecret> {
  const secret = newWebhookSecret()
  const write = { route: webhookRoutes.rotateWebhookSecret, targetId: id, request: null, author }
  const rotated = await writeWebhook(deps, write, id, (em, row) => {
    const previousSecretUntil = new Date(deps.clock().getTime() + previousSecretMs)
    em.assign(row, { secret, previousSecret: row.secret, previousSecretUntil })
  })
  return { ...rotated, secret }
}

/** Deletes a webhook, and the stored responses that have its secret; a job deletes its deliveries. Throws NOT_FOUND. */
export async function deleteWebhook(deps: WebhookContext, id: string, author: Author): Promise<null> {
  const write = { route: webhookRoutes.deleteWebhook, targetId: id, request: null, author }
  await writeWebhook(deps, write, id, async (em, row) => {
    const noSecrets = { secret: '', previousSecret: null, previousSecretUntil: null }
    em.assign(row, { active: false, disabledAt: null, disabledReason: null, deletedAt: deps.clock(), ...noSecrets })
    await deleteResponses(connectionOf(em), id)
  })
  return null
}

/** Changes a webhook, whose audit entry has it before and after. */
async function writeWebhook(
  deps: WebhookContext,
  write: OwnWrite,
  id: string,
  change: (em: EntityManager, row: WebhookRow) => void | Promise<void>,
): Promise<Webhook> {
  const changed = await recordedWrite(deps, write, async em => {
    await lockWebhookChanges(connectionOf(em))
    const row = await requireWebhook(em, id, LockMode.PESSIMISTIC_WRITE)
    const at = deps.clock()
    const before = presentWebhook(row, at)
    await change(em, row)
    em.assign(row, { updatedAt: at })
    await em.flush()
    const after = presentWebhook(row, at)
    return { result: after, targetId: id, before, after: row.deletedAt ? null : after }
  })
  deps.webhooks.changed()
  return changed
}

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
 * Sends a delivery again with the same id, whether or not it was delivered. Throws NOT_FOUND; CONFLICT while its
 * webhook is not active, and while it is being sent.
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
 * Sends an event `webhook.test` to a webhook, also when it asks for other event types. Throws NOT_FOUND; CONFLICT while
 * the webhook is not active.
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
  const about = { id, source: '/campstore/admin', type: testEventType, subject: webhookId, time: now.toISOString() }
  const body = JSON.stringify({ specversion: '1.0', ...about, datacontenttype: 'application/json', data: {} })
  return { id, type: testEventType, body }
}
