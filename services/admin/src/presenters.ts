import { auditEntryDetailSchema } from '@campstore/contract/admin/audit'
import { type AdminUserDetail, adminUserDetailSchema } from '@campstore/contract/admin/users'
import { webhookDeliveryDetailSchema, webhookDeliverySchema } from '@campstore/contract/admin/webhook-deliveries'
import { type Webhook, webhookSchema } from '@campstore/contract/admin/webhooks'
import { present, presenterOf } from '@campstore/contract/present'
import { effectivePermissions } from './domain/permissions.ts'
import type { Account } from './persistence/accounts.ts'
import type { StoredWebhook } from './persistence/webhooks.ts'

/** An account with its overrides and permissions. */
export const presentAccountDetail = (account: Account): AdminUserDetail =>
  present(adminUserDetailSchema, account, {
    permissionOverrides: account.overrides,
    effectivePermissions: effectivePermissions(account.role, account.overrides),
  })

/** An entry of the audit log with the request, and the target before and after. */
export const presentAuditEntryDetail = presenterOf(auditEntryDetailSchema)

/**
 * A webhook, without its secrets.
 *
 * @param now decides whether the secret before still signs
 */
export const presentWebhook = (webhook: StoredWebhook, now: Date): Webhook => {
  const until = webhook.previousSecretUntil ?? null
  return present(webhookSchema, webhook, {
    disabledReason: webhook.disabledReason ?? null,
    previousSecretUntil: until !== null && until > now ? until.toISOString() : null,
  })
}

/** A delivery as a line of the log. */
export const presentDelivery = presenterOf(webhookDeliverySchema)

/** A delivery with its body and its attempts. */
export const presentDeliveryDetail = presenterOf(webhookDeliveryDetailSchema)
