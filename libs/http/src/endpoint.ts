import type { Origin } from '@campstore/auth/administrators'
import type { Administrator } from '@campstore/auth/internal-token'
import type { SignedInMember } from '@campstore/auth/members'
import {
  type InternalRoute,
  internal,
  type Owner,
  type Route,
  type RouteInput,
  type RouteResult,
} from '@campstore/contract/route'
import type { Language } from '@campstore/contract/texts/language'
import type { Logger } from '@campstore/core/telemetry/log'
import type { EventStream } from './event-stream.ts'
import type { PreparedBody } from './prepared.ts'

export type RequestContext = Origin & {
  traceId: string
  language: Language
  log: Logger
  /** Set by the handler of a PATCH that has changed nothing (docs/contract/conventions.md#changes). */
  unchanged?: boolean
  /** The idempotency key of a request with several steps, from which the key of each step is derived. */
  idempotencyKey?: string
  /** Set by a handler of several steps that has not done all of them: the same request with the same key continues. */
  isPartial?: boolean
}

/** The sender of a request, by the access that its route declares. */
type Principals = {
  public: undefined
  sender: undefined
  member: SignedInMember
  admin: Administrator
  internal: Administrator
}

export type Endpoint = {
  route: Route
  handle(input: RouteInput<Route>, principal: unknown, context: RequestContext): Promise<unknown>
  /**
   * Refuses a principal who may not touch the resource in the path, before the body is read; of an action, which takes none,
   * only where one is sent (docs/contract/conventions.md#order-of-checks).
   */
  authorize?(params: RouteInput<Route>['params'], principal: unknown): Promise<void>
  /**
   * Whether the handler takes several steps, which are committed one by one. With an idempotency key, the same request sent again
   * does the remaining steps (docs/contract/conventions.md#idempotency).
   */
  isInSteps?: boolean
}

/**
 * Answers a route: gets input that is validated by the declaration, and the principal of the declared access. Its result is put into
 * the declared envelope, unless it is a prepared body or a stream.
 */
export type Handle<R extends Route> = (
  input: RouteInput<R>,
  principal: Principals[R['access']],
  context: RequestContext,
) => Promise<RouteResult<R> | PreparedBody | EventStream>
type Authorize<R extends Route> = (params: RouteInput<R>['params'], principal: Principals[R['access']]) => Promise<void>

/** How a route is answered: by a handler alone, or by the parts of an {@link Endpoint}. */
type Handler<R extends Route> =
  | Handle<R>
  | { handle: Handle<R>; authorize?: Authorize<R>; isInSteps?: Endpoint['isInSteps'] }

/** Binds each of some declared routes to the handler of its name. The endpoints have the order of the routes. */
export const endpoints = <const Routes extends Readonly<Record<string, Route>>>(
  routes: Routes,
  handlers: { [Name in keyof Routes]: Handler<Routes[Name]> },
): Endpoint[] => Object.entries(routes).map(([name, route]) => bind(route, handlers[name]))

/** The {@link endpoints} of admin routes that their owner serves to the admin service. */
export const internalEndpoints = <const Routes extends Readonly<Record<string, Route & { owner: Owner }>>>(
  routes: Routes,
  handlers: { [Name in keyof Routes]: Handler<InternalRoute<Routes[Name]>> },
): Endpoint[] => Object.entries(routes).map(([name, route]) => bind(internal(route), handlers[name]))

// The types of the handlers pair each with its route, which Object.entries forgets.
const bind = (route: Route, handler: unknown): Endpoint =>
  (typeof handler === 'function' ? { route, handle: handler } : { ...(handler as object), route }) as Endpoint
