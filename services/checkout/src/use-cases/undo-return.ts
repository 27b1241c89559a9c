import type { Administrator } from '@campstore/auth/internal-token'
import { ApiError } from '@campstore/contract/errors'
import { text } from '@campstore/contract/texts/text'
import { applyTransition } from '@campstore/holds/apply-transition'
import { moveMoneyOf } from '@campstore/holds/money/move-money'
import { changeAsStaff } from '@campstore/holds/staff-action'
import type { Dependencies } from '../dependencies.ts'
import type { UndoTrigger } from '../domain/lifecycle.ts'
import { piecesIn, placesIn } from '../domain/returns.ts'
import { orderHold } from '../order-hold.ts'
import { deleteReturn, findReturn, undoReturnStock } from '../persistence/returns.ts'

/** By the status that a returned order had before. */
const undoTriggers = {
  shipped: 'admin-undo-return-to-shipped',
  completed: 'admin-undo-return-to-completed',
} as const satisfies Record<string, UndoTrigger>

/**
 * Undoes a return that was recorded by mistake: stock, status and coupon are as before, and its refund is withdrawn, in one transaction under the order's lock
 * (docs/contract/admin.md#undo-a-return). Throws NOT_FOUND for the order or the return; CONFLICT if its refund or all that was
 * paid was given back, its pieces are not in stock any more, the coupon was used since, or there were too many before.
 */
export async function undoReturn(
  deps: Dependencies,
  { id: orderId, returnId }: { id: string; returnId: string },
  { adminId }: Administrator,
  reason: string,
): Promise<null> {
  const { newId } = deps
  const by = { type: 'admin', id: adminId } as const
  return changeAsStaff(deps, orderHold, orderId, async (tx, order, now) => {
    const made = await findReturn(tx, orderId, returnId)
    if (!made) throw new ApiError('NOT_FOUND', text('return.notFound'))

    // In the order of locks: stock, coupon claim, the provider's number of a refund.
    await undoReturnStock(tx, order, placesIn(made.items, order.items), { adminId, at: now })
    const changed = await applyTransition(tx, orderHold, order, {
      trigger: order.status === 'returned' && made.statusBefore ? undoTriggers[made.statusBefore] : 'admin-undo-return',
      actor: by,
      reason: `return undone: ${reason}`,
      now,
      newId,
      given: { returning: piecesIn(made.items, order.items) },
    })
    if (!changed) throw new ApiError('CONFLICT', text('return.orderRefunded'))

    if (made.refundId !== null) {
      const event = { type: 'refund withdrawn', id: made.refundId, reason, by } as const
      const { result } = await moveMoneyOf(tx, orderHold, { id: orderId, record: changed }, event, { now, newId })
      // `repeated`: staff have withdrawn it before.
      if ('refusal' in result && result.refusal !== 'repeated')
        throw new ApiError('CONFLICT', text('return.refundMade'))
    }
    await deleteReturn(tx, returnId)
    return null
  })
}
