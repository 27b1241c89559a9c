-- The account of a booking or an order, as src/money/account.ts has it, without cash. Locks nothing: while the record is locked, or the
-- account by lock_account, no entry is added.
create or replace function {{schema}}.account_of(p_target_id text) returns json
language sql
stable
as $$
  select json_build_object(
    'payments', (
      select coalesce(json_agg(json_build_object(
        'eventId', event_id, 'type', type, 'amount', amount::text, 'currency', currency, 'paymentMethod', payment_method,
        'providerTradeNo', provider_trade_no, 'outcome', outcome, 'reason', reason, 'decision', decision
      ) order by received_at, event_id), '[]')
      from {{schema}}.payment_notification
      where target_id = p_target_id
    ),
    'refunds', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'eventId', event_id, 'providerTradeNo', provider_trade_no, 'cause', cause, 'amount', amount::text,
        'currency', currency, 'status', status, 'reference', reference
      ) order by created_at, id), '[]')
      from {{schema}}.refund
      where target_id = p_target_id
    ),
    'reports', (
      select coalesce(json_agg(json_build_object(
        'eventId', report.event_id, 'refundOf', refund_of, 'reference', reference, 'refundedAt', refunded_at,
        'outcome', report.outcome, 'receivedAt', report.received_at
      ) order by report.received_at, report.event_id), '[]')
      from {{schema}}.payment_notification payment
      join {{schema}}.refund_notification report on report.refund_of = payment.event_id
      where payment.target_id = p_target_id
    )
  )
$$;
