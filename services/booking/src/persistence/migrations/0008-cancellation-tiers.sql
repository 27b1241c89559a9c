-- Rules by which members cancel paid stays, and as of the creation of a booking: null for a booking of the previous version, which only
-- staff cancel.
alter table booking.policy add column cancellation_tiers jsonb not null default '[]';
alter table booking.booking add column cancellation_tiers jsonb;
