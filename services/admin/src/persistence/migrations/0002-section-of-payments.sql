-- outside of a transaction
alter table admin.permission_override
  drop constraint if exists permission_override_section_check,
  drop constraint if exists permission_override_section,
  add constraint permission_override_section check (
    section in (
      'customers', 'orders', 'bookings', 'payments', 'products', 'inventory', 'coupons', 'closures', 'campgrounds', 'webhooks',
      'permissions'
    )
  ) not valid;
