/**
 * plpgsql of a function that takes a hold: inserts the key and, when it is there already, waits for whoever brought it and
 * returns `replayed` with the first response, or `key_reused` when its request was another (decisions.md, 5). The key row comes
 * before every other lock.
 *
 * The function around it has `held`, a row with `customer_id`; `with_key`, `with_fingerprint` and `first_response`; and the out
 * parameters `outcome` and `stored_response`.
 *
 * @param schema of the table that `idempotencyKeyTable` makes
 * @param at SQL of the instant of the request
 */
export const takeIdempotencyKey = (schema: string, at: string): string => `
  insert into ${schema}.idempotency_key
  values (held.customer_id, with_key, with_fingerprint, first_response, ${at})
  on conflict do nothing;

  if not found then
    select
      case when used.fingerprint = with_fingerprint then 'replayed' else 'key_reused' end,
      case when used.fingerprint = with_fingerprint then used.response end
    into outcome, stored_response
    from ${schema}.idempotency_key used
    where used.customer_id = held.customer_id and used.key = with_key;
    return;
  end if;
`

/** plpgsql that gives the key back, for a hold that is refused: a request that failed leaves no key behind. */
export const giveKeyBack = (schema: string): string =>
  `delete from ${schema}.idempotency_key used where used.customer_id = held.customer_id and used.key = with_key;`
