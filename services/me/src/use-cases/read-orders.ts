import type { Member } from '@campstore/auth/members'
import { ApiError } from '@campstore/contract/errors'
import type { Order } from '@campstore/contract/orders'
import { text } from '@campstore/contract/texts/text'
import type { OrderFinder } from '../persistence/customer-lists.ts'
import { presentOrder } from '../presenters.ts'

/**
 * The member's order with its items. The order of another customer looks like an unknown one
 * (docs/contract/member.md#own-orders). Throws NOT_FOUND.
 */
export async function readOrder(
  { findOrder }: { findOrder: OrderFinder },
  orderId: string,
  { customerId }: Member,
): Promise<Order> {
  const order = await findOrder({ orderId, customerId })
  if (!order) throw new ApiError('NOT_FOUND', text('order.notFound'))
  return presentOrder(order)
}
