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
import { permissionDictionary } from './domain/permissions.ts'
import { findAccounts } from './persistence/accounts.ts'
import { findAuditEntries } from './persistence/audit-log.ts'
import { findDeliveries } from './persistence/webhook-deliveries.ts'
import { presentDelivery, presentWebhook } from './presenters.ts'
import { claimCoupon } from './use-cases/claim-coupon.ts'
import { openSession } from './use-cases/find-administrator.ts'
import { actOn, cancelBookingsOfClosure, forEachId } from './use-cases/for-each-id.ts'
import type { Forwarding, OwnedRoute } from './use-cases/forward.ts'
import type { WebhookContext } from './use-cases/manage-webhooks.ts'
import { readAuditEntry } from './use-cases/record-view.ts'
import { releaseHolds } from './use-cases/release-holds.ts'

/** Loaded by the first request that needs it, with the ORM: half of the modules of the service, and most processes need neither. */
const accounts = () => import('./use-cases/manage-accounts.ts')
const webhooks = () => import('./use-cases/manage-webhooks.ts')

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
        (await accounts()).createAccount(deps, body, { administrator, origin }),
      listUsers: listOf(query => findAccounts(deps.findPage, query), presenterOf(userRoutes.listUsers.data)),
      getUser: async ({ params }) => (await accounts()).readAccount(deps, params.id),
      changeUser: async ({ params, body }, administrator, origin) =>
        (await accounts()).changeAccount(deps, params.id, body, { administrator, origin }),
      replacePermissions: async ({ params, body }, administrator, origin) =>
        (await accounts()).replacePermissions(deps, params.id, body.overrides, { administrator, origin }),
      readPermissions: async () => permissionDictionary,
      getOwnAccount: async (_, { adminId }) => (await accounts()).readAccount(deps, adminId),
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
    listWebhooks: listOf(
      async query => (await webhooks()).findWebhooks(deps, query),
      row => presentWebhook(row, deps.clock()),
    ),
    getWebhook: async ({ params }) => (await webhooks()).readWebhook(deps, params.id),
    createWebhook: async ({ body }, administrator, origin) =>
      (await webhooks()).createWebhook(deps, body, { administrator, origin }),
    changeWebhook: async ({ params, body }, administrator, origin) =>
      (await webhooks()).changeWebhook(deps, params.id, body, { administrator, origin }),
    deleteWebhook: async ({ params }, administrator, origin) =>
      (await webhooks()).deleteWebhook(deps, params.id, { administrator, origin }),
    rotateWebhookSecret: async ({ params }, administrator, origin) =>
      (await webhooks()).rotateSecret(deps, params.id, { administrator, origin }),
    testWebhook: async ({ params }, administrator, origin) =>
      (await webhooks()).sendTestEvent(deps, params.id, { administrator, origin }),
    listWebhookDeliveries: listOf(query => findDeliveries(deps.findPage, query), presentDelivery),
    getWebhookDelivery: async ({ params }) => (await webhooks()).readDelivery(deps, params.id),
    redeliverWebhook: async ({ params }, administrator, origin) =>
      (await webhooks()).redeliver(deps, params.id, { administrator, origin }),
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
