-- Gives everything of one customer to another, in one transaction (docs/contract/admin.md#join): bookings, orders, claims,
-- purchases, notes and points, fields that the remaining customer lacks, and the sign-in if that one has none. The other one is
-- suspended. It may be repeated.
--
-- Runs as its owner, because it writes rows that other services own. The caller has locked the purchases, or `p_other_id` has
-- none.
create or replace function member.join_customer(p_id text, p_other_id text, p_at timestamptz) returns void
language plpgsql
security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  other member.customer;
  takes_sign_in boolean;
begin
  perform from member.customer where id in (p_id, p_other_id) order by id for update;
  select * into other from member.customer where id = p_other_id;
  select firebase_uid is null and other.firebase_uid is not null into takes_sign_in from member.customer where id = p_id;
  perform member.lock_out(p_other_id);

  -- A claim or a key that the remaining customer got meanwhile is seen the second time.
  for attempt in 1..3 loop
    begin
      perform booking.move_bookings(p_other_id, p_id);
      perform checkout.move_orders(p_other_id, p_id);
      exit;
    exception when unique_violation then
      if attempt = 3 then
        raise;
      end if;
    end;
  end loop;
  update member.note set customer_id = p_id where customer_id = p_other_id;
  -- A customer without purchases does not wait for a rebuild of the spending, which may wait for these customers.
  if exists (select from member.purchase where customer_id = p_other_id) then
    update member.purchase set customer_id = p_id where customer_id = p_other_id;
  end if;

  -- Without a sign-in the customer keeps no address, so that no sign-in is bound to it by one.
  update member.customer
  set status = 'suspended',
      joined_into = p_id,
      points = 0,
      past_spending = 0,
      firebase_uid = case when takes_sign_in then null else firebase_uid end,
      email = case when takes_sign_in or firebase_uid is null then '' else email end,
      email_verified = false,
      updated_at = greatest(updated_at, p_at)
  where id = p_other_id;

  update member.customer
  set firebase_uid = coalesce(firebase_uid, other.firebase_uid),
      auth_provider = case when takes_sign_in then other.auth_provider else auth_provider end,
      email = case email when '' then other.email else email end,
      -- The next token proves it again.
      email_verified = case
        when takes_sign_in or email = '' then
          other.email_verified and other.firebase_uid is not null and lower(email) in ('', lower(other.email))
        else email_verified
      end,
      email_as_of = case when takes_sign_in then 'epoch' else email_as_of end,
      name = case name when '' then other.name else name end,
      phone = coalesce(phone, other.phone),
      birthday = coalesce(birthday, other.birthday),
      default_shipping_address = coalesce(default_shipping_address, other.default_shipping_address),
      points = least(points::bigint + other.points, 2147483647),
      past_spending = past_spending + other.past_spending,
      updated_at = greatest(updated_at, p_at)
  where id = p_id;

  update member.customer
  set total_spent = past_spending + (select coalesce(sum(amount), 0) from member.purchase where customer_id = customer.id),
      first_purchase_used = past_spending > 0 or exists (select from member.purchase where customer_id = customer.id)
  where id in (p_id, p_other_id);
end
$$;

revoke all on function member.join_customer from public;
