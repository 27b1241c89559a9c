import { Migration } from '@mikro-orm/migrations'

/** Customers, and how the token of a request finds its own (decisions.md, 3). */
export default class Customers extends Migration {
  override up(): void {
    this.addSql(customer)
    this.addSql(customersByEmail)
    this.addSql(unboundEmailsAreUnique)
    this.addSql(customerPrincipal)
    this.addSql(resolveCustomer)
    this.addSql(`revoke all on function ${resolveCustomerSignature} from public`)
    this.addSql(`grant execute on function ${resolveCustomerSignature} to campstore_me, campstore_booking`)
    this.addSql('grant usage on schema member to campstore_booking')
    this.addSql('grant select on member.customer_principal to campstore_booking')
  }
}

// E-mails compare in the C collation: lower() then folds ASCII only, so that no look-alike letter (the Kelvin sign, which
// is a k elsewhere) makes a stranger's verified address equal to a customer's.
const customer = `
create table member.customer (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  firebase_uid text unique,
  name text not null default '',
  email text collate "C" not null default '',
  phone text,
  status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
  auth_provider text not null default 'password',
  points integer not null default 0 check (points >= 0),
  birthday date,
  preferences jsonb not null default '{"interests": [], "newsletter": false}',
  default_shipping_address jsonb,
  total_spent numeric(12, 2) not null default 0 check (total_spent >= 0),
  first_purchase_used boolean not null default false,
  registered_at timestamptz not null,
  updated_at timestamptz not null
)`

const customersByEmail = `
create index customer_email on member.customer (lower(email))`

// An imported customer waits for its owner under its e-mail, so two that wait must not share one. Once bound, the subject
// is who a customer is: a provider may give one address to several subjects, each with a customer of its own, so no more
// can be asked of the rest. Nor of the deleted, whose owner may have come back as somebody new.
const unboundEmailsAreUnique = `
create unique index customer_unbound_email on member.customer (lower(email))
where firebase_uid is null and email <> '' and status <> 'deleted'`

const customerPrincipal = `
create view member.customer_principal as
select id, firebase_uid, name, email, status
from member.customer`

const resolveCustomerSignature = 'member.resolve_customer(text, text, boolean, text, text, text, timestamptz)'

// Runs as the owner, so that others can provision a customer without being able to write the table.
// The advisory lock makes the first requests of one subject take turns; those of two subjects with one e-mail meet at the
// row lock, where the later one looks again, finds the customer bound and gets one of its own.
const resolveCustomer = `
create function member.resolve_customer(
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

  return query
  select c.id, c.status, c.name, c.email
  from member.customer c
  where c.firebase_uid = uid;
  if found then return; end if;

  if email_verified and token_email <> '' then
    return query
    update member.customer c
    set firebase_uid = uid,
        auth_provider = provider,
        name = case when c.name = '' then token_name else c.name end,
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
  insert into member.customer as c (id, firebase_uid, name, email, auth_provider, registered_at, updated_at)
  values (new_id, uid, token_name, token_email, provider, at, at)
  returning c.id, c.status, c.name, c.email;
end
$$`
