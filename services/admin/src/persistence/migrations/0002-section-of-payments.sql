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

alter table admin.permission_override validate constraint permission_override_section;

-- in a transaction

-- Payments took the permissions of orders and bookings together. An account whose access to one of them was set by hand keeps what it may
-- do with payments; the others have the defaults of their role, as of this version.
insert into admin.permission_override (account_id, section, can_view, can_edit)
select account.id, 'payments', was.can_view, was.can_edit
from admin.account
cross join lateral (
  select
    bool_and(coalesce(override.can_view, true)) as can_view,
    bool_and(coalesce(override.can_edit, role <> 'warehouse' or section.name = 'orders')) as can_edit
  from (values ('orders'), ('bookings')) section (name)
  left join admin.permission_override override on override.account_id = account.id and override.section = section.name
  having count(override.section) > 0
) was
where (was.can_view, was.can_edit) is distinct from (role <> 'warehouse', role <> 'warehouse')
on conflict do nothing;
