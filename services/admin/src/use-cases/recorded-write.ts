import type { Origin } from '@campstore/auth/administrators'
import type { Administrator } from '@campstore/auth/internal-token'
import { ApiError } from '@campstore/contract/errors'
import type { Route } from '@campstore/contract/route'
import { connectionOf } from '@campstore/database/em-connection'
import type { RequestContext } from '@campstore/http/endpoint'
import type { ServiceContext } from '@campstore/service/dependencies'
import type { EntityManager } from '@mikro-orm/postgresql'
import { changesBetween, isUnchanged } from '../domain/changes.ts'
import { insertAuditEntry, type NewAuditEntry } from '../persistence/audit-log.ts'

/** The administrator who writes, and where the request comes from. */
export type Author = { administrator: Administrator; origin: Origin & Pick<RequestContext, 'unchanged'> }

/** A write of this service's own data: its route, its target unless it creates that, the body, and its author. */
export type OwnWrite = { route: Route; targetId: string | null; request: object | null; author: Author }

/** What a write has done; the audit log keeps the difference of `before` and `after`. */
export type Written<Result> = { result: Result; targetId: string; before: unknown; after: unknown }

/** Writes, and records that in the audit log, in one transaction. A refusal is recorded too. Throws the errors of `write`. */
export async function recordedWrite<Result>(
  deps: Pick<ServiceContext, 'database' | 'clock' | 'newId'>,
  { route, targetId, request, author: { administrator, origin } }: OwnWrite,
  write: (em: EntityManager) => Promise<Written<Result>>,
): Promise<Result> {
  const entry: NewAuditEntry = {
    id: deps.newId(),
    at: deps.clock(),
    adminId: administrator.adminId,
    action: route.name,
    targetId,
    requestId: origin.requestId,
    clientAddress: origin.clientAddress,
    request: request && JSON.stringify(request),
    before: null,
  }
  try {
    return await (await deps.database.em()).transactional(async em => {
      const { result, before, after, ...written } = await write(em)
      await em.flush()
      const { successStatus: status = 200 } = route
      const changes = changesBetween(before, after)
      const succeeded = { outcome: 'succeeded', status, code: null, ...changes, ...written, at: entry.at } as const
      await insertAuditEntry(connectionOf(em), { ...entry, before: changes.before }, succeeded)
      origin.unchanged = isUnchanged(route, before, after)
      return result
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, code } = error
    const refused = { outcome: status < 500 ? 'refused' : 'failed', status, code, after: null, at: entry.at } as const
    await insertAuditEntry(deps.database.requests, entry, refused)
    throw error
  }
}
