import { isDeepStrictEqual } from 'node:util'
import type { Administrator } from '@campstore/auth/internal-token'
import type { Member } from '@campstore/auth/members'
import type { ChangeRecipient } from '@campstore/contract/checkout/schemas'
import type { AdminOrder, Order } from '@campstore/contract/orders'
import { applyTransition } from '@campstore/holds/apply-transition'
import { changeOwn } from '@campstore/holds/own-hold'
import { staffAction } from '@campstore/holds/staff-action'
import type { RequestContext } from '@campstore/http/endpoint'
import type { Dependencies } from '../dependencies.ts'
import { staffActions, transition } from '../domain/lifecycle.ts'
import { recipientRefusal } from '../domain/order-refusals.ts'
import { orderHold } from '../order-hold.ts'
import type { StoreOrder } from '../persistence/orders.ts'
import { presentOwnOrder } from '../presenters.ts'
import { staffView } from './change-order.ts'

const { trigger } = staffActions.changeRecipient

/**
 * Corrects the recipient of an order of any customer until it has left (docs/contract/admin.md#recipient). The history keeps the
 * earlier one; the recipient that it has changes nothing. Throws as {@link staffAction}.
 */
export const changeRecipient = (
  deps: Dependencies,
  id: string,
  administrator: Administrator,
  change: ChangeRecipient,
): Promise<AdminOrder> =>
  staffAction(deps, orderHold, staffView, {
    ...staffActions.changeRecipient,
    id,
    administrator,
    given: recipientOf(change),
    reasonOf: recipientBefore,
    isDone: order => transition(order, trigger, { now: deps.clock() }) !== undefined && hasRecipient(order, change),
  })

/**
 * Corrects the recipient of the caller's order, as {@link changeRecipient} (docs/contract/member.md#correct-the-recipient).
 * Throws NOT_FOUND, also for another customer's order; FORBIDDEN for a suspended customer; CONFLICT for an order that is not
 * paid, has left or is cancelled.
 */
export async function changeOwnRecipient(
  deps: Dependencies,
  id: string,
  change: ChangeRecipient,
  member: Member,
  context: Pick<RequestContext, 'unchanged'> = {},
): Promise<Order> {
  const { notFound } = orderHold.refusals
  const hold = { ...orderHold, refusals: { ...orderHold.refusals, foreign: notFound } }
  const order = await changeOwn(deps, hold, { id, member }, async (tx, order, now) => {
    context.unchanged = transition(order, trigger, { now }) !== undefined && hasRecipient(order, change)
    if (context.unchanged) return order
    const actor = { type: 'member', id: member.customerId } as const
    const cause = { trigger, actor, now, newId: deps.newId, reason: recipientBefore(order), given: recipientOf(change) }
    const changed = await applyTransition(tx, orderHold, order, cause)
    if (!changed) throw recipientRefusal(order)
    return changed
  })
  return presentOwnOrder(order)
}

/** The fields of an order that a change of its recipient gives. */
const recipientOf = ({ recipientName, phone, address }: ChangeRecipient): Partial<StoreOrder> => ({
  ...(recipientName !== undefined && { recipientName }),
  ...(phone !== undefined && { shippingPhone: phone }),
  ...(address !== undefined && { shippingAddress: address }),
})

const hasRecipient = (order: StoreOrder, change: ChangeRecipient): boolean =>
  isDeepStrictEqual({ ...order, ...recipientOf(change) }, order)

/** The text of the status history for a corrected recipient. */
const recipientBefore = ({ recipientName, shippingPhone, shippingAddress }: StoreOrder): string =>
  `recipient changed, before: ${[recipientName, shippingPhone, shippingAddress].join(', ')}`
