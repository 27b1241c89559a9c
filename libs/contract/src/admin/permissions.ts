/** Parts of the administration, each with its own permissions (docs/contract/authentication.md#permissions). */
export const sections = [
  'customers',
  'orders',
  'bookings',
  'payments',
  'products',
  'inventory',
  'coupons',
  'closures',
  'campgrounds',
  'webhooks',
  'permissions',
] as const
export type Section = (typeof sections)[number]

export type Permission = `${Section}.${'view' | 'edit'}`

/** `section.view` and `section.edit`. */
export const permissionsOf = (section: Section): readonly [Permission, Permission] => [
  `${section}.view`,
  `${section}.edit`,
]

export const allPermissions: readonly Permission[] = sections.flatMap(permissionsOf)

export const roles = ['admin', 'operator', 'warehouse'] as const
export type Role = (typeof roles)[number]

/** The permissions of each role, before personal overrides (docs/contract/authentication.md#role-defaults). */
export const roleDefaults: Readonly<Record<Role, readonly Permission[]>> = {
  admin: allPermissions,
  operator: [
    ...(['customers', 'orders', 'bookings', 'payments', 'products'] as const).flatMap(permissionsOf),
    'inventory.view',
    ...(['coupons', 'closures', 'campgrounds'] as const).flatMap(permissionsOf),
  ],
  warehouse: [
    'orders.view',
    'orders.edit',
    'bookings.view',
    'products.view',
    'inventory.view',
    'inventory.edit',
    'campgrounds.view',
  ],
}
