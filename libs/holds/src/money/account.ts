import { cents, type Money, money, ofCents, sum, wholeTwd } from '@campstore/core/money'
import type { Queryable } from '@campstore/database/database'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'

/** Why money that was paid for a record is given back; the refund of a payment that was not applied has the cause `unapplied`. */
export type StaffRefundCause = 'cancelled' | 'returned' | 'changed' | 'goodwill'

/** The money of a booking or an order: what was charged for it, and what was or will be given back (docs/contract/admin.md#refunds). */
export type Account = {
  /** The payment that was applied, or the cash that a courier collected; 0.00 for an unpaid record. */
  charged: Money
  /** Null for cash, and for a payment that is not recorded. */
  payment: { eventId: string; currency: string; providerTradeNo: string } | null
  /** The refunds of what was charged; `isReported` if the payment service has reported one with the same reference. */
  refunds: readonly { cause: StaffRefundCause; amount: Money; isReported: boolean }[]
  /** The payment service's latest report that it gave the payment back, or a part of it. */
  latestReport: string | null
}

const unpaid: Account = { charged: money(0), payment: null, refunds: [], latestReport: null }

/**
 * Reads the account of a record. While the caller holds the record's lock, no sum of the account changes: payments are applied and
 * refunds are opened under that lock (docs/architecture/locks.md).
 */
export async function readAccount<T extends HoldRecord>(
  database: Queryable,
  { schema, costOf, paidInCash }: Pick<HoldDefinition<T>, 'schema' | 'costOf' | 'paidInCash'>,
  record: T,
): Promise<Account> {
  if (record.paymentStatus === 'unpaid') return unpaid
  const cost = costOf(record)
  const { rows } = await database.query<Account>({
    name: `account:${schema}`,
    text: /* sql */ `
    select
      coalesce(payment.amount, $2)::numeric(12, 2) as charged,
      case when payment.event_id is not null then json_build_object(
        'eventId', payment.event_id, 'currency', payment.currency, 'providerTradeNo', payment.provider_trade_no
      ) end as payment,
      (
        select coalesce(json_agg(json_build_object(
          'cause', cause,
          'amount', amount::text,
          'isReported', exists (
            select
            from ${schema}.refund_notification report
            where report.refund_of = payment.event_id and shared.lookup_key(report.reference) = shared.lookup_key(refund.reference)
          )
        )), '[]')
        from ${schema}.refund
        where target_id = $1 and cause <> 'unapplied'
      ) as refunds,
      (
        select event_id
        from ${schema}.refund_notification
        where refund_of = payment.event_id
        order by received_at desc, event_id
        limit 1
      ) as "latestReport"
    from (values ($1)) target (id)
    left join ${schema}.payment_notification payment on payment.target_id = target.id and payment.outcome = 'applied'`,
    values: [record.id, paidInCash?.(record) ? wholeTwd(cost) : cost],
  })
  return rows[0] ?? unpaid
}

/** What may still be given back: what was charged, less all refunds of it, due or done. */
export const leftOf = ({ charged, refunds }: Account): Money =>
  ofCents(cents(charged) - cents(sum(refunds.map(({ amount }) => amount))))

/** What the cancellation of a record gave back; 0.00 if there was nothing left. */
export const cancelledWith = ({ refunds }: Account): Money =>
  refunds.find(({ cause }) => cause === 'cancelled')?.amount ?? money(0)

/** The report by which all that was charged is given back, as far as the payment service says; undefined if a part is not. */
export function finalReport({ charged, payment, refunds, latestReport }: Account): string | undefined {
  const reported = sum(refunds.filter(({ isReported }) => isReported).map(({ amount }) => amount))
  return payment && latestReport !== null && reported === charged ? latestReport : undefined
}
