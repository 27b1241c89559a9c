import { eventsExchange } from '@campstore/contract/messages/events'
import { type Consumer, done, forward, startConsumer } from '@campstore/messaging/consumer'
import { parkedReasonHeader } from '@campstore/messaging/delivery'
import { exactly, type Permissions, startingWith, subscriptionKeys } from '@campstore/messaging/permissions'
import { countMessages, type QueueCounts } from '@campstore/messaging/queue-counts'
import { combined, consumerQueues, parkedQueue, type Topology } from '@campstore/messaging/topology'
import type { BrokerContext } from '@campstore/service/dependencies'
import { parsePurchaseEvent, purchaseChangeEvents, purchaseEvents } from '../domain/purchase.ts'
import { orderEvents } from '../live.ts'
import { recordPurchase } from '../use-cases/record-purchase.ts'

/**
 * The queues of the events of purchases, with their event types. A queue of a released version gets no more types: the processes of
 * that version consume it during an upgrade, and park types that they do not know.
 */
export const purchaseQueues = { 'me.spending': purchaseEvents, 'me.purchase-changes': purchaseChangeEvents } as const
export type PurchaseQueue = keyof typeof purchaseQueues

const queues: readonly PurchaseQueue[] = ['me.spending', 'me.purchase-changes']

/** Of each queue. All queues together have fewer than the service's database connections for background work. */
const prefetch = 5

/** The exchange, queues and bindings of the consumers. */
export const purchaseTopology: Topology = combined(
  { exchanges: [{ name: eventsExchange, type: 'topic' }], queues: [], bindings: [] },
  ...queues.map(queue =>
    consumerQueues(
      queue,
      purchaseQueues[queue].map(routingKey => ({ exchange: eventsExchange, routingKey })),
    ),
  ),
)

/** Counts the messages of the consumers' queues. */
export const countPurchaseMessages = ({ broker, log }: Pick<BrokerContext, 'broker' | 'log'>): QueueCounts =>
  countMessages({ broker, log, consumed: queues, kept: queues.map(parkedQueue) })

/** The rights of the me service in the broker: it uses its own queues, and subscribes to events without publishing any. */
export const purchasePermissions: Permissions = {
  configure: [startingWith('me.')],
  // The default exchange is for parked messages.
  write: [startingWith('me.'), exactly('amq.default')],
  read: [startingWith('me.'), exactly(eventsExchange)],
  bindingKeys: {
    [eventsExchange]: [...Object.values(purchaseQueues).flat().map(exactly), ...subscriptionKeys(orderEvents)],
  },
}

/**
 * Consumes the events of paid bookings and orders, of their cancellation and changes. Each is recorded as a purchase, which updates
 * what its customer has spent (docs/contract/admin.md#tiers-and-spending). The purchase is read from its owner, so the order of
 * events does not matter, within a queue or between two. A malformed event is parked at once, unchanged, because a retry cannot
 * help. An event of something that its owning service does not know as paid is forged, or of another database: it is logged
 * and changes nothing.
 */
export const startPurchaseConsumers = (deps: BrokerContext): Consumer[] =>
  queues.map(queue => startPurchaseConsumer(deps, queue))

function startPurchaseConsumer(deps: BrokerContext, queue: PurchaseQueue): Consumer {
  const { broker, log } = deps
  return startConsumer({
    broker,
    log,
    prefetch,
    outage: () => deps.database.outage('background'),
    queue,
    handle: async ({ content, messageId }) => {
      const parsed = parsePurchaseEvent(content)
      if ('malformed' in parsed) {
        log.error({ reason: parsed.malformed, queue, messageId }, 'Event parked')
        return forward(parkedQueue(queue), { [parkedReasonHeader]: parsed.malformed })
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
