-- The section campgrounds. The constraint only grows, so the version before obeys it too.
alter table admin.permission_override drop constraint permission_override_section_check;
alter table admin.permission_override add constraint permission_override_section_check check (
  section in (
    'customers', 'orders', 'bookings', 'products', 'inventory', 'coupons', 'closures', 'campgrounds', 'permissions'
  )
) not valid;
