-- Customers, their tags, and what they have paid for.

-- Customers

-- E-mails compare in the C collation: lower() then folds ASCII only, so that no look-alike letter (the Kelvin sign folds to k
-- elsewhere) makes a stranger's verified address equal to a customer's.
create table member.customer (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  firebase_uid text unique,
  name text not null default '',
  email text collate "C" not null default '',
  -- Imported addresses were entered by staff. An address from a token counts as verified only when the token says so.
  email_verified boolean not null default true,
  -- When the token was issued that proved the address last, or lost it to a later proof.
  email_as_of timestamptz not null default 'epoch',
  phone text,
  status text not null default 'active' check (status in ('active', 'suspended', 'deleted')),
  -- Why staff have suspended the customer.
  status_reason text,
  -- The customer to whom the orders and bookings of this one were given.
  joined_into text references member.customer,
  auth_provider text not null default 'password',
  points integer not null default 0 check (points >= 0),
  birthday date,
  preferences jsonb not null default '{"interests": [], "newsletter": false}',
  default_shipping_address jsonb,
  -- In TWD: what the customer spent before this service, which only an import sets, and with it the sum of the purchases.
  past_spending numeric(12, 2) not null default 0 check (past_spending >= 0),
  total_spent numeric(12, 2) not null default 0 check (total_spent >= 0),
  first_purchase_used boolean not null default false,
  registered_at timestamptz not null,
  updated_at timestamptz not null,
  tier text not null generated always as (
    case
      when total_spent >= 150000 then 'platinum'
      when total_spent >= 50000 then 'gold'
      when total_spent >= 10000 then 'silver'
      else 'bronze'
    end
  ) stored,
  search_text text not null generated always as (
    shared.search_text(id, name, email collate "default", phone)
  ) stored
);
-- With the default of a hundred samples, a text that one customer in a thousand has looks as frequent as a common one.
alter table member.customer alter column search_text set statistics 1000;

create index customer_email on member.customer (lower(email));
-- Imported customers without a subject are found by their e-mail, so two of them must not share one. Customers who sign in may: a
-- provider may give one address to several subjects. So may deleted ones, whose owner may have come back as a new customer.
create unique index customer_unbound_email on member.customer (lower(email))
  where firebase_uid is null and email <> '' and status <> 'deleted';
-- The verified address of two customers who sign in is never the same: the later proof takes it.
create unique index customer_verified_email on member.customer (lower(email))
  where email_verified and email <> '' and firebase_uid is not null and status <> 'deleted';
create index customer_joined_into on member.customer (joined_into) where joined_into is not null;
-- The administration's list: one index for each sort field, one for each filter in the default order, two for the search.
create index customer_registered on member.customer (registered_at, id);
create index customer_spending on member.customer (total_spent, id);
create index customer_name on member.customer (lower(name) collate "C", id);
create index customer_points on member.customer (points, id);
create index customer_updated on member.customer (updated_at, id);
create index customer_status on member.customer (status, registered_at, id);
create index customer_tier on member.customer (tier, registered_at, id);
create index customer_search on member.customer using gin (search_text gin_trgm_ops);
create index customer_phone on member.customer using gin (shared.phone_digits(phone) gin_trgm_ops);

create table member.tag (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,64}$'),
  name text not null
);

create table member.customer_tag (
  customer_id text not null references member.customer,
  tag_id text not null references member.tag,
  primary key (customer_id, tag_id)
);
create index customer_tag_customers on member.customer_tag (tag_id, customer_id);

-- Purchases

-- Each paid booking or order once: the primary key makes repeated events harmless, whatever their ids. The customer may not
-- exist yet, so there is no foreign key.
create table member.purchase (
  kind text not null check (kind in ('booking', 'order')),
  subject_id text not null,
  customer_id text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  paid_at timestamptz not null,
  primary key (kind, subject_id)
);
create index purchase_of_customer on member.purchase (customer_id);

-- Other services read views of this schema and call member.identify_customer; each grants that by name.
grant usage on schema member to campstore_booking, campstore_checkout;
