import type { Section } from '@campstore/contract/admin/permissions'
import type { Overrides } from '@campstore/contract/admin/users'
import { LockMode } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Account } from './accounts.ts'
import { AccountEntity, type AccountRow, PermissionOverrideEntity } from './entities.ts'

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
