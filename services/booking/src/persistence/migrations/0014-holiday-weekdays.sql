-- Weekdays, 0 = Sunday to 6 = Saturday, whose nights have the holiday price where the calendar says nothing. The previous version
-- knows only the default.
alter table booking.policy add column holiday_weekdays integer[] not null default '{0,6}'
  constraint holiday_weekdays_are_weekdays check (holiday_weekdays <@ '{0,1,2,3,4,5,6}');
