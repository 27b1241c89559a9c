import { Migration } from '@mikro-orm/migrations'

/**
 * Whether a customer's e-mail is known to be theirs. A token may name an address that its owner has never proven; only a proven
 * one goes into the snapshots of bookings and orders.
 */
export class VerifiedEmails extends Migration {
  override up(): void {
    this.addSql(verified)
    this.addSql(customerPrincipal)
    this.addSql(resolveCustomer)
  }
}

// What was imported was entered by staff. Of those who have signed in it is not known whether the address was verified: their
// next request with a token that says so will tell.
const verified = /* sql */ `
alter table member.customer add column email_verified boolean not null default true;
update member.customer set email_verified = false where firebase_uid is not null;
`

const customerPrincipal = /* sql */ `
create or replace view member.customer_principal as
select id, firebase_uid, name, email, status, email_verified
from member.customer`

// As before, and: an address is verified when its customer is made or bound by a token that says so, or when a later one of
// the same subject does. The e-mail that is answered is empty until then.
const resolveCustomer = /* sql */ `
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
    update member.customer c
    set email_verified = true, updated_at = greatest(c.updated_at, at)
    where c.firebase_uid = uid
      and not c.email_verified
      and c.email <> ''
      and lower(c.email) = lower(token_email collate "C");
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
        select waiting.id
        from member.customer waiting
        where waiting.firebase_uid is null
          and lower(waiting.email) = lower(token_email collate "C")
        order by waiting.status = 'deleted', waiting.id
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
$$`
