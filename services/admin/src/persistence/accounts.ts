import type { Section } from '@campstore/contract/admin/permissions'
import { type AdminUser, adminUserSchema, type Overrides, type UsersQuery } from '@campstore/contract/admin/users'
import { columnList } from '@campstore/database/column-list'
import { contains, whenPresent } from '@campstore/database/conditions'
import type { Queryable } from '@campstore/database/database'
import { orderByField } from '@campstore/database/page-query'
import type { FindPage, FoundPage } from '@campstore/database/pagination'
import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { AccountEntity, type AccountRow, PermissionOverrideEntity } from './entities.ts'

/** An administrator's account with its overrides by section. Times are dates, or texts as PostgreSQL writes them. */
export type Account = Omit<AdminUser, 'createdAt' | 'updatedAt'> & {
  createdAt: Date | string
  updatedAt: Date | string
  overrides: Overrides
}

/** The account of an entity. */
export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  active: row.active,
  firebaseUid: row.firebaseUid ?? null,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  overrides: Object.fromEntries(
    row.overrides.map(({ section, canView, canEdit }) => [section, { view: canView, edit: canEdit }]),
  ),
})

export const findAccount = (em: EntityManager, id: string): Promise<AccountRow | null> =>
  em.findOne(AccountEntity, id, { populate: ['overrides'] })

/** One account under its lock, which ends with the transaction. */
export async function findAccountLocked(em: EntityManager, id: string): Promise<AccountRow | null> {
  const account = await em.findOne(AccountEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  await account?.overrides.init()
  return account
}

/** All active accounts: as many as there are employees. */
export async function findActiveAccounts(em: EntityManager): Promise<Account[]> {
  const accounts = await em.find(AccountEntity, { active: true }, { populate: ['overrides'] })
  return accounts.map(toAccount)
}

/** Replaces the overrides of an account. */
export function replaceOverrides(em: EntityManager, account: AccountRow, overrides: Overrides): void {
  const stored = new Map(account.overrides.map(override => [override.section, override]))
  for (const [section, override] of stored) {
    if (!overrides[section]) account.overrides.remove(override)
  }
  for (const [section, { view: canView, edit: canEdit }] of entriesOf(overrides)) {
    const override = stored.get(section)
    if (override) em.assign(override, { canView, canEdit })
    else em.create(PermissionOverrideEntity, { account, section, canView, canEdit })
  }
}

const entriesOf = (overrides: Overrides) => Object.entries(overrides) as [Section, { view: boolean; edit: boolean }][]

/**
 * Serializes changes of accounts until the transaction ends: one row alone does not show whether its administrator is the last
 * one. Sign-ins do not wait for it.
 */
export async function lockAccountChanges(tx: Queryable): Promise<void> {
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
export async function findAccountOfSubject(database: Queryable, subject: string): Promise<Account | undefined> {
  const { rows } = await database.query<Account>({
    name: 'account-of-subject',
    text: `select ${columns} from admin.account where firebase_uid = $1`,
    values: [subject],
  })
  return rows[0]
}

/**
 * Binds the unbound account with an e-mail to a subject, and records it in the audit log, in one statement: of several
 * concurrent ones, one succeeds. Undefined where the account does not exist.
 *
 * @param binding.email one that the identity provider has verified
 */
export async function bindAccount(
  database: Queryable,
  binding: { subject: string; email: string; at: Date; entryId: string; requestId: string; clientAddress: string },
): Promise<Account | undefined> {
  const { rows } = await database.query<Account>(
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
  return rows[0]
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
): Promise<FoundPage<Account>> =>
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
    orderBy: orderByField(sort, sortColumns, 'id'),
  })
