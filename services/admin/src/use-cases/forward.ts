import type { Clock } from '@campstore/auth/identity'
import type { InternalSigningKey } from '@campstore/auth/internal-keys'
import { type Administrator, signInternalToken } from '@campstore/auth/internal-token'
import { adminRoutes } from '@campstore/contract/admin/routes'
import { ApiError, internalError } from '@campstore/contract/errors'
import { internalPath, type Owner, type Route } from '@campstore/contract/route'
import { text } from '@campstore/contract/texts/text'
import { fingerprint } from '@campstore/core/fingerprint'
import { activeSpan } from '@campstore/core/telemetry/spans'
import { traceparent } from '@campstore/core/telemetry/trace'
import type { RequestContext } from '@campstore/http/endpoint'
import type { ForwardedEndpoint, RawRequest, RawResponse } from '@campstore/http/forwarded'
import { exportAfterHeader } from '@campstore/service/export-pages'
import type { ServiceClient, UpstreamResult } from '../service-client.ts'
import { type AuditLog, auditedWrite, pathIdsOf } from './audited-write.ts'
import { recordView } from './record-view.ts'

/** An admin route that another service owns. */
export type OwnedRoute = Route & { owner: Owner }

/** The dependencies of forwarding. */
export type Forwarding = AuditLog & {
  clock: Clock
  services: ServiceClient
  /** Signs internal tokens. */
  signingKey: InternalSigningKey
  /** Timeout of all calls of one request together. */
  timeoutMs: number
}

/** One request of an administrator to another service. */
export type ForwardContext = {
  administrator: Administrator
  context: RequestContext
  until: AbortSignal
  /** Where the page before has ended, of an export. */
  exportAfter?: string
}

/**
 * The request that one step of an administrator's request makes: the action of a route on one resource. It has an idempotency key of
 * its own where the administrator's request has one.
 *
 * @param step distinguishes the action from the other actions of the request
 */
export const requestOfStep = (
  { path }: OwnedRoute,
  id: string,
  { idempotencyKey }: RequestContext,
  step: string,
  body?: object,
): RawRequest => ({
  path: path.replace('{id}', encodeURIComponent(id)),
  search: '',
  params: { id },
  contentType: body && 'application/json',
  idempotencyKey: idempotencyKey === undefined ? undefined : fingerprint([idempotencyKey, step]),
  body: body && Buffer.from(JSON.stringify(body)),
})

const declaredRoutes = new Map<string, Route>(Object.entries(adminRoutes))
const isOwned = (route: Route | undefined): route is OwnedRoute => route?.owner !== undefined

/** The admin routes that other services own, as the contract declares them. */
export const forwardedEndpoints = (deps: Forwarding): ForwardedEndpoint[] =>
  [...declaredRoutes.values()].filter(isOwned).map(route => forwardedEndpoint(deps, route))

/**
 * The endpoint of a route that another service owns. Reads and calculations are forwarded; one that shows a customer leaves an entry
 * in the audit log. Only authentication and permissions are checked here; the owning service checks everything else, and its response is
 * returned unchanged.
 */
function forwardedEndpoint(deps: Forwarding, route: OwnedRoute): ForwardedEndpoint {
  const forward: ForwardedEndpoint['forward'] = async (request, administrator, context) => {
    const forwardContext = { administrator, context, until: AbortSignal.timeout(deps.timeoutMs) }
    const send = route.method === 'GET' || route.changesNothing ? sendToOwner : sendAudited
    return responseOf(await send(deps, route, request, forwardContext))
  }
  return { route, forward, ...(route.recorded && { record: recordView(deps, route) }) }
}

/**
 * Sends a write to the owner of its route. It is recorded in the audit log before, with the target's detail, and the entry is
 * completed with the response.
 */
export async function sendAudited(
  deps: Forwarding,
  route: OwnedRoute,
  request: RawRequest,
  forwardContext: ForwardContext,
): Promise<UpstreamResult> {
  const { administrator, context } = forwardContext
  // By it the audit log reads the resource that the route changes.
  const reading = declaredRoutes.get(route.reads ?? '')
  const before = isOwned(reading) ? await readTarget(deps, reading, pathIdsOf(request), forwardContext) : undefined
  // Nothing was sent yet.
  if (before && !before.response) return before
  const write = { route, request, administrator, context, before: before?.response }
  return auditedWrite(deps, write, () => sendToOwner(deps, route, request, forwardContext))
}

/** The response of a result. Throws its error where there is none. */
export function responseOf(result: UpstreamResult): RawResponse {
  if (result.response) return result.response
  throw result.error
}

/**
 * Reads the target of a write by its reading route.
 *
 * @param ids that the path names, in its order; none where there is one target, such as a policy
 */
export function readTarget(
  deps: Forwarding,
  reading: OwnedRoute,
  ids: readonly string[],
  forwardContext: ForwardContext,
): Promise<UpstreamResult> {
  const places = ids.values()
  const path = reading.path.replace(/\{\w+\}/g, () => encodeURIComponent(places.next().value ?? ''))
  const request = { path, search: '', params: {}, contentType: undefined, body: undefined }
  return sendToOwner(deps, reading, request, forwardContext)
}

/** Sends a request to the owner of its route, with a token that names the administrator and the route's permissions. */
export async function sendToOwner(
  deps: Forwarding,
  route: OwnedRoute,
  request: RawRequest,
  forwardContext: ForwardContext,
): Promise<UpstreamResult> {
  const { administrator, context, until } = forwardContext
  const { owner, permissions = [], optionalPermissions = [] } = route
  const held = optionalPermissions.filter(permission => administrator.permissions.includes(permission))
  const call = { adminId: administrator.adminId, permissions: [...permissions, ...held], audience: owner }
  const token = await signInternalToken(call, deps.signingKey, deps.clock)
  const headers = ['authorization', `Bearer ${token}`, 'x-request-id', context.requestId]
  headers.push('x-forwarded-for', context.clientAddress, 'accept-language', context.language)
  if (request.contentType !== undefined) headers.push('content-type', request.contentType)
  if (request.idempotencyKey !== undefined) headers.push('idempotency-key', request.idempotencyKey)
  if (request.prefer !== undefined) headers.push('prefer', request.prefer)
  if (forwardContext.exportAfter !== undefined) headers.push(exportAfterHeader, forwardContext.exportAfter)
  const path = internalPath(owner, request.path) + request.search
  const upstreamRequest = {
    method: route.method,
    path,
    headers,
    traceparent: activeSpan()?.traceparent ?? traceparent(context.traceId),
    body: request.body,
  }
  const result = await deps.services.send(owner, upstreamRequest, until)
  return asInternalError(route, result) ?? result
}

/**
 * A service that refuses our token or does not know our route: a fault of ours, not of the administrator. A token is made for
 * each call, so one that has expired means that the clocks of the two services differ.
 */
function asInternalError(route: OwnedRoute, { response }: UpstreamResult): UpstreamResult | undefined {
  if (!response || ![401, 403, 405].includes(response.status)) return undefined
  // The owner has decided by optional permissions, which the admin service does not check.
  if (response.status === 403 && route.optionalPermissions) return undefined
  const cause = new Error(`${route.owner} responded ${response.status} to ${route.name}: ${response.body.toString()}`)
  const isAboutTime = response.headers['www-authenticate']?.includes('expired')
  const error = isAboutTime
    ? new ApiError('SERVICE_UNAVAILABLE', text('failure.clocks'), { cause })
    : internalError(cause)
  return { error, requestWasSent: false }
}
