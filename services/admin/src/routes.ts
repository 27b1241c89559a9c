import type { TokenVerifier } from '@campstore/auth/identity'
import type { Administrator } from '@campstore/auth/internal-token'
import { auditRoutes } from '@campstore/contract/admin/audit'
import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { bulkRoutes } from '@campstore/contract/admin/bulk-routes'
import { closureBookingRoutes } from '@campstore/contract/admin/closures'
import { claimRoutes } from '@campstore/contract/admin/coupons'
import { holdRoutes } from '@campstore/contract/admin/holds'
import { orderRoutes } from '@campstore/contract/admin/orders'
import { userRoutes } from '@campstore/contract/admin/users'
import { webhookRoutes } from '@campstore/contract/admin/webhooks'
import { presenterOf } from '@campstore/contract/present'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoints, type RequestContext } from '@campstore/http/endpoint'
import type { ServiceContext } from '@campstore/service/dependencies'
import { listOf } from '@campstore/service/list-of'
import { findAccounts } from './persistence/accounts.ts'
import { findAuditEntries } from './persistence/audit-entries.ts'
import { findDeliveries } from './persistence/webhook-deliveries.ts'
import { presentDelivery } from './presenters.ts'
import { cancelBookingsOfClosure } from './use-cases/cancel-bookings-of-closure.ts'
import { claimCoupon } from './use-cases/claim-coupon.ts'
import { actOn, forEachId } from './use-cases/for-each-id.ts'
import type { Forwarding, OwnedRoute } from './use-cases/forward.ts'
import type { WebhookContext } from './use-cases/manage-webhooks.ts'
import { openSession } from './use-cases/open-session.ts'
import { permissionDictionary } from './use-cases/permission-dictionary.ts'
import { readAuditEntry } from './use-cases/read-audit-entry.ts'
import { releaseHolds } from './use-cases/release-holds.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const accounts = {
  create: () => import('./use-cases/create-account.ts'),
  change: () => import('./use-cases/change-account.ts'),
  read: () => import('./use-cases/read-accounts.ts'),
  replacePermissions: () => import('./use-cases/replace-permissions.ts'),
}

/** Loaded by the first request that needs them, too. */
const webhooks = {
  manage: () => import('./use-cases/manage-webhooks.ts'),
  deliveries: () => import('./use-cases/manage-deliveries.ts'),
}

type Dependencies = ServiceContext & WebhookContext & Forwarding & { verify: TokenVerifier; findPage: FindPage }

/** The routes of this service, each with its use case. */
export const ownEndpoints = (deps: Dependencies): Endpoint[] => [
  ...accountEndpoints(deps),
  ...webhookEndpoints(deps),
  ...ownersEndpoints(deps),
]

/** Accounts and the audit log. */
const accountEndpoints = (deps: Dependencies): Endpoint[] =>
  endpoints(
    { ...userRoutes, ...auditRoutes },
    {
      openAdminSession: ({ body }, _, origin) => openSession(deps, body.idToken, origin),
      createUser: async ({ body }, administrator, origin) =>
        (await accounts.create()).createAccount(deps, body, { administrator, origin }),
      listUsers: listOf(query => findAccounts(deps.findPage, query), presenterOf(userRoutes.listUsers.data)),
      getUser: async ({ params }) => (await accounts.read()).readAccount(deps, params.id),
      changeUser: async ({ params, body }, administrator, origin) =>
        (await accounts.change()).changeAccount(deps, params.id, body, { administrator, origin }),
      replacePermissions: async ({ params, body }, administrator, origin) =>
        (await accounts.replacePermissions()).replacePermissions(deps, params.id, body.overrides, {
          administrator,
          origin,
        }),
      readPermissions: async () => permissionDictionary,
      getOwnAccount: async (_, { adminId }) => (await accounts.read()).readAccount(deps, adminId),
      listAuditEntries: listOf(
        query => findAuditEntries(deps.findPage, query),
        presenterOf(auditRoutes.listAuditEntries.data),
      ),
      getAuditEntry: ({ params }, reader) => readAuditEntry(deps, params.id, reader),
    },
  )

/** Webhooks and their deliveries. */
const webhookEndpoints = (deps: Dependencies): Endpoint[] =>
  endpoints(webhookRoutes, {
    listWebhooks: async ({ query }) => (await webhooks.manage()).listWebhooks(deps, query),
    getWebhook: async ({ params }) => (await webhooks.manage()).readWebhook(deps, params.id),
    createWebhook: async ({ body }, administrator, origin) =>
      (await webhooks.manage()).createWebhook(deps, body, { administrator, origin }),
    changeWebhook: async ({ params, body }, administrator, origin) =>
      (await webhooks.manage()).changeWebhook(deps, params.id, body, { administrator, origin }),
    deleteWebhook: async ({ params }, administrator, origin) =>
      (await webhooks.manage()).deleteWebhook(deps, params.id, { administrator, origin }),
    rotateWebhookSecret: async ({ params }, administrator, origin) =>
      (await webhooks.manage()).rotateSecret(deps, params.id, { administrator, origin }),
    testWebhook: async ({ params }, administrator, origin) =>
      (await webhooks.deliveries()).sendTestEvent(deps, params.id, { administrator, origin }),
    listWebhookDeliveries: listOf(query => findDeliveries(deps.findPage, query), presentDelivery),
    getWebhookDelivery: async ({ params }) => (await webhooks.deliveries()).readDelivery(deps, params.id),
    redeliverWebhook: async ({ params }, administrator, origin) =>
      (await webhooks.deliveries()).redeliver(deps, params.id, { administrator, origin }),
  })

/** What takes several requests to the owners of the data, with a step for each. */
function ownersEndpoints(deps: Dependencies): Endpoint[] {
  /** Carries out an action for each id of a body. */
  const each =
    (action: OwnedRoute) =>
    ({ body }: { body: { ids: string[] } }, administrator: Administrator, context: RequestContext) =>
      forEachId(deps, body.ids, { administrator, context }, (id, forwardContext) =>
        actOn(deps, action, id, forwardContext),
      )
  return endpoints(
    { ...bulkRoutes, ...closureBookingRoutes, ...claimRoutes, ...holdRoutes },
    {
      shipOrders: each(orderRoutes.shipOrder),
      confirmBookings: each(adminBookingRoutes.confirmBooking),
      completeBookings: each(adminBookingRoutes.completeBooking),
      cancelBookingsOfClosure: ({ params, body }, administrator, context) =>
        cancelBookingsOfClosure(deps, params.id, body, { administrator, context }),
      claimCoupon: ({ params, body }, administrator, context) =>
        claimCoupon(deps, params.id, body, { administrator, context }),
      releaseHolds: ({ params, body }, administrator, context) =>
        releaseHolds(deps, params.id, body.reason, { administrator, context }),
    },
  ).map(endpoint => ({ ...endpoint, isInSteps: true }))
}
