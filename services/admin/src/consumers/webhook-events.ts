import { describeFirstIssue, safeParse } from '@campstore/contract/issue-text'
import { eventsExchange, eventTypes } from '@campstore/contract/messages/events'
import { parseMessage } from '@campstore/core/parse-json'
import { awaitStandby } from '@campstore/database/standby'
import { type Consumer, done, forward, startConsumer } from '@campstore/messaging/consumer'
import { parkedReasonHeader } from '@campstore/messaging/delivery'
import { exactly, type Permissions, startingWith } from '@campstore/messaging/permissions'
import { combined, consumerQueues, parkedQueue, type Topology } from '@campstore/messaging/topology'
import type { BrokerContext } from '@campstore/service/dependencies'
import { z } from 'zod'
import { collectedTypes } from '../domain/webhook-retries.ts'
import { insertDeliveries } from '../persistence/webhook-deliveries.ts'

/** The queue of the events that webhooks ask for. */
export const webhookQueue = 'admin.webhooks'

/** Fewer than the service's database connections for background work. */
const prefetch = 5

/**
 * The exchange and the queue, without bindings: those are the event types that active webhooks ask for (webhook-bindings.ts), so that
 * without webhooks no event costs the broker anything.
 */
export const webhookTopology: Topology = combined(
  { exchanges: [{ name: eventsExchange, type: 'topic' }], queues: [], bindings: [] },
  consumerQueues(webhookQueue, []),
)

/** The rights of the admin service in the broker: it uses its own queues, and subscribes to events without publishing any. */
export const webhookPermissions: Permissions = {
  configure: [startingWith('admin.')],
  // The default exchange is for parked messages.
  write: [startingWith('admin.'), exactly('amq.default')],
  read: [startingWith('admin.'), exactly(eventsExchange)],
  bindingKeys: { [eventsExchange]: eventTypes.map(exactly) },
}

/** The required parts of an event; the rest is sent unchanged. Its id is a header of the request. */
const deliverable = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
  type: z.string().regex(/^[a-z.-]{1,100}$/),
  subject: z.string().max(200).optional().catch(undefined),
})

/**
 * Queue `admin.webhooks`: each event becomes a delivery for every active webhook that asks for its type, once. A malformed one is
 * parked at once, unchanged, because a retry cannot help.
 *
 * @param onDelivery called after deliveries were added
 */
export function startWebhookConsumer(deps: BrokerContext, onDelivery: () => void): Consumer {
  const { broker, log, database, clock } = deps
  return startConsumer({
    broker,
    log,
    prefetch,
    outage: () => database.outage('background'),
    queue: webhookQueue,
    handle: async ({ content, messageId }) => {
      const parsed = parseEvent(content)
      if ('malformed' in parsed) {
        log.error({ reason: parsed.malformed, queue: webhookQueue, messageId }, 'Event parked')
        return forward(parkedQueue(webhookQueue), { [parkedReasonHeader]: parsed.malformed })
      }
      const event = { ...parsed, body: content.toString() }
      const isCollected = collectedTypes.includes(event.type) && event.subject !== undefined
      const latestOf = isCollected ? `${event.type} ${event.subject}` : null
      if ((await insertDeliveries(database.background, event, latestOf, clock())) > 0) onDelivery()
      else await awaitStandby(database.background)
      return done
    },
  })
}

function parseEvent(content: Buffer): z.output<typeof deliverable> | { malformed: string } {
  const json = parseMessage(content)
  if ('malformed' in json) return { malformed: `malformed: ${json.malformed}` }
  const parsed = safeParse(deliverable, json.body)
  return parsed.success ? parsed.data : { malformed: `malformed: ${describeFirstIssue(parsed.error, deliverable)}` }
}
