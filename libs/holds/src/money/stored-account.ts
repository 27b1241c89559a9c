import { wholeTwd } from '@campstore/core/money'
import type { Queryable, Transaction } from '@campstore/database/database'
import { onlyRow } from '@campstore/database/rows'
import type { HoldDefinition, HoldRecord } from '../hold-definition.ts'
import type { Account, Entry } from './account.ts'
import type { Rule } from './step.ts'

type StoredAccount = Omit<Account, 'cash'>

/** An account that is locked, its record, and what decides about an event besides them. */
export type LockedAccount = Pick<Rule, 'isTradeNumberUsed' | 'isPaymentOfAnother' | 'usedReferences'> & {
  account: StoredAccount
  /** Null for a target that is not known. */
  record: { status: string; customerId: string } | null
  takenAt: string | null
  used: Rule['used'] | null
}

/** The identifiers of an event that other accounts may use. */
type Identifiers = {
  eventId?: string
  /** The `eventId` of a payment that was given back. */
  refundOf?: string
  providerTradeNo?: string
  reference?: string
}

/**
 * Locks the account of a booking or an order until the transaction ends, after its record (docs/architecture/locks.md), and reads it with
 * what an event with these identifiers depends on.
 */
export async function lockAccount(
  tx: Transaction,
  schema: string,
  targetId: string,
  { eventId, refundOf, providerTradeNo, reference }: Identifiers,
): Promise<LockedAccount> {
  const { locked } = await onlyRow<{ locked: LockedAccount }>(tx, {
    name: `lock-account:${schema}`,
    text: `select ${schema}.lock_account($1, $2, $3, $4, $5) as locked`,
    values: [targetId, eventId, refundOf, providerTradeNo, reference],
  })
  return locked
}

/** Writes entries of an account that is locked. */
export const writeEntries = (
  tx: Transaction,
  schema: string,
  targetId: string,
  { entries, at }: { entries: readonly Entry[]; at: Date },
): Promise<unknown> =>
  tx.query({
    name: `write-entries:${schema}`,
    text: `select ${schema}.write_entries($1, $2, $3)`,
    values: [targetId, JSON.stringify(entries), at],
  })

/** What a reader of the account of a record needs of its kind. */
export type AccountHold<T> = Pick<HoldDefinition<T & HoldRecord>, 'schema' | 'costOf' | 'paidInCash'>

/** The cash that a courier collected for a record: whole TWD of its price; null where it was not paid so. */
export const cashOf = <T extends HoldRecord>({ costOf, paidInCash }: AccountHold<T>, record: T): Account['cash'] =>
  paidInCash?.(record) ? wholeTwd(costOf(record)) : null

/**
 * Reads the account of a record. While the caller holds the record's lock, no entry is added: all are written under that lock
 * (docs/architecture/locks.md).
 */
export async function readAccount<T extends HoldRecord>(
  database: Queryable,
  hold: AccountHold<T>,
  record: T,
): Promise<Account> {
  const { account } = await onlyRow<{ account: StoredAccount }>(database, {
    name: `account:${hold.schema}`,
    text: `select ${hold.schema}.account_of($1) as account`,
    values: [record.id],
  })
  return { ...account, cash: cashOf(hold, record) }
}
