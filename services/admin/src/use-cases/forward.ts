import type { Clock } from '@campstore/auth/identity'
import type { InternalSigningKey } from '@campstore/auth/internal-keys'
import { type Administrator, signInternalToken } from '@campstore/auth/internal-token'
import { ApiError } from '@campstore/contract/errors'
import { internalPath, type Owner, type Route } from '@campstore/contract/route'
import { traceparent } from '@campstore/core/telemetry/trace'
import type { RequestContext } from '@campstore/http/endpoint'
import type { ForwardedEndpoint, RawAnswer, RawRequest } from '@campstore/http/forwarded'
import type { ServiceClient, UpstreamResult } from '../service-client.ts'
import { type AuditLog, auditedWrite, targetOf } from './audited-write.ts'

/** An admin route that another service answers. */
export type OwnedRoute = Route & { owner: Owner }

/** What forwarding needs. */
export type Forwarding = AuditLog & {
  clock: Clock
  owners: ServiceClient
  /** Signs internal tokens. */
  signingKey: InternalSigningKey
  /** How long an administrator waits for an owner, over all that one request asks of it. */
  timeoutMs: number
  /** The route by which the audit reads what another one changes. */
  readingRoute(route: OwnedRoute): OwnedRoute | undefined
}

/** One request of an administrator on its way to an owner. */
export type ForwardContext = { administrator: Administrator; context: RequestContext; until: AbortSignal }

/**
 * The endpoint of a route that another service owns. Reads go there and back; a write is recorded before it goes, with what
 * was there, and completed with what came of it. The owner judges everything but who asks, and its answer is not touched.
 */
export function forwarded(given: Forwarding, route: OwnedRoute): ForwardedEndpoint {
  const forward: ForwardedEndpoint['forward'] = async (request, administrator, context) => {
    const forwardContext = { administrator, context, until: AbortSignal.timeout(given.timeoutMs) }
    if (route.method === 'GET') return answerOf(await pass(given, route, request, forwardContext))
    const before = await readBefore(given, route, request, forwardContext)
    const deed = { route, request, administrator, context, before }
    return answerOf(await auditedWrite(given, deed, () => pass(given, route, request, forwardContext)))
  }
  return { route, forward }
}

function answerOf(reply: UpstreamResult): RawAnswer {
  if (reply.answer) return reply.answer
  throw reply.refusal
}

/** What the route's target is like, read as the owner shows it. Throws SERVICE_UNAVAILABLE, GATEWAY_TIMEOUT: nothing was tried yet. */
async function readBefore(
  given: Forwarding,
  route: OwnedRoute,
  request: RawRequest,
  forwardContext: ForwardContext,
): Promise<RawAnswer | undefined> {
  const reading = given.readingRoute(route)
  const id = targetOf(request)
  if (!reading || id === undefined) return undefined
  return answerOf(await readTarget(given, reading, id, forwardContext))
}

/** Asks the owner for what a reading route shows of an id. */
export function readTarget(
  given: Forwarding,
  reading: OwnedRoute,
  id: string,
  forwardContext: ForwardContext,
): Promise<UpstreamResult> {
  const path = reading.path.replace('{id}', encodeURIComponent(id))
  return pass(
    given,
    reading,
    { path, search: '', params: { id }, contentType: undefined, body: undefined },
    forwardContext,
  )
}

async function pass(
  given: Forwarding,
  route: OwnedRoute,
  request: RawRequest,
  forwardContext: ForwardContext,
): Promise<UpstreamResult> {
  const { administrator, context, until } = forwardContext
  const { owner, permissions = [] } = route
  const call = { adminId: administrator.adminId, permissions, audience: owner }
  const token = await signInternalToken(call, given.signingKey, given.clock)
  const headers = ['authorization', `Bearer ${token}`, 'traceparent', traceparent(context.traceId)]
  headers.push('x-request-id', context.requestId, 'x-forwarded-for', context.clientAddress)
  if (request.contentType !== undefined) headers.push('content-type', request.contentType)
  const path = internalPath(owner, request.path) + request.search
  const reply = await given.owners.send(owner, { method: route.method, path, headers, body: request.body }, until)
  return asInternalError(route, reply) ?? reply
}

/** An owner that refuses our token or does not know our route: no fault of the administrator's. */
function asInternalError(route: OwnedRoute, { answer }: UpstreamResult): UpstreamResult | undefined {
  if (!answer || ![401, 403, 405].includes(answer.status)) return undefined
  const cause = new Error(`${route.owner} answered ${answer.status} to ${route.name}: ${answer.body.toString()}`)
  return { refusal: new ApiError('INTERNAL_ERROR', 'Something went wrong', { cause }), requestWasSent: false }
}
