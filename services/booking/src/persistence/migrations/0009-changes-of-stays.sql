-- What staff changed about paid stays: their content before and after, as the contract has it.
create table booking.stay_change (
  id bigint generated always as identity primary key,
  booking_id text not null references booking.booking,
  at timestamptz not null,
  by text not null,
  reason text not null,
  before json not null,
  after json not null
);

create index stay_change_of_booking on booking.stay_change (booking_id, id);
