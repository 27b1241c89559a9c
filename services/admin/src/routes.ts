import type { TokenVerifier } from '@campstore/auth/identity'
import type { Administrator } from '@campstore/auth/internal-token'
import { auditRoutes } from '@campstore/contract/admin/audit'
import { adminBookingRoutes } from '@campstore/contract/admin/bookings'
import { bulkRoutes } from '@campstore/contract/admin/bulk-routes'
import { closureBookingRoutes } from '@campstore/contract/admin/closures'
import { claimRoutes } from '@campstore/contract/admin/coupons'
import { holdRoutes } from '@campstore/contract/admin/holds'
import { orderRoutes } from '@campstore/contract/admin/orders'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { userRoutes } from '@campstore/contract/admin/users'
import { webhookRoutes } from '@campstore/contract/admin/webhooks'
import { presenterOf } from '@campstore/contract/present'
import type { Route } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoint, inSteps, type RequestContext } from '@campstore/http/endpoint'
import type { ForwardedEndpoint } from '@campstore/http/forwarded'
import type { ServiceContext } from '@campstore/service/dependencies'
import { listOf } from '@campstore/service/list-of'
import { findAccounts } from './persistence/accounts.ts'
import { findAuditEntries } from './persistence/audit-entries.ts'
import { findDeliveries } from './persistence/webhook-deliveries.ts'
import { presentDelivery } from './presenters.ts'
import { cancelBookingsOfClosure } from './use-cases/cancel-bookings-of-closure.ts'
import { claimCoupon } from './use-cases/claim-coupon.ts'
import { actOn, forEachId } from './use-cases/for-each-id.ts'
import { type Forwarding, forwardedEndpoint, type OwnedRoute } from './use-cases/forward.ts'
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

type Dependencies = ServiceContext &
  WebhookContext &
  Omit<Forwarding, 'readingRoute'> & { verify: TokenVerifier; findPage: FindPage }

/** The routes of this service, each with its use case. */
export const ownEndpoints = (deps: Dependencies): Endpoint[] => [
  ...accountEndpoints(deps),
  ...webhookEndpoints(deps),
  ...ownersEndpoints(deps),
]

/** Accounts and the audit log. */
function accountEndpoints(deps: Dependencies): Endpoint[] {
  return [
    endpoint(userRoutes.openAdminSession, ({ body }, _, origin) => openSession(deps, body.idToken, origin)),
    endpoint(userRoutes.createUser, async ({ body }, administrator, origin) =>
      (await accounts.create()).createAccount(deps, body, { administrator, origin }),
    ),
    endpoint(
      userRoutes.listUsers,
      listOf(query => findAccounts(deps.findPage, query), presenterOf(userRoutes.listUsers.data)),
    ),
    endpoint(userRoutes.getUser, async ({ params }) => (await accounts.read()).readAccount(deps, params.id)),
    endpoint(userRoutes.changeUser, async ({ params, body }, administrator, origin) =>
      (await accounts.change()).changeAccount(deps, params.id, body, { administrator, origin }),
    ),
    endpoint(userRoutes.replacePermissions, async ({ params, body }, administrator, origin) =>
      (await accounts.replacePermissions()).replacePermissions(deps, params.id, body.overrides, {
        administrator,
        origin,
      }),
    ),
    endpoint(userRoutes.readPermissions, async () => permissionDictionary),
    endpoint(userRoutes.getOwnAccount, async (_, { adminId }) => (await accounts.read()).readAccount(deps, adminId)),
    endpoint(
      auditRoutes.listAuditEntries,
      listOf(query => findAuditEntries(deps.findPage, query), presenterOf(auditRoutes.listAuditEntries.data)),
    ),
    endpoint(auditRoutes.getAuditEntry, ({ params }, reader) => readAuditEntry(deps, params.id, reader)),
  ]
}

/** Webhooks and their deliveries. */
function webhookEndpoints(deps: Dependencies): Endpoint[] {
  return [
    endpoint(webhookRoutes.listWebhooks, async ({ query }) => (await webhooks.manage()).listWebhooks(deps, query)),
    endpoint(webhookRoutes.getWebhook, async ({ params }) => (await webhooks.manage()).readWebhook(deps, params.id)),
    endpoint(webhookRoutes.createWebhook, async ({ body }, administrator, origin) =>
      (await webhooks.manage()).createWebhook(deps, body, { administrator, origin }),
    ),
    endpoint(webhookRoutes.changeWebhook, async ({ params, body }, administrator, origin) =>
      (await webhooks.manage()).changeWebhook(deps, params.id, body, { administrator, origin }),
    ),
    endpoint(webhookRoutes.deleteWebhook, async ({ params }, administrator, origin) =>
      (await webhooks.manage()).deleteWebhook(deps, params.id, { administrator, origin }),
    ),
    endpoint(webhookRoutes.rotateWebhookSecret, async ({ params }, administrator, origin) =>
      (await webhooks.manage()).rotateSecret(deps, params.id, { administrator, origin }),
    ),
    endpoint(webhookRoutes.testWebhook, async ({ params }, administrator, origin) =>
      (await webhooks.deliveries()).sendTestEvent(deps, params.id, { administrator, origin }),
    ),
    endpoint(
      webhookRoutes.listWebhookDeliveries,
      listOf(query => findDeliveries(deps.findPage, query), presentDelivery),
    ),
    endpoint(webhookRoutes.getWebhookDelivery, async ({ params }) =>
      (await webhooks.deliveries()).readDelivery(deps, params.id),
    ),
    endpoint(webhookRoutes.redeliverWebhook, async ({ params }, administrator, origin) =>
      (await webhooks.deliveries()).redeliver(deps, params.id, { administrator, origin }),
    ),
  ]
}

/** What takes several requests to the owners of the data. */
function ownersEndpoints(deps: Dependencies): Endpoint[] {
  const forwarding = { ...deps, readingRoute }
  /** Carries out an action for each id of a body. */
  const each =
    (action: OwnedRoute) =>
    ({ body }: { body: { ids: string[] } }, administrator: Administrator, context: RequestContext) =>
      forEachId(deps, body.ids, { administrator, context }, (id, forwardContext) =>
        actOn(forwarding, action, id, forwardContext),
      )
  return [
    endpoint(bulkRoutes.shipOrders, each(orderRoutes.shipOrder)),
    endpoint(bulkRoutes.confirmBookings, each(adminBookingRoutes.confirmBooking)),
    endpoint(bulkRoutes.completeBookings, each(adminBookingRoutes.completeBooking)),
    endpoint(closureBookingRoutes.cancelBookingsOfClosure, ({ params, body }, administrator, context) =>
      cancelBookingsOfClosure(forwarding, params.id, body, { administrator, context }),
    ),
    endpoint(claimRoutes.claimCoupon, ({ params, body }, administrator, context) =>
      claimCoupon(forwarding, params.id, body, { administrator, context }),
    ),
    endpoint(holdRoutes.releaseHolds, ({ params, body }, administrator, context) =>
      releaseHolds(deps, params.id, body.reason, { administrator, context }),
    ),
  ].map(inSteps)
}

const declaredRoutes = new Map<string, Route>(Object.entries(adminRoutes))
const isOwned = (route: Route | undefined): route is OwnedRoute => route?.owner !== undefined

/** The route by which the audit log reads the resource that another route changes. */
const readingRoute = ({ reads }: OwnedRoute): OwnedRoute | undefined => {
  const reading = reads === undefined ? undefined : declaredRoutes.get(reads)
  return isOwned(reading) ? reading : undefined
}

/** The admin routes that other services own, as the contract declares them. */
export function forwardedEndpoints(deps: Omit<Forwarding, 'readingRoute'>): ForwardedEndpoint[] {
  return [...declaredRoutes.values()].filter(isOwned).map(route => forwardedEndpoint({ ...deps, readingRoute }, route))
}
