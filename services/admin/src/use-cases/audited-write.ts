import type { Administrator } from '@campstore/auth/internal-token'
import { idParams } from '@campstore/contract/admin/fields'
import type { Route } from '@campstore/contract/route'
import type { RequestContext } from '@campstore/http/endpoint'
import type { RawRequest, RawResponse } from '@campstore/http/forwarded'
import type { Running } from '@campstore/service/dependencies'
import { z } from 'zod'
import { completeRecord, type Ending, insertAuditEntry } from '../persistence/audit-log.ts'
import type { UpstreamResult } from '../service-client.ts'

/** What recording needs. */
export type AuditLog = Pick<Running, 'database' | 'clock' | 'newId'>

type PendingWrite = {
  route: Route
  request: RawRequest
  administrator: Administrator
  context: RequestContext
  /** What the owner showed of the target before, if it has an id yet. */
  before: RawResponse | undefined
}

/**
 * Records a write at an owner before it is sent, and completes the record when it is over. If this process ends in between,
 * the record stays as it is and says that the end is not known. A record that cannot be completed takes nothing back: the
 * owner has answered.
 */
export async function auditedWrite(
  { database: { pool }, clock, newId }: AuditLog,
  { route, request, administrator: { adminId }, context, before }: PendingWrite,
  act: () => Promise<UpstreamResult>,
): Promise<UpstreamResult> {
  const id = newId()
  await insertAuditEntry(pool, {
    id,
    at: clock(),
    adminId,
    action: route.name,
    before: before && dataOf(before),
    requestId: context.requestId,
    clientAddress: context.clientAddress,
    targetId: targetOf(request) ?? null,
    request: request.body?.toString() ?? null,
  })
  const reply = await act()
  try {
    await completeRecord(pool, id, { ...endingOf(reply, route), at: clock() })
  } catch (error) {
    context.log.error({ err: error, auditRecord: id }, 'an audit record could not be completed')
  }
  return reply
}

/** The id in a request's path. */
export const targetOf = ({ params }: RawRequest): string | undefined => idParams.safeParse(params).data?.id

function endingOf(reply: UpstreamResult, route: Route): Omit<Ending, 'at'> {
  if (!reply.answer) {
    const { refusal, requestWasSent } = reply
    return { outcome: requestWasSent ? 'unknown' : 'failed', status: refusal.status, code: refusal.code, after: null }
  }
  const { status } = reply.answer
  const { data, error } = bodyOf(reply.answer)
  if (status >= 400) {
    return { outcome: status < 500 ? 'refused' : 'failed', status, code: error?.code ?? null, after: null }
  }
  // What had no id before is known by the one it was given.
  const created = route.params ? undefined : createdSchema.safeParse(data).data?.id
  return { outcome: 'succeeded', status, code: null, after: data, targetId: created?.toString() }
}

const bodySchema = z.object({ data: z.unknown().optional(), error: z.object({ code: z.string() }).optional() })
const createdSchema = z.object({ id: z.union([z.string(), z.number()]) })

/** The data of an answer; null where it has none. */
export const dataOf = (answer: RawResponse): unknown => (answer.status === 200 ? bodyOf(answer).data : null)

function bodyOf({ body }: RawResponse): z.output<typeof bodySchema> {
  if (body.length === 0) return {}
  try {
    return bodySchema.catch({}).parse(JSON.parse(body.toString()))
  } catch {
    return {} // No JSON of ours, such as a page of something in between.
  }
}
