import { eventsExchange } from '@campstore/contract/messages/events'
import { paymentRoutingKey, paymentsExchange } from '@campstore/contract/messages/payments'
import { holdsExchange } from '@campstore/messaging/hold-timers'
import { exactly, type Permissions, startingWith } from '@campstore/messaging/permissions'
import type { HoldKind } from './hold-definition.ts'

/** The queues of payments that were rejected, or could not be applied: filled by both services, and read by people. */
const paymentsQueues = startingWith('payments.')

/** Where requests over the broker are answered to; no queue that anybody declares. */
const replies = startingWith('amq.rabbitmq.reply-to')

/**
 * What a service may do whose broker has {@link holdingTopology}: use its own queues, which begin with the kind, publish its
 * own events, and take payments. A queue of another name is added here as well as to the topology.
 *
 * The default exchange takes messages for every queue by name, and holds, settlement checks and parked messages go through it. So what arrives
 * on a queue proves nothing: payments are signed, ended holds are looked at under their lock, events of purchases are
 * looked up where they are owned.
 */
export function holdingPermissions(kind: HoldKind): Permissions {
  const own = startingWith(`${kind}.`)
  return {
    configure: [own, paymentsQueues],
    write: [own, paymentsQueues, exactly(eventsExchange), exactly(holdsExchange), exactly('amq.default')],
    read: [own, replies, exactly(paymentsExchange), exactly(holdsExchange), exactly(eventsExchange)],
    routingKeys: { [eventsExchange]: [startingWith(`${kind}.`), exactly('payment.unapplied')] },
    bindingKeys: {
      [paymentsExchange]: [exactly(paymentRoutingKey(kind))],
      [eventsExchange]: [exactly('payment.unapplied')],
    },
  }
}

/** What the separate payment service may do: publish notifications, and nothing else. */
export const paymentServicePermissions: Permissions = {
  configure: [],
  write: [exactly(paymentsExchange)],
  read: [],
  routingKeys: { [paymentsExchange]: [startingWith('payment.notification.')] },
}
