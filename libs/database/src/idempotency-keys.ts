import type { Queryable } from './database.ts'
import { deleteOlder } from './delete-older.ts'
import type { SqlLibrary } from './migration-files.ts'

/** What a key belongs to: the same key of a sender is another one in each scope. */
type KeyScope = 'hold' | 'movement' | 'member_request' | 'admin_request'

/** The idempotency keys of a schema. */
export const keysSql = (schema: string): SqlLibrary => ({
  name: 'keys',
  folder: new URL('../sql/keys/', import.meta.url),
  parameters: { schema },
})

/** Days after which a key and its response are deleted: 90 after the longest hold (docs/contract/conventions.md#idempotency). */
const keyRetentionDays = 91

/** Deletes the keys of a schema that are older than {@link keyRetentionDays}, until none is left; returns how many. */
export const deleteOldKeys = (database: Queryable, schema: string, now: Date): Promise<number> =>
  deleteOlder(
    database,
    { table: `${schema}.idempotency_key`, column: 'created_at' },
    new Date(now.getTime() - keyRetentionDays * 86_400_000),
  )

/**
 * PL/pgSQL that takes a key until its transaction ends, or finds the key of the same request in the variable `earlier`. A key of
 * another request is refused with the SQLSTATE `keyReused`. The other values are SQL expressions.
 *
 * @param key.replay what to do with `earlier`
 * @param key.locksEarlier makes the transaction of a replay wait for a synchronous standby, as the first one did
 */
export const takeKey = (key: {
  schema: string
  scope: KeyScope
  actorId: string
  key: string
  fingerprint: string
  response: string
  at: string
  keyReused: string
  replay: string
  locksEarlier: boolean
}): string => /* sql */ `-- A concurrent request with the same key waits here until the first one has ended.
  insert into ${key.schema}.idempotency_key (scope, actor_id, key, fingerprint, response, created_at)
  values ('${key.scope}', ${key.actorId}, ${key.key}, ${key.fingerprint}, ${key.response}, ${key.at})
  on conflict do nothing;
  if not found then
    select used.fingerprint, used.response
    into earlier
    from ${key.schema}.idempotency_key used
    where used.actor_id = ${key.actorId} and used.key = ${key.key} and used.scope = '${key.scope}'${key.locksEarlier ? '\n    for no key update' : ''};
    -- The key was deleted meanwhile, so nothing may be concluded: the request can be repeated.
    if not found then
      raise exception 'the idempotency key was deleted' using errcode = 'serialization_failure';
    end if;
    if earlier.fingerprint <> ${key.fingerprint} then
      raise exception 'idempotency_key_reused' using errcode = '${key.keyReused}';
    end if;
    ${key.replay}
  end if;`
