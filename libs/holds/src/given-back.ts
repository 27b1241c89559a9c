import type { NewId } from '@campstore/core/new-id'
import type { Transaction } from '@campstore/database/database'
import { applyTransition } from './apply-transition.ts'
import type { HoldDefinition, HoldRecord } from './hold-definition.ts'

/**
 * Changes the payment status of a locked record, where its kind has one for it, if the payment service has reported all of its payment
 * as given back (docs/contract/states.md#order). A refund that only staff recorded does not count.
 *
 * @returns the record as it is then
 */
export async function applyGivenBack<T extends HoldRecord, Trigger extends string, Effects>(
  tx: Transaction,
  hold: HoldDefinition<T, Trigger, Effects>,
  record: T,
  { now, newId }: { now: Date; newId: NewId },
): Promise<T> {
  const { refundedBy: trigger, schema } = hold
  if (!trigger) return record
  const eventId = await findFinalReport(tx, schema, record.id)
  if (eventId === undefined) return record
  const actor = { type: 'payment', id: eventId } as const
  return (await applyTransition(tx, hold, record, { trigger, actor, now, newId })) ?? record
}

/** The latest report about the applied payment of a record, if the reported refunds are all of it. */
async function findFinalReport(tx: Transaction, schema: string, id: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ eventId: string }>({
    name: `final-refund:${schema}`,
    text: /* sql */ `
    select latest.event_id as "eventId"
    from ${schema}.payment_notification payment
    cross join lateral (
      select event_id
      from ${schema}.refund_notification
      where refund_of = payment.event_id
      order by received_at desc, event_id
      limit 1
    ) latest
    where payment.target_id = $1 and payment.outcome = 'applied' and payment.amount = (
      select sum(amount)
      from ${schema}.refund
      where refund.event_id = payment.event_id and exists (
        select
        from ${schema}.refund_notification reported
        where reported.refund_of = payment.event_id and shared.lookup_key(reported.reference) = shared.lookup_key(refund.reference)
      )
    )`,
    values: [id],
  })
  return rows[0]?.eventId
}
