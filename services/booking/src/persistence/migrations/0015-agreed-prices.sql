-- What was sold keeps its price when a stay is changed (docs/contract/admin.md#change-a-stay): the nights with the holiday price, null where
-- their number says it and for a booking of the previous version, and the agreed nights of a line where its prices do not say them.
alter table booking.booking add column holiday_nights date[];
alter table booking.booking_zone add column nights json;
alter table booking.rental_reservation add column nights json;
