import type { Clock } from '@campstore/auth/identity'
import type { Logger } from '@campstore/core/telemetry/log'
import { inBackground } from '@campstore/service/dependencies'
import { createStaffLists } from '@campstore/service/staff-lists'
import { type Service, startService } from '@campstore/service/start-service'
import type { AdminConfig } from './config.ts'
import { effectivePermissions } from './domain/permissions.ts'
import { startCompleting } from './jobs/complete-audit-entries.ts'
import { accountEndpoints, forwardedEndpoints, recordedRoutes } from './routes.ts'
import { createServiceClient } from './service-client.ts'
import { findAdministrator } from './use-cases/find-administrator.ts'

/** Starts the admin service. It starts, and waits, also while servers are away. */
export function startAdminService(config: AdminConfig, log: Logger, clock?: Clock): Promise<Service> {
  const owners = createServiceClient({
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
    entities: [],
    migrations: { schema: 'admin', folder: new URL('./persistence/', import.meta.url) },
    build: (running, verify) => {
      const forwarding = { owners, signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY, timeoutMs: config.OWNER_TIMEOUT_MS }
      return {
        endpoints: [
          ...accountEndpoints({ ...running, verify, findPage: createStaffLists(running.database) }),
          ...forwardedEndpoints({ ...running, ...forwarding }),
        ],
        administrators: {
          resolve: async (identity, origin) => {
            const { id: adminId, role, overrides } = await findAdministrator(running)(identity, origin)
            return { kind: 'administrator', adminId, permissions: effectivePermissions(role, overrides) }
          },
        },
        connections: [owners],
        startBackground: () => [startCompleting({ ...inBackground(running), ...forwarding, ...recordedRoutes })],
      }
    },
  })
}
