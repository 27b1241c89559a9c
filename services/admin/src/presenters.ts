import {
  type AuditEntry,
  type AuditEntryDetail,
  auditEntryDetailSchema,
  auditEntrySchema,
} from '@campstore/contract/admin/audit'
import {
  type AdminUser,
  type AdminUserDetail,
  adminUserDetailSchema,
  adminUserSchema,
} from '@campstore/contract/admin/users'
import { present } from '@campstore/contract/present'
import { effectivePermissions } from './domain/permissions.ts'
import type { Account } from './persistence/accounts.ts'

/** An account as an item of a list. */
export const presentAccount = (account: Account): AdminUser => present(adminUserSchema, account)

/** An account with its overrides and permissions. */
export const presentAccountDetail = (account: Account): AdminUserDetail =>
  present(adminUserDetailSchema, account, {
    permissionOverrides: account.overrides,
    effectivePermissions: effectivePermissions(account.role, account.overrides),
  })

/** An entry of the audit log as an item of a list. */
export const presentAuditEntry = (entry: AuditEntry): AuditEntry => present(auditEntrySchema, entry)

/** An entry of the audit log with the request, and the target before and after. */
export const presentAuditEntryDetail = (entry: AuditEntryDetail): AuditEntryDetail =>
  present(auditEntryDetailSchema, entry)
