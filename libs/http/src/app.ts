import type { Origin } from '@campstore/auth/administrators'
import type { Administrator } from '@campstore/auth/internal-token'
import { requireActiveCustomer, type SignedInMember } from '@campstore/auth/members'
import { signatureHeader } from '@campstore/contract/messages/payments'
import {
  type Deprecation,
  isPrivate,
  isRevalidated,
  type Route,
  type RouteInput,
  takesNoBody,
} from '@campstore/contract/route'
import type { AnswerOnce } from '@campstore/core/keyed-request'
import type { Logger } from '@campstore/core/telemetry/log'
import Router from '@koa/router'
import Koa from 'koa'
import { readBinaryBody, readBody, readOptionalBody, requireNoBody } from './body.ts'
import type { Endpoint } from './endpoint.ts'
import { handleErrors, handleUnknownRoute } from './errors.ts'
import { answerUnchanged, hasCopy } from './etag.ts'
import { type Exportable, type ForwardedEndpoint, prefersCsv, readRawRequest, sendRawResponse } from './forwarded.ts'
import { answerHealth, type HealthCheck, type HealthDetails } from './health.ts'
import { createKeyedResponder, createKeyReader, type RecordReplay } from './idempotency-key.ts'
import { createIgnoredFields, createIgnoredParameters } from './ignored-input.ts'
import { hasBody, requireIdentityEncoding } from './request-body.ts'
import { accessLog, type HttpContext, type HttpMiddleware, type RequestState } from './request-log.ts'
import { createResponder, type ResponseCheck, requireDeclaredError, unchangedHeader } from './respond.ts'
import { parseQuery, parseUnusedQuery, requireReadablePath } from './target.ts'
import { validateInput, validateParams } from './validation.ts'

export type AppOptions = {
  log: Logger
  endpoints: readonly ((Endpoint & Exportable) | ForwardedEndpoint)[]
  /** Authenticates the sender of a request by its `Authorization` header. Throws UNAUTHORIZED, FORBIDDEN, SERVICE_UNAVAILABLE. */
  authenticate: {
    member?: (authorization: string | undefined) => Promise<SignedInMember>
    /** Throws FORBIDDEN where a permission is lacking. */
    internal?: (authorization: string | undefined, permissions: readonly string[]) => Promise<Administrator>
    /** Throws ADMIN_NOT_WHITELISTED, ADMIN_INACTIVE, FORBIDDEN where a permission is lacking. */
    admin?: (
      authorization: string | undefined,
      permissions: readonly string[],
      origin: Origin,
    ) => Promise<Administrator>
    /** Verifies the signature of the payment service over method and target. */
    sender?: (request: { header: string; method: string; path: string }) => void
  }
  /** Lets requests with an idempotency key act once; left out where nothing is stored, so that such keys are ignored. */
  answerOnce?: AnswerOnce
  /** Records that an administrator got the first response of a request again, before it is sent. */
  recordReplay?: RecordReplay | undefined
  /** Whether an error of a library means that something the service needs is down, which is a 503. */
  isUnavailable: (error: unknown) => boolean
  responseCheck: ResponseCheck
  health: HealthCheck
  /** Whether the service's database serves this process; while it does not, the gateway prefers another one. */
  isServed?: () => boolean
  healthDetails?: HealthDetails | undefined
  /** Middleware before routing for every request that is not about health, such as one that serves files. */
  middleware?: readonly HttpMiddleware[]
}

/**
 * Creates the Koa application of a service. A request passes, from outside in: log and ids, errors, the service's own
 * middleware, routing, authentication, body, validation, handler; the result passes the envelope and the response check.
 */
export function createApp(options: AppOptions): Koa<RequestState> {
  const app = new Koa<RequestState>()
  app.use(accessLog(options.log))
  app.use(handleErrors(options.isUnavailable))
  app.use(answerHealth(options.health, options.healthDetails, options.isServed))
  app.use(requireReadableRequest)
  for (const middleware of options.middleware ?? []) app.use(middleware)
  const router = new Router<RequestState>({ sensitive: true, strict: true })
  for (const endpoint of options.endpoints) {
    if ('forward' in endpoint) bindForwarded(router, endpoint, options)
    else bind(router, endpoint, options)
  }
  app.use(router.routes())
  app.use(handleUnknownRoute(router))
  app.silent = true
  app.on('error', (error: Error) => options.log.error({ err: error }, 'A response failed'))
  return app
}

/** Refuses requests that no route reads, or that could be misread. */
const requireReadableRequest: HttpMiddleware = (ctx, next) => {
  requireIdentityEncoding(ctx.req)
  requireReadablePath(ctx.path)
  return next()
}

function bind(router: Router<RequestState>, endpoint: Endpoint & Exportable, options: AppOptions): void {
  const { route } = endpoint
  const begin = beginningOf(route)
  const respond = createResponder(route, options.responseCheck)
  const answerCsv = createCsvAnswer(endpoint)
  const nameIgnored = createIgnoredParameters(route)
  const findRefused = createIgnoredFields(route)
  const addKey = createKeyReader(route)
  const answer = createKeyedResponder(endpoint, options)
  const takesNone = takesNoBody(route)
  const readDeclaredBody = bodyReaderOf(route)
  router.register(koaPath(route.path), [route.method], async (ctx: HttpContext & { params: unknown }) => {
    begin(ctx)
    const principal = await authenticate(route, ctx, options)
    // Only lists of administrators have it.
    if (endpoint.csv && (await answerCsv(ctx, principal as Administrator))) return
    const params = validateParams(route, ctx.params)
    // An action checks the same itself, under its lock: without a body or a key there is nothing that could be answered before.
    if (!takesNone || hasBody(ctx.req) || 'idempotency-key' in ctx.request.headers)
      await endpoint.authorize?.(params, principal)
    const query = route.query ? parseQuery(ctx.querystring) : parseUnusedQuery(ctx.querystring)
    const unknown = nameIgnored(ctx, query)
    const body = addKey(ctx, await readDeclaredBody(ctx))
    const mistakes = findRefused(ctx, body)
    const input = { params, ...validateInput(route, { query, unknown, body, mistakes }) } as RouteInput<Route>
    await answer(ctx, { principal, input }, async () => {
      const result = await endpoint.handle(input, principal, ctx.state).catch(error => {
        requireDeclaredError(route, options.responseCheck, error)
        throw error
      })
      if (ctx.state.unchanged) ctx.set(unchangedHeader)
      respond(ctx, result, query)
    })
  })
}

/** Reads the body that a route declares, or refuses one if it takes none; a deferred endpoint ignores its body. */
function bodyReaderOf(route: Route): (ctx: HttpContext) => Promise<unknown> {
  const { body, bodyTypes } = route
  if (body) return ctx => (route.bodyOptional ? readOptionalBody : readBody)(ctx, route)
  if (bodyTypes) return ctx => readBinaryBody(ctx, { ...route, bodyTypes })
  if (takesNoBody(route)) return ctx => requireNoBody(ctx, route)
  return async () => undefined
}

/** A forwarded request is validated by the service that owns it; only its sender is authenticated here. */
function bindForwarded(router: Router<RequestState>, endpoint: ForwardedEndpoint, { authenticate }: AppOptions): void {
  const { route } = endpoint
  const begin = beginningOf(route)
  const answerCsv = createCsvAnswer(endpoint)
  router.register(koaPath(route.path), [route.method], async (ctx: HttpContext & { params: unknown }) => {
    begin(ctx)
    const { authorization } = ctx.request.headers
    const administrator = await required(authenticate.admin)(authorization, route.permissions ?? [], ctx.state)
    if (await answerCsv(ctx, administrator)) return
    const request = await readRawRequest(route, ctx)
    const response = await endpoint.forward(request, administrator, ctx.state)
    if (response.status === 200 && isRevalidated(route)) {
      if (endpoint.record && !hasCopy(ctx, response.body)) await endpoint.record(request, administrator, ctx.state)
      if (answerUnchanged(ctx, response.body)) return
    }
    sendRawResponse(ctx, response)
  })
}

/** Creates a function that sends a list as CSV if the client prefers it, and returns whether it did. */
function createCsvAnswer({ route, csv }: { route: Route } & Exportable) {
  const nameIgnored = createIgnoredParameters(route)
  return async (ctx: HttpContext & { params: unknown }, administrator: Administrator): Promise<boolean> => {
    if (!csv) return false
    ctx.vary('accept')
    if (!prefersCsv(ctx)) return false
    const query = parseUnusedQuery(ctx.querystring)
    const unknown = nameIgnored(ctx, query)
    if (unknown.length > 0) validateInput(route, { query, unknown, body: undefined })
    sendRawResponse(ctx, await csv(await readRawRequest(route, ctx), administrator, ctx.state))
    return true
  }
}

/** Creates middleware that names the route of a request, and sets the headers of every response of a route, errors included. */
function beginningOf(route: Route): (ctx: HttpContext) => void {
  const deprecation = route.deprecated && deprecationHeaders(route.deprecated)
  const name = `${route.method} ${route.path}`
  return ctx => {
    ctx.state.route = name
    if (isPrivate(route)) ctx.set('cache-control', 'no-store')
    if (deprecation) ctx.set(deprecation)
  }
}

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the page about what to use instead. Throws where a declaration has no date. */
const deprecationHeaders = ({ since, sunset, link }: Deprecation): Record<string, string> => ({
  deprecation: `@${Math.floor(Date.parse(new Date(since).toISOString()) / 1000)}`,
  sunset: new Date(new Date(sunset).toISOString()).toUTCString(),
  link: `<${link}>; rel="deprecation"`,
})

/** `{id}` in a declaration is `:id` in the router. */
const koaPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

async function authenticate(route: Route, ctx: HttpContext, { authenticate }: AppOptions): Promise<unknown> {
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
    case 'sender':
      return required(authenticate.sender)({ header: ctx.get(signatureHeader), method: ctx.method, path: ctx.url })
    case 'admin':
      return required(authenticate.admin)(authorization, route.permissions ?? [], ctx.state)
  }
}

function required<T>(authenticator: T | undefined): T {
  if (!authenticator) throw new Error('A route needs an authenticator that the service does not have')
  return authenticator
}
