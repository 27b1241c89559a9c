import type { RefundFailure } from '@campstore/contract/messages/payments'
import { transaction } from '@campstore/database/database'
import { awaitStandby } from '@campstore/database/standby'
import type { Dependencies } from '@campstore/service/dependencies'
import { noteInHistory } from './history.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'

type Known = { recorded: 'same' | 'other' | null; status: 'due' | 'done' | null }

/**
 * Records that a refund could not be made, once per event and under the lock of the booking or order: it stays due, with reason and time
 * (docs/contract/messages.md#failed-refunds). One that is done does not change, so that the order of the reports does not matter.
 *
 * @returns the outcome, or why the notification is rejected: `x-rejected-reason`
 */
export function applyRefundFailure<T extends HoldRecord>(
  deps: Dependencies,
  hold: HoldDefinition<T>,
  { eventId, target, refundId, reason }: RefundFailure,
): Promise<{ outcome: 'applied' | 'repeated' | 'not_due' } | { rejected: string }> {
  const { schema } = hold
  return transaction(deps.database.background, async tx => {
    const locked = await hold.lock(tx, target.id)
    const { rows } = await tx.query<Known>({
      name: `refund-failure-known:${schema}`,
      text: /* sql */ `
      select
        (
          select case when bool_and(is_same) then 'same' else 'other' end
          from (
            select (refund_id, target_id, reason) = ($2, $3, $4) as is_same
            from ${schema}.refund_failure
            where event_id = $1
            union all
            select false from ${schema}.payment_notification where event_id = $1
            union all
            select false from ${schema}.refund_notification where event_id = $1
          ) used
          having count(*) > 0
        ) as recorded,
        (select status from ${schema}.refund where id = $2 and target_id = $3 for no key update) as status`,
      values: [eventId, refundId, target.id, reason],
    })
    const { recorded, status } = rows[0] ?? { recorded: null, status: null }
    if (recorded === 'other') return { rejected: 'malformed: eventId was used for another notification' }
    if (recorded === 'same') {
      await awaitStandby(tx)
      return { outcome: 'repeated' }
    }
    if (status === null) return { rejected: 'malformed: refundId is no refund of this target' }
    const at = locked ? deps.databaseClock.instantOf(locked.now) : deps.clock()
    const outcome = status === 'due' ? 'applied' : 'not_due'
    // A concurrent second delivery fails here once, and then finds the record.
    await tx.query(
      `insert into ${schema}.refund_failure (event_id, refund_id, target_id, reason, outcome, received_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [eventId, refundId, target.id, reason, outcome, at],
    )
    if (status === 'done') return { outcome }
    await tx.query(`update ${schema}.refund set failed_at = $2, failure_reason = $3 where id = $1 and status = 'due'`, [
      refundId,
      at,
      reason,
    ])
    const actor = { type: 'payment', id: eventId } as const
    if (locked) await noteInHistory(tx, hold, locked.record, { at, actor, reason: `refund failed: ${reason}` })
    return { outcome }
  })
}
