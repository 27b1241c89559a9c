import { eventsExchange } from '@campstore/contract/messages/events'
import { type Consumer, done, forward, startConsumer } from '@campstore/messaging/consumer'
import { exactly, type Permissions, startingWith } from '@campstore/messaging/permissions'
import { parkedReasonHeader } from '@campstore/messaging/retry-policy'
import { combined, consumerQueues, parkedQueue, type Topology } from '@campstore/messaging/topology'
import type { Consuming } from '@campstore/service/dependencies'
import { purchaseEvents, readPurchaseHint } from '../domain/purchase.ts'
import { recordPurchase } from '../use-cases/record-purchase.ts'

/** Queue on which events arrive that may tell of a purchase. */
export const spendingQueue = 'me.spending'

/** Fewer than the service has database connections, so that requests always find one. */
const prefetch = 5

/** Everything that following purchases needs to exist in the broker. */
export const spendingTopology: Topology = combined(
  { exchanges: [{ name: eventsExchange, type: 'topic' }], queues: [], bindings: [] },
  consumerQueues(
    spendingQueue,
    purchaseEvents.map(routingKey => ({ exchange: eventsExchange, routingKey })),
  ),
)

/** What the me service may do in the broker: use its own queues and hear events. It publishes none. */
export const spendingPermissions: Permissions = {
  configure: [startingWith('me.')],
  // The default exchange is for messages that are parked.
  write: [startingWith('me.'), exactly('amq.default')],
  read: [startingWith('me.'), exactly(eventsExchange)],
  bindingKeys: { [eventsExchange]: purchaseEvents.map(exactly) },
}

/**
 * Keeps what customers have spent in step with what was paid (decisions.md, 9, Customers). An event that cannot be read is
 * parked at once, unchanged: another attempt would read the same. One that tells of what its owner does not know as paid is
 * forged, or of another database: it changes nothing and is logged.
 */
export function startPurchaseConsumer(running: Consuming): Consumer {
  const { broker, log } = running
  const record = recordPurchase(running)
  return startConsumer({
    broker,
    log,
    prefetch,
    queue: spendingQueue,
    handle: async ({ content, messageId }) => {
      const read = readPurchaseHint(content)
      if ('malformed' in read) {
        log.error({ queue: spendingQueue, messageId, reason: read.malformed }, 'event parked')
        return forward(parkedQueue(spendingQueue), { [parkedReasonHeader]: read.malformed })
      }
      const { kind, subjectId } = read.hint
      const outcome = await record(read.hint)
      if (outcome === 'unknown_customer' || outcome === 'not_paid')
        log.warn({ [`${kind}Id`]: subjectId, outcome }, 'purchase')
      else log.debug({ [`${kind}Id`]: subjectId, outcome }, 'purchase')
      return done
    },
  })
}
