import type { Origin } from '@campstore/auth/administrators'
import type { Administrator } from '@campstore/auth/internal-token'
import type { Member } from '@campstore/auth/members'
import type { Route, RouteInput, RouteResult } from '@campstore/contract/route'
import type { Logger } from '@campstore/core/telemetry/log'
import type { PreparedBody } from './prepared.ts'

/** What a handler may know of the request besides its input. */
export type RequestContext = Origin & {
  traceId: string
  log: Logger
}

/** Who may be asking, by the access a route declares. */
export type Principals = { public: undefined; member: Member; admin: Administrator; internal: Administrator }

/** A declared route and what answers it. */
export type Endpoint = {
  route: Route
  handle(input: RouteInput<Route>, principal: unknown, context: RequestContext): Promise<unknown>
  /** Judges whose the thing in the path is, before the body is read: another's is refused whatever the body says. */
  admit?(params: RouteInput<Route>['params'], principal: unknown): Promise<void>
}

/**
 * Binds a declared route to its handler. What the handler gets has been validated by the declaration, and the principal is
 * the one that the declared access asks for; what it returns is put into the envelope that the declaration says, unless it is
 * a body that was prepared.
 *
 * @param admit refuses who may not touch what the path names, before the body is read (decisions.md, 12)
 */
export function endpoint<R extends Route>(
  route: R,
  handle: (
    input: RouteInput<R>,
    principal: Principals[R['access']],
    context: RequestContext,
  ) => Promise<RouteResult<R> | PreparedBody>,
  admit?: (params: RouteInput<R>['params'], principal: Principals[R['access']]) => Promise<void>,
): Endpoint {
  return { route, handle: handle as Endpoint['handle'], admit: admit as Endpoint['admit'] }
}
