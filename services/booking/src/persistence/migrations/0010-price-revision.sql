-- Identifies one state of everything that a booking is priced from, except rentals, so that a hold finds out whether something has
-- changed since it was read. The token also differs in a restored back-up, where a number could repeat for another state.
create table booking.price_revision (
  id integer primary key check (id = 1),
  token uuid not null
);
insert into booking.price_revision values (1, gen_random_uuid());

-- The first change of a transaction sets another token when the transaction commits: so who sees a change sees its token. Transactions
-- that change something wait for each other then, so that no state has the token of another one. At that time they wait for nothing
-- else, so they cannot deadlock.
create function booking.change_price_revision() returns trigger
language plpgsql
as $$
begin
  update booking.price_revision set token = gen_random_uuid() where xmin <> pg_current_xact_id()::xid;
  return null;
end
$$;

do $$
declare
  priced text;
begin
  foreach priced in array array['campground', 'zone', 'holiday', 'policy'] loop
    execute format(
      'create constraint trigger change_price_revision after insert or update or delete on booking.%I
       deferrable initially deferred for each row execute function booking.change_price_revision()',
      priced
    );
    execute format(
      'create trigger change_price_revision_at_once after truncate on booking.%I
       for each statement execute function booking.change_price_revision()',
      priced
    );
  end loop;
end
$$;
