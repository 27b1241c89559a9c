import type { Clock } from '@campstore/auth/identity'
import { createListings } from '@campstore/database/listing'
import { type Service, startService } from '@campstore/service/start-service'
import type { Logger } from '@campstore/telemetry/log'
import type { AdminConfig } from './config.ts'
import { effectivePermissions } from './domain/permissions.ts'
import { createOwners } from './owners.ts'
import { accountEndpoints, forwardedEndpoints } from './routes.ts'
import { findAdministrator } from './use-cases/find-administrator.ts'

/** Starts the admin service. It starts, and waits, also while servers are away. */
export function startAdminService(config: AdminConfig, log: Logger, clock?: Clock): Promise<Service> {
  const owners = createOwners({
    ...{ booking: config.BOOKING_URLS, products: config.PRODUCTS_URLS },
    ...{ checkout: config.CHECKOUT_URLS, me: config.ME_URLS },
  })
  return startService({
    ...{ name: 'admin', config, log, clock, entities: [] },
    build: (running, verify) => ({
      endpoints: [
        ...accountEndpoints({ ...running, verify, findPage: createListings(running.database.pool) }),
        ...forwardedEndpoints({
          ...{ ...running, owners, patienceMs: config.OWNER_TIMEOUT_MS },
          signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY,
        }),
      ],
      administrators: {
        resolve: async (identity, origin) => {
          const { id: adminId, role, overrides } = await findAdministrator(running)(identity, origin)
          return { kind: 'administrator', adminId, permissions: effectivePermissions(role, overrides) }
        },
      },
      background: [owners],
    }),
  })
}
