import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'

/** A write whose end was never recorded, and what the owner shows of its target now. */
export type UnfinishedWrite = {
  adminId: string
  method: string
  /** The body as it was sent. */
  request: string | null
  /** What the target's detail showed before; null where it was not there. */
  before: unknown
  /** What it shows now; undefined where the owner says that there is no such thing. */
  now: unknown
  /** Whether another write of the same target may have happened since. */
  othersSince: boolean
}

/** What came of it, as far as that can be known, and from what: the target's history, its state, or nothing. */
export type LateOutcome = { outcome: 'succeeded' | 'failed' | 'unknown'; from: 'history' | 'state' | 'nothing' }

const historySchema = z.object({
  statusHistory: z.array(
    z.object({ at: z.string(), actor: z.object({ type: z.string(), id: z.string().nullable() }) }),
  ),
})
const fieldsSchema = z.record(z.string(), z.unknown())

/**
 * Judges a write by comparing what its target was and is (decisions.md, 9). A history says who did what, so it is believed
 * first. A state says that nothing happened when it has not changed; that the write happened when it is now what was asked, was
 * not before, and nobody else has written since. Everything else stays unknown: a wrong record is worse than an open one.
 */
export function judgeLate(write: UnfinishedWrite): LateOutcome {
  return byHistory(write) ?? byState(write)
}

/** For what has a history: entries of this administrator that were not there before. */
function byHistory({ before, now, adminId, othersSince }: UnfinishedWrite): LateOutcome | undefined {
  const [was, is] = [historySchema.safeParse(before), historySchema.safeParse(now)]
  if (!was.success || !is.success) return undefined
  const own = is.data.statusHistory
    .slice(was.data.statusHistory.length)
    .filter(({ actor }) => actor.type === 'admin' && actor.id === adminId)
  if (own.length === 0) return { outcome: 'failed', from: 'history' }
  return { outcome: othersSince ? 'unknown' : 'succeeded', from: 'history' }
}

function byState({ method, request, before, now, othersSince }: UnfinishedWrite): LateOutcome {
  const [was, is] = [fieldsSchema.safeParse(before), fieldsSchema.safeParse(now)]
  if (!was.success) return unknowable
  if (!is.success) return method === 'DELETE' && !othersSince ? { outcome: 'succeeded', from: 'state' } : unknowable
  if (method === 'DELETE' || isUnchanged(was.data, is.data)) return { outcome: 'failed', from: 'state' }
  if (othersSince) return unknowable
  return isAsAsked(was.data, is.data, request) ? { outcome: 'succeeded', from: 'state' } : unknowable
}

const unknowable: LateOutcome = { outcome: 'unknown', from: 'nothing' }

type Fields = Record<string, unknown>

const isUnchanged = (was: Fields, is: Fields): boolean =>
  typeof was.updatedAt === 'string' ? was.updatedAt === is.updatedAt : isDeepStrictEqual(was, is)

/** Whether every field that was asked for is now as it was asked, and one of them was not before; without any, the status. */
function isAsAsked(was: Fields, is: Fields, request: string | null): boolean {
  const asked = request === null || request === '' ? {} : readFields(request)
  const names = Object.keys(asked)
  if (names.length === 0) return was.status !== undefined && was.status !== is.status
  const done = names.every(name => name in is && isDeepStrictEqual(is[name], asked[name]))
  return done && names.some(name => !isDeepStrictEqual(was[name], asked[name]))
}

function readFields(request: string): Fields {
  try {
    return fieldsSchema.catch({}).parse(JSON.parse(request))
  } catch {
    return {}
  }
}
