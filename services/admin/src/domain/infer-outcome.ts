import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '@campstore/core/parse-json'
import { z } from 'zod'

/** A write whose result was never recorded, and the current detail of its target. */
export type UnfinishedWrite = {
  adminId: string
  method: string
  /** The body as it was sent. */
  request: string | null
  /** The target's detail before the write; null where there was none. */
  before: unknown
  /** The target's detail now; undefined where the service reports that there is no such thing. */
  now: unknown
  /** Whether another write of the same target may have happened since. */
  hasLaterWrites: boolean
}

/** The most likely result of a write, and what it was inferred from: the target's history, its state, or nothing. */
export type InferredOutcome = { outcome: 'succeeded' | 'failed' | 'unknown'; from: 'history' | 'state' | 'nothing' }

const unknownOutcome: InferredOutcome = { outcome: 'unknown', from: 'nothing' }

const historySchema = z.object({
  statusHistory: z.array(
    z.object({ at: z.string(), actor: z.object({ type: z.string(), id: z.string().nullable() }) }),
  ),
})
const fieldsSchema = z.record(z.string(), z.unknown())
type Fields = z.output<typeof fieldsSchema>

/**
 * Infers the result of a write from its target before and now (docs/contract/admin.md#audit-log). A status history says who
 * did what, so it comes first. The state proves that the write did not happen when it has not changed. It proves that the write
 * happened when it has become what was requested and no other write has followed. Everything else stays unknown, because
 * a wrong entry is worse than an open one.
 */
export function inferOutcome(write: UnfinishedWrite): InferredOutcome {
  return inferFromHistory(write) ?? inferFromState(write)
}

function inferFromHistory({ before, now, adminId, hasLaterWrites }: UnfinishedWrite): InferredOutcome | undefined {
  const [was, is] = [historySchema.safeParse(before), historySchema.safeParse(now)]
  if (!was.success || !is.success) return undefined
  const ownEntries = is.data.statusHistory
    .slice(was.data.statusHistory.length)
    .filter(({ actor }) => actor.type === 'admin' && actor.id === adminId)
  if (ownEntries.length === 0) return { outcome: 'failed', from: 'history' }
  return { outcome: hasLaterWrites ? 'unknown' : 'succeeded', from: 'history' }
}

function inferFromState({ method, request, before, now, hasLaterWrites }: UnfinishedWrite): InferredOutcome {
  const [was, is] = [fieldsSchema.safeParse(before), fieldsSchema.safeParse(now)]
  if (!was.success) return unknownOutcome
  if (!is.success) {
    return method === 'DELETE' && !hasLaterWrites ? { outcome: 'succeeded', from: 'state' } : unknownOutcome
  }
  if (method === 'DELETE' || isUnchanged(was.data, is.data)) return { outcome: 'failed', from: 'state' }
  if (hasLaterWrites) return unknownOutcome
  return isAsRequested(was.data, is.data, request) ? { outcome: 'succeeded', from: 'state' } : unknownOutcome
}

const isUnchanged = (was: Fields, is: Fields): boolean =>
  typeof was.updatedAt === 'string' ? was.updatedAt === is.updatedAt : isDeepStrictEqual(was, is)

/** Whether each requested field has its requested value, and one of them had another; without any, whether the status changed. */
function isAsRequested(was: Fields, is: Fields, request: string | null): boolean {
  const requested = fieldsSchema.catch({}).parse(parseJson(request ?? ''))
  const names = Object.keys(requested)
  if (names.length === 0) return was.status !== undefined && was.status !== is.status
  const isDone = names.every(name => name in is && isDeepStrictEqual(is[name], requested[name]))
  return isDone && names.some(name => !isDeepStrictEqual(was[name], requested[name]))
}
