/**
 * plpgsql of a function that takes a hold: inserts the key and, when it is there already, waits for whoever brought it and
 * returns `replayed` with the first response, or `key_reused` when its request was another (docs/contract/conventions.md#idempotency). The key row comes
 * before every other lock.
 *
 * The function around it has `with_key`, `with_fingerprint` and `first_response`, and the out parameters `outcome` and
 * `stored_response`.
 *
 * @param schema of the table that `idempotencyKeyTable` makes
 * @param at SQL of the instant of the request
 * @param customerId SQL of the id of the customer
 */
export const acquireIdempotencyKey = (schema: string, at: string, customerId = 'held.customer_id'): string => `
  insert into ${schema}.idempotency_key
  values (${customerId}, with_key, with_fingerprint, first_response, ${at})
  on conflict do nothing;

  if not found then
    select
      case when used.fingerprint = with_fingerprint then 'replayed' else 'key_reused' end,
      case when used.fingerprint = with_fingerprint then used.response end
    into outcome, stored_response
    from ${schema}.idempotency_key used
    where used.customer_id = ${customerId} and used.key = with_key;
    return;
  end if;
`

/** plpgsql that gives the key back, for a hold that is refused: a request that failed leaves no key behind. */
export const releaseIdempotencyKey = (schema: string, customerId = 'held.customer_id'): string =>
  `delete from ${schema}.idempotency_key used where used.customer_id = ${customerId} and used.key = with_key;`

/**
 * plpgsql that sets the outcome `too_many_open` when the customer has `most_open` open holds or more; 0 is no limit
 * (docs/contract/limits.md#open-holds). It comes right after the key. The holds of one customer are counted and taken one after another, under an
 * advisory lock until the end of the transaction; it comes before every row lock but the key's. Without a limit nobody waits.
 *
 * The function around it has `of_customer_id` and `most_open`, and the out parameter `outcome`.
 *
 * @param table of what is held, with its schema
 * @param isOpen SQL condition of a row that is neither paid nor over
 */
export const enforceOpenHoldLimit = (table: string, isOpen: string): string => `
  if most_open > 0 then
    perform pg_advisory_xact_lock(hashtextextended('open holds of ' || of_customer_id, '${table}'::regclass::oid::bigint));
    if (select count(*) from ${table} where customer_id = of_customer_id and ${isOpen}) >= most_open then
      outcome := 'too_many_open';
    end if;
  end if;
`
