import type { Role } from '@campstore/contract/admin/permissions'
import type { Overrides, UsersQuery } from '@campstore/contract/admin/users'
import type { Queryable } from '@campstore/database/database'
import { contains, type FindPage, ordered, whenPresent } from '@campstore/database/pagination'

/** An administrator's account as it is stored, with its overrides; times are texts, as the driver leaves them. */
export type Account = {
  id: string
  email: string
  name: string
  role: Role
  active: boolean
  firebaseUid: string | null
  createdAt: string
  updatedAt: string
  overrides: Overrides
}

const columns = /* sql */ `
  account.id,
  account.email,
  account.name,
  account.role,
  account.active,
  account.firebase_uid as "firebaseUid",
  account.created_at as "createdAt",
  account.updated_at as "updatedAt",
  (
    select coalesce(json_object_agg(section, json_build_object('view', can_view, 'edit', can_edit)), '{}')
    from admin.permission_override
    where account_id = account.id
  ) as overrides`

const first = ({ rows }: { rows: Account[] }): Account | undefined => rows[0]

/** The account that a subject is bound to; asked at every request. */
export const findAccountOfSubject = async (database: Queryable, subject: string): Promise<Account | undefined> =>
  first(
    await database.query({
      name: 'account-of-subject',
      text: `select ${columns} from admin.account where firebase_uid = $1`,
      values: [subject],
    }),
  )

/** One account, to read. */
export const findAccount = async (database: Queryable, id: string): Promise<Account | undefined> =>
  first(await database.query(`select ${columns} from admin.account where id = $1`, [id]))

/**
 * Binds the account that waits under an e-mail to a subject, with the record of it, in one statement; of several at once one
 * wins. Undefined where none waits.
 *
 * @param binding.email one that the identity provider has verified
 */
export const bindAccount = async (
  database: Queryable,
  binding: { subject: string; email: string; at: Date; recordId: string; requestId: string; clientAddress: string },
): Promise<Account | undefined> =>
  first(
    await database.query(
      /* sql */ `
      with bound as (
        update admin.account
        set firebase_uid = $1, updated_at = $3
        where lower(email collate "C") = lower($2::text collate "C")
          and firebase_uid is null
        returning *
      ), recorded as (
        insert into admin.audit_record (
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
      [binding.subject, binding.email, binding.at, binding.recordId, binding.requestId, binding.clientAddress],
    ),
  )

/**
 * Makes changes of accounts take turns until the transaction ends: whether somebody is the last one cannot be told from one
 * row alone. Signing in does not wait for it.
 */
export const takeTurns = async (tx: Queryable): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('admin.account', 0))`)
}

/** An account under its lock. */
export const lockAccount = async (tx: Queryable, id: string): Promise<Account | undefined> =>
  first(await tx.query(`select ${columns} from admin.account where id = $1 for update of account`, [id]))

/** All accounts that are active: there are as many as there is staff. */
export const findActiveAccounts = async (tx: Queryable): Promise<Account[]> => {
  const { rows } = await tx.query<Account>(`select ${columns} from admin.account where active`)
  return rows
}

/** Adds an account that is active and waits for its owner; false where its e-mail is taken, in whatever case. */
export async function addAccount(
  tx: Queryable,
  account: { id: string; email: string; name: string; role: Role; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    /* sql */ `
    insert into admin.account (id, email, name, role, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5)
    on conflict (lower(email collate "C")) do nothing`,
    [account.id, account.email, account.name, account.role, account.at],
  )
  return rowCount === 1
}

/** Writes what can be changed of an account; its overrides replace those that are there. */
export async function saveAccount(
  tx: Queryable,
  { id, name, role, active, overrides }: Pick<Account, 'id' | 'name' | 'role' | 'active' | 'overrides'>,
  at: Date,
): Promise<void> {
  await tx.query('update admin.account set name = $2, role = $3, active = $4, updated_at = $5 where id = $1', [
    id,
    name,
    role,
    active,
    at,
  ])
  await tx.query('delete from admin.permission_override where account_id = $1', [id])
  await tx.query(
    /* sql */ `
    insert into admin.permission_override (account_id, section, can_view, can_edit)
    select $1, key, (value ->> 'view')::boolean, (value ->> 'edit')::boolean
    from json_each($2::json)`,
    [id, JSON.stringify(overrides)],
  )
}

const sortColumns = {
  createdAt: 'created_at',
  email: 'lower(email) collate "C"',
  name: 'lower(name) collate "C"',
} as const

/** One page of accounts. */
export const findAccounts = (
  findPage: FindPage,
  { page, size, q, role, active, sort }: UsersQuery,
): Promise<{ items: Account[]; totalElements: number }> =>
  findPage<Account>({
    columns,
    from: 'admin.account',
    page,
    size,
    conditions: [
      contains(`(email || E'\\n' || name)`, q),
      whenPresent(role, 'role = ?'),
      whenPresent(active, 'active = ?'),
    ],
    orderBy: ordered(sort, sortColumns, 'id'),
  })
