import type { DisabledReason } from '@campstore/contract/admin/webhooks'
import { cloudEventContentType } from '@campstore/contract/messages/events'
import { startLoop } from '@campstore/core/loop'
import { createFailureLog } from '@campstore/core/telemetry/failure-log'
import { counter, gauge } from '@campstore/core/telemetry/metrics'
import { version } from '@campstore/core/version'
import { transaction } from '@campstore/database/database'
import type { ServiceContext } from '@campstore/service/dependencies'
import { failingPeriodMs, nextAttemptAt } from '../domain/webhook-retries.ts'
import { signatureHeaders } from '../domain/webhook-signature.ts'
import { insertAuditEntry } from '../persistence/audit-log.ts'
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDeliveries,
  countDue,
  findDueWebhooks,
  recordAttempt,
} from '../persistence/webhook-sending.ts'
import { findLongestFailure, noteFailure, noteSuccess } from '../persistence/webhooks.ts'
import type { PrivateAddresses } from '../public-address.ts'
import { attemptTimeoutMs, postWebhook, type WebhookResponse } from '../webhook-client.ts'
import { findTarget, type Target } from '../webhook-target.ts'

/** Requests to one webhook at a time, of one process. */
const batchSize = 10

/** How long a delivery belongs to the process that has taken it: longer than name look-up, attempt and record. */
const claimMs = 60_000 + attemptTimeoutMs

/** How often deliveries that are due are looked for, where nothing says that there are. */
const intervalMs = 2_000

const attempts = counter('campstore_webhook_attempts_total', 'Requests to webhooks, by result.', ['outcome'])
const due = gauge('campstore_webhook_deliveries_due', 'Deliveries to active webhooks that are due.', ['service'])
const oldestDue = gauge(
  'campstore_webhook_oldest_due_seconds',
  'How long the oldest due delivery has been due; 0 if none is.',
  ['service'],
)

const failing = gauge(
  'campstore_webhook_failing_seconds',
  'How long the longest-failing active webhook has had no success; 0 if none fails.',
  ['service'],
)

/** The dependencies of sending. */
export type WebhookSending = Pick<ServiceContext, 'database' | 'clock' | 'newId' | 'log'> & {
  privateAddresses: PrivateAddresses
}

/** Sends due deliveries. */
export type WebhookSender = {
  /** Looks for due deliveries at once. */
  wake(): void
  /** Waits for the requests in progress and sends no other. */
  stop(): Promise<void>
}

/**
 * Sends due deliveries: separately for each webhook, so that a slow one delays no other, and each delivery by one process at a
 * time. The contract bounds the number of webhooks. A failed one is tried again with a back-off (docs/contract/admin.md#webhook-retries).
 */
export function startWebhookSender(deps: WebhookSending): WebhookSender {
  const { database, clock, log } = deps
  const lanes = new Map<string, Promise<void>>()
  let stopped = false
  const report = reportDue(deps)
  const failures = createFailureLog(log, {
    failure: 'Cannot send to webhooks, retrying',
    success: 'Webhooks are sent to again',
  })
  const openLane = (webhookId: string) => {
    const lane = sendDue(deps, webhookId, () => stopped)
      .then(failures.succeeded, (error: Error) => failures.failed(error.message, { webhookId }))
      .finally(() => lanes.delete(webhookId))
    lanes.set(webhookId, lane)
  }
  const loop = startLoop({
    round: async () => {
      try {
        const ids = await findDueWebhooks(database.background, clock(), [...lanes.keys()])
        for (const id of ids) openLane(id)
        if (lanes.size === 0) failures.succeeded()
        return 'idle'
      } catch (error) {
        failures.failed(error instanceof Error ? error.message : String(error))
        return 'failed'
      }
    },
    idleMs: intervalMs,
    maxBackoffMs: 10_000,
  })
  return {
    wake: loop.wake,
    async stop() {
      stopped = true
      report()
      await loop.stop()
      await Promise.all(lanes.values())
    },
  }
}

/** Sends the due deliveries of one webhook until none is left. */
async function sendDue(deps: WebhookSending, webhookId: string, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const now = deps.clock()
    const sendingUntil = new Date(now.getTime() + claimMs)
    const batch = await claimDeliveries(deps.database.background, webhookId, { now, sendingUntil, limit: batchSize })
    const [first] = batch
    if (!first) return
    // Once for all of them.
    const target = await findTarget(first.url, deps.privateAddresses)
    await Promise.all(batch.map(delivery => attempt(deps, delivery, target)))
  }
}

/** Sends one delivery once, and records what became of it. */
async function attempt(deps: WebhookSending, delivery: ClaimedDelivery, target: Target): Promise<void> {
  const { database, clock, log } = deps
  const { webhookId, giveUpAt } = delivery
  const at = clock()
  const startedAt = performance.now()
  const response = 'error' in target ? unsent(target.error) : await send(delivery, target, at)
  const durationMs = Math.round(performance.now() - startedAt)
  const isDelivered = response.status !== null && response.status >= 200 && response.status < 300
  const now = clock()
  const next = isDelivered ? undefined : nextAttemptAt(delivery.failures + 1, now, giveUpAt, Math.random())
  const result: AttemptResult = {
    attempt: { number: delivery.attempt, at: at.toISOString(), durationMs, ...response },
    status: isDelivered ? 'delivered' : next ? 'pending' : 'failed',
    nextAttemptAt: next ?? null,
    completedAt: next ? null : now,
  }
  attempts.add({ outcome: isDelivered ? 'delivered' : next ? 'retried' : 'given up' })
  await recordAttempt(database.background, delivery.id, result)
  if (isDelivered) return noteSuccess(database.background, webhookId)
  if (!next) log.warn({ webhookId, deliveryId: delivery.id, attempts: delivery.attempt }, 'Webhook delivery given up')
  await deactivateIfFailed(deps, delivery, response.status === 410)
}

const deactivations: Record<DisabledReason, string> = {
  failing: 'Webhook deactivated: it has failed for days. Repair its receiver, then activate it',
  gone: 'Webhook deactivated: its receiver responded with 410 Gone. Delete it, or give it another address',
}

/** Notes a failure. A webhook that is deactivated by it has an entry in the audit log, as an administrator's change would. */
async function deactivateIfFailed(
  { database, clock, newId, log }: WebhookSending,
  { id: requestId, webhookId, url }: ClaimedDelivery,
  isGone: boolean,
): Promise<void> {
  const at = clock()
  const reason = await transaction(database.background, async tx => {
    const disabledReason = await noteFailure(
      tx,
      { webhookId, url, isGone },
      at,
      new Date(at.getTime() - failingPeriodMs),
    )
    if (!disabledReason) return undefined
    const what = { adminId: null, action: 'deactivateWebhook', targetId: webhookId, request: null }
    const before = { id: webhookId, active: true }
    const after = { ...before, active: false, disabledAt: at.toISOString(), disabledReason }
    const entry = { ...what, id: newId(), at, requestId, clientAddress: 'webhook delivery', before }
    await insertAuditEntry(tx, entry, { outcome: 'succeeded', status: null, code: null, after, at })
    return disabledReason
  })
  if (reason) log.warn({ webhookId }, deactivations[reason])
}

const unsent = (error: string): WebhookResponse => ({ status: null, error, response: '' })

function send(
  delivery: ClaimedDelivery,
  target: Exclude<Target, { error: string }>,
  at: Date,
): Promise<WebhookResponse> {
  const { eventId, body, secret, previousSecret, previousSecretUntil } = delivery
  const alsoSigns = previousSecret !== null && previousSecretUntil !== null && at < previousSecretUntil
  const secrets = alsoSigns ? [secret, previousSecret] : [secret]
  const headers = {
    ...signatureHeaders(secrets, { id: eventId, at, body }),
    'content-type': `${cloudEventContentType}; charset=utf-8`,
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': `campstore/${version}`,
  }
  return postWebhook(delivery.url, { headers, body, lookup: target.lookup })
}

/** Reports due deliveries and failing webhooks. Every process reports the same. */
function reportDue({ database, clock }: Pick<WebhookSending, 'database' | 'clock'>): () => void {
  const read = () => countDue(database.backgroundHealth, clock())
  const labels = { service: 'admin' }
  const ends = [
    due.readFrom(async () => [{ labels, value: (await read()).due }]),
    oldestDue.readFrom(async () => [{ labels, value: (await read()).seconds }]),
    failing.readFrom(async () => [{ labels, value: await findLongestFailure(database.backgroundHealth, clock()) }]),
  ]
  return () => {
    for (const end of ends) end()
  }
}
