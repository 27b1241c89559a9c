-- Updates the customer of a token's subject from the token (docs/contract/authentication.md#members): finds, binds or creates the
-- customer, fills empty fields, and takes the address that the token verifies, even from a customer who verified it earlier.
--
-- Runs as its owner, so that other services can provision customers without write access to the table. Advisory locks serialize
-- the requests of one subject, and the proofs of one address; rows are locked by id, as member.join_customer does.
create or replace function member.identify_customer(
  p_uid text, p_email text, p_is_verified boolean, p_issued_at timestamptz, p_name text, p_phone text, p_provider text,
  p_new_id text, p_at timestamptz
) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  address constant text collate "C" := lower(p_email collate "C");
  issued_at constant timestamptz := least(p_issued_at, p_at);
  proves boolean := p_is_verified and p_email <> '';
  own member.customer;
  imported member.customer;
begin
  perform pg_advisory_xact_lock(hashtextextended('member.customer/' || p_uid, 0));
  if proves then
    perform pg_advisory_xact_lock(hashtextextended('member.customer.email/' || address, 0));
    perform
    from member.customer
    where firebase_uid = p_uid or lower(email) = address
    order by id
    for update;
  end if;

  select * into own from member.customer where firebase_uid = p_uid;
  if own.status = 'deleted' or own.joined_into is not null then
    return;
  end if;

  -- A token that is older than the last proof proves nothing; the same token counts once.
  proves := proves and (
    own.id is null
    or lower(own.email) <> address and issued_at >= own.email_as_of
    or not own.email_verified and issued_at > own.email_as_of
  );
  -- If somebody else has proved the address, the imported customer may be theirs; staff join it.
  if proves then
    select * into imported
    from member.customer
    where firebase_uid is null and joined_into is null and lower(email) = address
      and not exists (
        select
        from member.customer other
        where other.firebase_uid <> p_uid and lower(other.email) = address and (other.email_verified or other.email_as_of > 'epoch')
          and other.status <> 'deleted'
      )
    order by status = 'deleted', id
    limit 1;
  end if;

  if imported.id is not null and own.id is null then
    update member.customer set firebase_uid = p_uid where id = imported.id;
  elsif own.id is null then
    insert into member.customer (id, firebase_uid, name, email, email_verified, auth_provider, registered_at, updated_at)
    values (p_new_id, p_uid, p_name, p_email, false, p_provider, p_at, p_at);
  elsif imported.status <> 'deleted' and own.status = 'active' then
    -- Holds in progress of the provisional customer are stored before the check below, or refused.
    perform member.lock_out(own.id);
    if not exists (select from booking.booking where customer_id = own.id)
      and not exists (select from checkout.store_order where customer_id = own.id)
    then
      perform member.join_customer(imported.id, own.id, p_at);
    end if;
  end if;

  -- Of two accounts with one address, the later proof counts.
  if proves then
    update member.customer
    set email_verified = false, updated_at = greatest(updated_at, p_at)
    where firebase_uid is distinct from p_uid and lower(email) = address and email_verified and email_as_of < issued_at
      and firebase_uid is not null;
  end if;
  update member.customer
  set name = case name when '' then p_name else name end,
      phone = coalesce(phone, nullif(p_phone, '')),
      email = case when email = '' or proves and lower(email) <> address then p_email else email end,
      email_verified = case
        when proves then not exists (
          select
          from member.customer other
          where other.firebase_uid <> p_uid and lower(other.email) = address and other.email_verified
            and other.status <> 'deleted'
        )
        else email_verified and email <> ''
      end,
      email_as_of = case when proves then issued_at else email_as_of end,
      auth_provider = p_provider,
      updated_at = greatest(updated_at, p_at)
  where firebase_uid = p_uid and status <> 'deleted';
end
$$;

revoke all on function member.identify_customer from public;
grant execute on function member.identify_customer to campstore_me, campstore_booking, campstore_checkout;
