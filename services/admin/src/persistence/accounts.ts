import { type AdminUser, adminUserSchema, type Overrides, type UsersQuery } from '@campstore/contract/admin/users'
import { columnList } from '@campstore/database/column-list'
import { whenPresent } from '@campstore/database/conditions'
import type { Queryable, Transaction } from '@campstore/database/database'
import { matchesLookUp } from '@campstore/database/look-up'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage } from '@campstore/database/pagination'
import { firstRow } from '@campstore/database/rows'

/** An administrator's account with its overrides by section. Times are dates, or texts as PostgreSQL writes them. */
export type Account = Omit<AdminUser, 'createdAt' | 'updatedAt'> & {
  createdAt: Date | string
  updatedAt: Date | string
  overrides: Overrides
}

/**
 * Serializes changes of accounts until the transaction ends: one row alone does not show whether its administrator is the last
 * one. Sign-ins do not wait for it.
 */
export async function lockAccountChanges(tx: Transaction): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('admin.account', 0))`)
}

const columns = /* sql */ `
  ${columnList('account', Object.keys(adminUserSchema.shape))},
  (
    select coalesce(json_object_agg(section, json_build_object('view', can_view, 'edit', can_edit)), '{}')
    from admin.permission_override
    where account_id = account.id
  ) as overrides`

/** The account that a subject is bound to. A prepared statement, because every request of an administrator needs it. */
export const findAccountOfSubject = (database: Queryable, subject: string): Promise<Account | undefined> =>
  firstRow(database, {
    name: 'account-of-subject',
    text: `select ${columns} from admin.account where firebase_uid = $1`,
    values: [subject],
  })

/**
 * Binds the unbound account with an e-mail to a subject, and records it in the audit log, in one statement: of several
 * concurrent ones, one succeeds. Undefined where the account does not exist.
 *
 * @param binding.email one that the identity provider has verified
 */
export const bindAccount = (
  database: Queryable,
  binding: { subject: string; email: string; at: Date; entryId: string; requestId: string; clientAddress: string },
): Promise<Account | undefined> =>
  firstRow(
    database,
    /* sql */ `
    with bound as (
      update admin.account
      set firebase_uid = $1, updated_at = $3
      where lower(email collate "C") = lower($2::text collate "C")
        and firebase_uid is null
      returning *
    ), recorded as (
      insert into admin.audit_entry (
        id, at, admin_id, action, target_id, request_id, client_address,
        state_before, outcome, state_after, completed_at
      )
      select
        $4, $3, id, 'bindAccount', id, $5, $6,
        '{"firebaseUid": null}'::jsonb, 'succeeded', jsonb_build_object('firebaseUid', firebase_uid), $3
      from bound
    )
    select ${columns}
    from bound as account`,
    [binding.subject, binding.email, binding.at, binding.entryId, binding.requestId, binding.clientAddress],
  )

const sortColumns = {
  createdAt: 'created_at',
  email: 'lower(email) collate "C"',
  name: 'lower(name) collate "C"',
} as const

export const findAccounts = (findPage: FindPage, { page, size, q, role, active, sort }: UsersQuery) =>
  findPage<Account>({
    columns,
    from: 'admin.account',
    page,
    size,
    conditions: [
      matchesLookUp({ texts: ['email', 'name'] }, q),
      whenPresent(role, 'role = ?'),
      whenPresent(active, 'active = ?'),
    ],
    orderBy: orderByField(sort, sortColumns, 'id'),
  })
