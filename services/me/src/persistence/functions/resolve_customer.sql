-- What processes of the version before call instead of member.identify_customer. They do not say when a token was issued, so it
-- takes an address from no other customer whose token does.
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
  perform member.identify_customer(uid, token_email, email_verified, '1970-01-02', token_name, '', provider, new_id, at);
  return query
  select c.id, c.status, c.name, case when c.email_verified then c.email else '' end
  from member.customer c
  where c.firebase_uid = uid;
end
$$;

revoke all on function member.resolve_customer from public;
grant execute on function member.resolve_customer to campstore_me, campstore_booking, campstore_checkout;
