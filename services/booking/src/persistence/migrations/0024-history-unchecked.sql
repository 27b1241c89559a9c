-- outside of a transaction
-- Both states are copies of the booking's status, which stays checked, and the code names who acted.
alter table booking.status_history
  drop constraint if exists status_history_from_status_check,
  drop constraint if exists status_history_to_status_check,
  drop constraint if exists status_history_actor_type_check;
