import type { SignedInMember } from '@campstore/auth/members'
import { refundEvents } from '@campstore/contract/messages/events'
import type { EventStream } from '@campstore/http/event-stream'
import type { BrokerContext } from '@campstore/service/dependencies'
import { createLive } from '@campstore/service/live'
import { createRecordFeed } from '@campstore/service/record-feed'
import type { Stoppable } from '@campstore/service/start-when-migrated'
import { z } from 'zod'
import { orderWithItems, type StoredOrderWithItems } from './persistence/customer-lists.ts'
import { presentOrder } from './presenters.ts'

/** Routing keys of the events that change what members see of their orders. */
export const orderEvents = ['order.*', ...refundEvents] as const

/** The streams of the me service (docs/contract/live.md). */
export type LiveOrders = Stoppable & { followOrder(id: string, member: SignedInMember): EventStream }

/** The part of an event of an order, or of a refund, that names the record to read. */
const hint = z.object({
  data: z.union([z.object({ orderId: z.string() }), z.object({ target: z.object({ id: z.string() }) })]),
})

/** Creates the streams of orders. They follow the events of orders, and read what changed. */
export function createLiveOrders(context: BrokerContext): LiveOrders {
  const orders = createRecordFeed<StoredOrderWithItems>(context, {
    event: 'order',
    columns: orderWithItems,
    table: 'checkout.member_order',
    history: 'checkout.member_order_change',
    present: presentOrder,
  })
  const live = createLive(context, {
    service: 'me',
    keys: orderEvents,
    feeds: [orders],
    wake(event) {
      const { data: found } = hint.safeParse(event)
      if (found) orders.wake('orderId' in found.data ? found.data.orderId : found.data.target.id)
    },
  })
  return { followOrder: (id, member) => live.follow(orders, id, member), stop: live.stop }
}
