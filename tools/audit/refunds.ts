import { always, type Invariant, noted, ofBoth } from './invariant.ts'

/** What holds of money that has to be given back. */
export const refundInvariants: readonly Invariant[] = [
  ...always({
    ...ofBoth(({ kind, schema }) => ({
      [`every payment for ${kind}s that was not applied has its refund`]: `
        select event_id, payment.amount, payment.currency, payment.target_id, refund.id as refund_id
        from ${schema}.payment_notification payment
        left join ${schema}.refund using (event_id)
        where payment.outcome = 'unapplied' and payment.type = 'payment.succeeded' and payment.amount > 0
          and (refund.cause, refund.amount, refund.currency, refund.target_id)
            is distinct from ('unapplied', payment.amount, payment.currency, payment.target_id)`,
    })),
    ...ofBoth(({ kind, schema, table }) => ({
      [`every refund for ${kind}s has its cause`]: `
        select refund.id as refund_id, refund.cause, payment.event_id, payment.outcome, held.status, held.payment_status
        from ${schema}.refund
        join ${schema}.payment_notification payment using (event_id)
        left join ${table} held on held.id = refund.target_id
        where refund.amount > payment.amount
          or case refund.cause
            when 'unapplied' then payment.outcome <> 'unapplied'
            else (payment.outcome, held.status, held.payment_status) is distinct from ('applied', 'cancelled', 'paid')
          end`,
    })),
  }),
  ...noted({
    ...ofBoth(({ kind, schema }) => ({
      [`all refunds for ${kind}s were made`]: `
        select id as refund_id, event_id, target_id, cause, reason, amount, currency, created_at
        from ${schema}.refund
        where status = 'due'
        order by created_at`,
    })),
    ...ofBoth(({ kind, schema }) => ({
      [`the payment service has refunded payments of ${kind}s once, and only those that were to be`]: `
        select refund_of, outcome, reference, target_id, received_at
        from ${schema}.refund_notification
        where outcome in ('contradictory', 'not_due')
        order by received_at desc`,
    })),
  }),
]
