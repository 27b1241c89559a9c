import type { AdminUser, AdminUserDetail } from '@campstore/contract/admin/users'
import { effectivePermissions } from './domain/permissions.ts'
import type { Account } from './persistence/accounts.ts'

/** An account as an item of a list. */
export const presentAccount = (account: Account): AdminUser => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  active: account.active,
  firebaseUid: account.firebaseUid,
  createdAt: new Date(account.createdAt).toISOString(),
  updatedAt: new Date(account.updatedAt).toISOString(),
})

/** An account with its overrides and permissions. */
export const presentAccountDetail = (account: Account): AdminUserDetail => ({
  ...presentAccount(account),
  permissionOverrides: account.overrides,
  effectivePermissions: effectivePermissions(account.role, account.overrides),
})
