import { eventsExchange } from '@campstore/contract/messages/events'
import { type Consumer, done, forward, startConsumer } from '@campstore/messaging/consumer'
import { parkedReasonHeader } from '@campstore/messaging/delivery'
import { exactly, type Permissions, startingWith, subscriptionKeys } from '@campstore/messaging/permissions'
import { countMessages, type QueueCounts } from '@campstore/messaging/queue-counts'
import { combined, consumerQueues, parkedQueue, type Topology } from '@campstore/messaging/topology'
import type { BrokerContext } from '@campstore/service/dependencies'
import { parsePurchaseEvent, purchaseEvents } from '../domain/purchase.ts'
import { orderEvents } from '../live.ts'
import { recordPurchase } from '../use-cases/record-purchase.ts'

/** The queue of the events of purchases. */
export const purchaseQueue = 'me.spending'

/** Fewer than the service's database connections for background work. */
const prefetch = 5

/** The exchange, queue and bindings of the consumer. */
export const purchaseTopology: Topology = combined(
  { exchanges: [{ name: eventsExchange, type: 'topic' }], queues: [], bindings: [] },
  consumerQueues(
    purchaseQueue,
    purchaseEvents.map(routingKey => ({ exchange: eventsExchange, routingKey })),
  ),
)

/** Counts the messages of the consumer's queues. */
export const countPurchaseMessages = ({ broker, log }: Pick<BrokerContext, 'broker' | 'log'>): QueueCounts =>
  countMessages({ broker, log, consumed: [purchaseQueue], kept: [parkedQueue(purchaseQueue)] })

/** The rights of the me service in the broker: it uses its own queues, and subscribes to events without publishing any. */
export const purchasePermissions: Permissions = {
  configure: [startingWith('me.')],
  // The default exchange is for parked messages.
  write: [startingWith('me.'), exactly('amq.default')],
  read: [startingWith('me.'), exactly(eventsExchange)],
  bindingKeys: { [eventsExchange]: [...purchaseEvents.map(exactly), ...subscriptionKeys(orderEvents)] },
}

/**
 * Queue `me.spending`: events of paid bookings and orders, also of their cancellation. Each is recorded as a purchase, which
 * updates what its customer has
 * spent (docs/contract/admin.md#tiers-and-spending). A malformed event is parked at once, unchanged, because a retry cannot
 * help. An event of something that its owning service does not know as paid is forged, or of another database: it is logged
 * and changes nothing.
 */
export function startPurchaseConsumer(deps: BrokerContext): Consumer {
  const { broker, log } = deps
  return startConsumer({
    broker,
    log,
    prefetch,
    isServed: () => deps.database.isServed('background'),
    queue: purchaseQueue,
    handle: async ({ content, messageId }) => {
      const parsed = parsePurchaseEvent(content)
      if ('malformed' in parsed) {
        log.error({ reason: parsed.malformed, queue: purchaseQueue, messageId }, 'Event parked')
        return forward(parkedQueue(purchaseQueue), { [parkedReasonHeader]: parsed.malformed })
      }
      const { hint } = parsed
      if (!hint) return done
      const { kind, subjectId } = hint
      const outcome = await recordPurchase(deps, hint)
      const level = outcome === 'unknown_customer' || outcome === 'not_paid' ? 'warn' : 'debug'
      log[level]({ outcome, [`${kind}Id`]: subjectId }, 'Purchase event handled')
      return done
    },
  })
}
