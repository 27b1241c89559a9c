import type { Origin } from '@campstore/auth/administrators'
import type { Administrator } from '@campstore/auth/internal-token'
import { type Member, requireActiveCustomer } from '@campstore/auth/members'
import type { Route, RouteInput } from '@campstore/contract/route'
import type { Logger } from '@campstore/core/telemetry/log'
import Router from '@koa/router'
import Koa, { type Context, type Middleware } from 'koa'
import { readBody, requireIdentityEncoding } from './body.ts'
import type { Endpoint, RequestContext } from './endpoint.ts'
import { answerErrors, noRoute } from './errors.ts'
import { type ForwardedEndpoint, requestAsItCame, respondAsAnswered } from './forwarded.ts'
import { type HealthCheck, type HealthDetails, healthRoutes, isHealthPath } from './health.ts'
import { accessLog } from './request-log.ts'
import { createResponder, type ResponseCheck } from './respond.ts'
import { requireReadablePath } from './target.ts'
import { validateInput, validateParams } from './validation.ts'

/** What an application is made of. */
export type AppOptions = {
  log: Logger
  endpoints: readonly (Endpoint | ForwardedEndpoint)[]
  /** Proves who asks, from the `Authorization` header. Throws UNAUTHORIZED, FORBIDDEN, SERVICE_UNAVAILABLE. */
  authenticate: {
    member?: (authorization: string | undefined) => Promise<Member>
    /** Throws FORBIDDEN where a permission is lacking. */
    internal?: (authorization: string | undefined, permissions: readonly string[]) => Promise<Administrator>
    /** Throws ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN where a permission is lacking. */
    admin?: (
      authorization: string | undefined,
      permissions: readonly string[],
      origin: Origin,
    ) => Promise<Administrator>
  }
  /** Whether an error of a library says that something the service needs is away: answered with 503. */
  isUnavailable: (error: unknown) => boolean
  responseCheck: ResponseCheck
  health: HealthCheck
  healthDetails?: HealthDetails | undefined
  /** What every request that is not about health passes before routing, such as one that serves files. */
  middleware?: readonly Middleware[]
}

/**
 * The Koa application of a service. A request passes one onion, from outside in: log and ids, errors, the service's own
 * middleware, routing, principal, body, validation, handler; the answer comes back through envelope and response check.
 */
export function createApp(options: AppOptions): Koa {
  const app = new Koa()
  app.use(accessLog(options.log))
  app.use(answerErrors(options.isUnavailable))
  const health = healthRoutes(options.health, options.healthDetails).routes()
  // Few requests are about health; the others spare themselves a router's look.
  app.use((ctx, next) => (isHealthPath(ctx.path) ? health(ctx as never, next) : next()))
  app.use(refuseUnreadable)
  for (const middleware of options.middleware ?? []) app.use(middleware)
  const router = new Router({ sensitive: true, strict: true })
  for (const endpoint of options.endpoints) {
    if ('forward' in endpoint) bindForwarded(router, endpoint, options)
    else bind(router, endpoint, options)
  }
  app.use(router.routes())
  app.use(noRoute(router))
  app.silent = true
  app.on('error', (error: Error) => options.log.error({ err: error }, 'a response failed'))
  return app
}

/** What no route would read, or not as it was meant. */
const refuseUnreadable: Middleware = (ctx, next) => {
  requireIdentityEncoding(ctx.req)
  requireReadablePath(ctx.path)
  return next()
}

function bind(router: Router, endpoint: Endpoint, options: AppOptions): void {
  const { route } = endpoint
  const respond = createResponder(route, options.responseCheck)
  router.register(koaPath(route.path), [route.method], async (ctx: Context & { params: unknown }) => {
    if (isPrivate(route)) ctx.set('cache-control', 'no-store')
    const principal = await authenticate(route, ctx, options)
    const params = validateParams(route, ctx.params)
    await endpoint.admit?.(params, principal)
    const body = route.body ? await readBody(ctx) : undefined
    const input = { params, ...validateInput(route, { query: ctx.querystring, body }) } as RouteInput<Route>
    const result = await endpoint.handle(input, principal, ctx.state as RequestContext)
    respond(ctx, result)
  })
}

/** What another service answers is judged there: here, only who may ask. */
function bindForwarded(router: Router, { route, forward }: ForwardedEndpoint, { authenticate }: AppOptions): void {
  router.register(koaPath(route.path), [route.method], async (ctx: Context & { params: unknown }) => {
    if (isPrivate(route)) ctx.set('cache-control', 'no-store')
    const context = ctx.state as RequestContext
    const { authorization } = ctx.request.headers
    const administrator = await required(authenticate.admin)(authorization, route.permissions ?? [], context)
    respondAsAnswered(ctx, await forward(await requestAsItCame(route, ctx), administrator, context))
  })
}

/** Whether what a route answers, refusals included, is for the caller alone and kept by no cache (decisions.md, 13). */
const isPrivate = ({ access, path }: Route): boolean => access !== 'public' || path.startsWith('/api/admin/')

/** `{id}` in a declaration is `:id` in the router. */
const koaPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

async function authenticate(route: Route, ctx: Context, { authenticate }: AppOptions): Promise<unknown> {
  const { authorization } = ctx.request.headers
  switch (route.access) {
    case 'public':
      return undefined
    case 'member': {
      const member = await required(authenticate.member)(authorization)
      if (route.activeCustomerOnly) requireActiveCustomer(member)
      return member
    }
    case 'internal':
      return required(authenticate.internal)(authorization, route.permissions ?? [])
    case 'admin':
      return required(authenticate.admin)(authorization, route.permissions ?? [], ctx.state as RequestContext)
  }
}

function required<T>(authenticator: T | undefined): T {
  if (!authenticator) throw new Error('a route needs an authenticator that the service does not have')
  return authenticator
}
