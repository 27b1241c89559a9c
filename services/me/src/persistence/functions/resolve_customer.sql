-- Finds the customer of a token's subject, binds the imported customer with its verified e-mail, or creates a new one. Returns
-- an empty e-mail until a token has verified the address.
--
-- Runs as its owner, so that other services can provision customers without write access to the table. The advisory lock
-- serializes the first requests of one subject. Two subjects with the same e-mail meet at the row lock: the later one checks
-- again, finds the customer bound and gets a new one.
create or replace function member.resolve_customer(
  uid text, token_email text, email_verified boolean, token_name text, provider text, new_id text, at timestamptz
)
returns table (id text, status text, name text, email text)
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('member.customer/' || uid, 0));

  if email_verified then
    update member.customer
    set email_verified = true, updated_at = greatest(updated_at, at)
    where firebase_uid = uid
      and not customer.email_verified
      and customer.email <> ''
      and lower(customer.email) = lower(token_email collate "C");
  end if;

  return query
  select c.id, c.status, c.name, case when c.email_verified then c.email else '' end
  from member.customer c
  where c.firebase_uid = uid;
  if found then return; end if;

  if email_verified and token_email <> '' then
    return query
    update member.customer c
    set firebase_uid = uid,
        auth_provider = provider,
        name = case when c.name = '' then token_name else c.name end,
        email_verified = true,
        updated_at = at
    where c.id = (
        select unbound.id
        from member.customer unbound
        where unbound.firebase_uid is null
          and lower(unbound.email) = lower(token_email collate "C")
        order by unbound.status = 'deleted', unbound.id
        limit 1
      )
      and c.firebase_uid is null
    returning c.id, c.status, c.name, c.email;
    if found then return; end if;
  end if;

  return query
  insert into member.customer as c (
    id, firebase_uid, name, email, email_verified, auth_provider, registered_at, updated_at
  )
  values (
    new_id, uid, token_name, token_email, resolve_customer.email_verified and token_email <> '', provider, at, at
  )
  returning c.id, c.status, c.name, case when c.email_verified then c.email else '' end;
end
$$;

revoke all on function member.resolve_customer from public;
grant execute on function member.resolve_customer to campstore_me, campstore_booking, campstore_checkout;
