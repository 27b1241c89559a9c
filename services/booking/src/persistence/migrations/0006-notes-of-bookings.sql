alter table booking.note add foreign key (booking_id) references booking.booking;
