import type { Clock } from '@campstore/auth/identity'
import type { Running } from '@campstore/core/run-until-stopped'
import type { Logger } from '@campstore/core/telemetry/log'
import { createStaffLists } from '@campstore/service/staff-lists'
import { startService } from '@campstore/service/start-service'
import { type AdminConfig, callTimeoutMs, privateAddressesFor } from './config.ts'
import { webhookTopology } from './consumers/webhook-events.ts'
import { effectivePermissions } from './domain/permissions.ts'
import { startAuditCompletion } from './jobs/complete-audit-entries.ts'
import { adminSqlFiles } from './persistence/sql-files.ts'
import { ownEndpoints } from './routes.ts'
import { createServiceClient } from './service-client.ts'
import { withCsv } from './use-cases/export-list.ts'
import { findAdministrator } from './use-cases/find-administrator.ts'
import { forwardedEndpoints } from './use-cases/forward.ts'
import { recordReplay } from './use-cases/record-view.ts'
import { createWebhooks, startWebhookWorkers } from './webhooks.ts'

/** Starts the admin service. It starts, and waits, also while its servers are unavailable. */
export function startAdminService(config: AdminConfig, log: Logger, clock?: Clock): Promise<Running> {
  const services = createServiceClient({
    booking: config.BOOKING_URLS,
    products: config.PRODUCTS_URLS,
    checkout: config.CHECKOUT_URLS,
    me: config.ME_URLS,
  })
  return startService({
    name: 'admin',
    config,
    log,
    clock,
    entities: () => import('./persistence/entities.ts'),
    migrations: { schema: 'admin', ...adminSqlFiles },
    broker: { url: config.RABBITMQ_URL, topology: webhookTopology },
    build: (context, verify) => {
      const timeoutMs = callTimeoutMs(config)
      const forwarding = { ...context, services, signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY, timeoutMs }
      const privateAddresses = privateAddressesFor(config)
      const webhooks = createWebhooks(() => startWebhookWorkers(context, privateAddresses))
      const own = { verify, findPage: createStaffLists(context.database), webhooks, privateAddresses }
      return {
        endpoints: [...ownEndpoints({ ...forwarding, ...own }), ...forwardedEndpoints(forwarding)].map(endpoint =>
          withCsv(forwarding, endpoint),
        ),
        administrators: {
          resolve: async (identity, origin) => {
            const { id: adminId, role, overrides } = await findAdministrator(context, identity, origin)
            return { kind: 'administrator', adminId, permissions: effectivePermissions(role, overrides) }
          },
        },
        recordReplay: recordReplay(context),
        connections: [services],
        startBackground: () => [startAuditCompletion({ ...context, timeoutMs }), webhooks.start()],
      }
    },
  })
}
