import type { TokenVerifier } from '@campstore/auth/identity'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { userRoutes } from '@campstore/contract/admin/users'
import type { Route } from '@campstore/contract/route'
import type { FindPage } from '@campstore/database/pagination'
import { type Endpoint, endpoint } from '@campstore/http/endpoint'
import type { ForwardedEndpoint } from '@campstore/http/forwarded'
import type { Running } from '@campstore/service/dependencies'
import { changeAccount } from './use-cases/change-account.ts'
import { createAccount } from './use-cases/create-account.ts'
import { type Forwarding, forwarded, type OwnedRoute } from './use-cases/forward.ts'
import { openSession } from './use-cases/open-session.ts'
import { listAccounts, permissionDictionary, readAccount } from './use-cases/read-accounts.ts'
import { replacePermissions } from './use-cases/replace-permissions.ts'

/** Each route that is answered here, and the use case that answers it. */
export function accountEndpoints(given: Running & { verify: TokenVerifier; findPage: FindPage }): Endpoint[] {
  const { openAdminSession, createUser, listUsers, getUser, changeUser, ...more } = userRoutes
  return [
    endpoint(openAdminSession, ({ body }, _, origin) => openSession(given, given.verify)(body.idToken, origin)),
    endpoint(createUser, ({ body }, administrator, origin) => createAccount(given)(body, { administrator, origin })),
    endpoint(listUsers, ({ query }) => listAccounts(given.findPage)(query)),
    endpoint(getUser, ({ params }) => readAccount(given)(params.id)),
    endpoint(changeUser, ({ params, body }, administrator, origin) =>
      changeAccount(given)(params.id, body, { administrator, origin }),
    ),
    endpoint(more.replacePermissions, ({ params, body }, administrator, origin) =>
      replacePermissions(given)(params.id, body.overrides, { administrator, origin }),
    ),
    endpoint(more.readPermissions, async () => permissionDictionary),
  ]
}

const declared = new Map<string, Route>(Object.entries(adminRoutes))
const isOwned = (route: Route | undefined): route is OwnedRoute => route?.owner !== undefined

/** The route by which the audit reads what another one changes. */
const readingRoute = ({ reads }: OwnedRoute): OwnedRoute | undefined => {
  const reading = reads === undefined ? undefined : declared.get(reads)
  return isOwned(reading) ? reading : undefined
}

/** How the job that completes audit records knows the routes that they name. */
export const recordedRoutes = { readingRoute, routeOf: (name: string): Route | undefined => declared.get(name) }

/** Every route that another service owns, as the contract declares them. */
export function forwardedEndpoints(given: Omit<Forwarding, 'readingRoute'>): ForwardedEndpoint[] {
  return [...declared.values()].filter(isOwned).map(route => forwarded({ ...given, readingRoute }, route))
}
