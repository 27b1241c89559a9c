import type { Administrator } from '@campstore/auth/internal-token'
import { errorCodes } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'
import { parseJson } from '@campstore/core/parse-json'
import type { RequestContext } from '@campstore/http/endpoint'
import type { RawRequest, RawResponse } from '@campstore/http/forwarded'
import { unchangedHeader } from '@campstore/http/respond'
import type { ServiceContext } from '@campstore/service/dependencies'
import { z } from 'zod'
import { boundedState, changesBetween, isUnchanged } from '../domain/changes.ts'
import { type AuditOutcome, completeAuditEntry, insertAuditEntry } from '../persistence/audit-log.ts'
import type { UpstreamResult } from '../service-client.ts'

/** The dependencies of the audit log. */
export type AuditLog = Pick<ServiceContext, 'database' | 'clock' | 'newId'>

/** A write that is about to be sent to another service. */
type PendingWrite = {
  route: Route
  request: RawRequest
  administrator: Administrator
  context: RequestContext
  /** The service's response for the target before, where it has an id. */
  before: RawResponse | undefined
}

/**
 * Inserts an audit entry, sends a write to another service, and completes the entry. If this process ends before that, the entry
 * keeps the outcome `started` until a job completes it. The response is returned also where the entry cannot be completed,
 * because the service has acted already.
 */
export async function auditedWrite(
  deps: AuditLog,
  { route, request, administrator, context, before }: PendingWrite,
  send: () => Promise<UpstreamResult>,
): Promise<UpstreamResult> {
  const { requests: pool } = deps.database
  const id = deps.newId()
  const targetId = targetIdOf(request) ?? targetNamedBy(route, request) ?? null
  const was = before ? dataOf(before) : null
  const kept = boundedState(was, targetId, route.method === 'DELETE')
  await insertAuditEntry(pool, {
    id,
    at: deps.clock(),
    adminId: administrator.adminId,
    action: route.name,
    targetId,
    requestId: context.requestId,
    clientAddress: context.clientAddress,
    request: recordedBody(route, request),
    before: kept,
  })
  const result = await send()
  const outcome = outcomeOf(result, route)
  const changes = outcome.after ? changesBetween(was, outcome.after) : { before: stateLeft(outcome, kept), after: null }
  try {
    await completeAuditEntry(pool, id, { ...outcome, ...changes, at: deps.clock() })
  } catch (error) {
    context.log.error({ err: error, auditEntryId: id }, 'Cannot complete an audit entry')
  }
  return markUnchanged(result, route, before)
}

/** A write that was refused has changed nothing; one that got no response, or has no data, leaves what was kept. */
const stateLeft = ({ outcome }: Pick<AuditOutcome, 'outcome'>, kept: unknown): unknown =>
  outcome === 'refused' || outcome === 'failed' ? null : kept

/** A PATCH that has changed nothing says so; a response without data has no state to compare. */
function markUnchanged(result: UpstreamResult, route: Route, before: RawResponse | undefined): UpstreamResult {
  const { response } = result
  if (!before || response?.status !== 200 || !isUnchanged(route, dataOf(before), dataOf(response))) return result
  return { response: { ...response, headers: { ...response.headers, ...unchangedHeader } } }
}

/** The id, or what stands for one, that a request's path names last: of a claim on a coupon the claim's. */
export const targetIdOf = (request: RawRequest): string | undefined => pathIdsOf(request).at(-1)

/** The target that the body names, for a route without an id in its path; the owner of the route refuses a malformed body. */
function targetNamedBy({ target }: Route, { body }: RawRequest): string | undefined {
  const named = target && body && fieldsSchema.safeParse(parseJson(body)).data?.[target]
  return typeof named === 'string' ? named : undefined
}

/** The ids that a request's path names, in its order. */
export const pathIdsOf = ({ params }: RawRequest): string[] => Object.values(paramsSchema.parse(params))

const paramsSchema = z.record(z.string(), z.string())
const fieldsSchema = z.record(z.string(), z.unknown())

/** A body as it was sent; of one that is not JSON its type and size (docs/contract/admin.md#audit-log). */
function recordedBody({ bodyTypes }: Route, { contentType, body }: RawRequest): string | null {
  if (!body) return null
  return bodyTypes ? JSON.stringify({ mediaType: contentType ?? null, bytes: body.length }) : body.toString()
}

function outcomeOf(result: UpstreamResult, route: Route): Omit<AuditOutcome, 'at' | 'before'> {
  if (!result.response) {
    const { error, requestWasSent } = result
    return { outcome: requestWasSent ? 'unknown' : 'failed', status: error.status, code: error.code, after: null }
  }
  const { status } = result.response
  const { data, error } = parseBody(result.response)
  if (status >= 400) {
    return { outcome: status < 500 ? 'refused' : 'failed', status, code: error?.code ?? null, after: null }
  }
  // A write without an id in its path creates its target.
  const created = route.params ? undefined : createdSchema.safeParse(data).data?.id
  return { outcome: 'succeeded', status, code: null, after: data, targetId: created?.toString() }
}

const errorSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string().default(''),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
const bodySchema = z.object({ data: z.unknown().optional(), error: errorSchema.optional().catch(undefined) })
const createdSchema = z.object({ id: z.union([z.string(), z.number()]) })

/** The data of a response; null where it has none. */
export const dataOf = (response: RawResponse): unknown => (response.status === 200 ? parseBody(response).data : null)

/** The error of a response; undefined where it has none of ours. */
export const errorOf = (response: RawResponse): z.output<typeof errorSchema> | undefined => parseBody(response).error

/** Empty for a body that is not ours, such as the error page of a proxy. */
const parseBody = ({ body }: RawResponse): z.output<typeof bodySchema> => bodySchema.catch({}).parse(parseJson(body))
